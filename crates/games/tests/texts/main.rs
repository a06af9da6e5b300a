//! Texts that go through every game: pages written from the code, dice recomputed, hostile texts, old records, and the
//! language of scenarios. One program, since each has all games in it.

mod docs;
mod randomness;
mod readers;
mod records;
mod scenarios;
