//! Tables in files: checked when they are read, whole or not there when they are written.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use super::layers::{EASTERN, WESTERN};
use super::table::Table;
use super::{Fighter, Named, Stage};

/// The format; whatever changes what is stored, or what it means, changes this line.
const MAGIC: &[u8] = b"agon fist fight table 1\n";
const HASH: usize = blake3::OUT_LEN;

/// Why a file is not used.
#[derive(Debug)]
pub enum Unfit {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is something else, or of another version.
    Foreign,
    /// It is shorter or longer than it should be.
    Length,
    /// Its checksum is wrong.
    Damaged,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read ({error})"),
            Self::Foreign => write!(f, "is not the table of these fighters"),
            Self::Length => write!(f, "has the wrong length"),
            Self::Damaged => write!(f, "is damaged"),
        }
    }
}

/// What the table of a pair is known by: a hash of the format and of all their numbers.
pub fn key(fighters: &[Fighter; 2]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(MAGIC);
    for Fighter { initiative, life, agility, damage, defense, grid } in fighters {
        let mut grid = grid.clone();
        grid.sort_unstable();
        hasher.update(&[*initiative, *life, *agility, *damage, *defense as u8, grid.len() as u8]);
        for (right, ahead, value) in grid {
            hasher.update(&[right as u8, ahead as u8, value as u8]);
        }
    }
    hasher.finalize()
}

/// The file of a pair in a folder.
pub fn file(folder: &Path, fighters: &[Fighter; 2]) -> PathBuf {
    folder.join(format!("fist-fight-{}.table", &key(fighters).to_hex()[..32]))
}

/// Reads the table of a pair from a folder; nothing if there is none.
pub fn load(folder: &Path, fighters: &[Fighter; 2]) -> Result<Option<Table>, Unfit> {
    let file = file(folder, fighters);
    match fs::metadata(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Unfit::Unreadable(error)),
        // Whatever it is, it need not be read.
        Ok(data) if data.len() != Table::blank(fighters.clone()).bytes() as u64 => Err(Unfit::Length),
        Ok(_) => Table::from_bytes(fighters, &fs::read(file).map_err(Unfit::Unreadable)?).map(Some),
    }
}

/// Writes a table beside its file and renames, so that there is the whole file or none.
pub fn keep(folder: &Path, table: &Table) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = file(folder, table.fighters());
    let beside = file.with_extension(format!("tmp{}", std::process::id()));
    let written = fs::write(&beside, table.to_bytes()).and_then(|()| fs::rename(&beside, &file));
    written.inspect_err(|_| {
        // Nothing is left behind where it does not belong.
        let _ = fs::remove_file(&beside);
    })
}

impl Table {
    /// How many exact values there are.
    fn exact(&self) -> usize {
        let openings = Named::slower(&self.fighters).len() * EASTERN.len() * WESTERN.len();
        openings + usize::from(Stage::Lap(1).lives(&self.fighters)[0])
    }

    /// How long its file is.
    pub fn bytes(&self) -> usize {
        let rounded: usize = self.starts.iter().map(|(_, values)| values.len()).sum();
        MAGIC.len() + HASH + self.exact() * size_of::<f64>() + rounded * size_of::<f32>() + HASH
    }

    /// The table as a file holds it: what it is, whose it is, exact values, layers, checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(key(&self.fighters).as_bytes());
        let openings = self.openings.iter().flatten().flatten();
        bytes.extend(openings.chain(&self.tire).flat_map(|value| value.to_le_bytes()));
        for (_, values) in &self.starts {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        bytes
    }

    /// Reads what [`Table::to_bytes`] wrote, and trusts nothing.
    pub fn from_bytes(fighters: &[Fighter; 2], bytes: &[u8]) -> Result<Self, Unfit> {
        let mut table = Self::blank(fighters.clone());
        let body = bytes.strip_prefix(MAGIC).ok_or(Unfit::Foreign)?;
        let body = body.strip_prefix(key(fighters).as_bytes()).ok_or(Unfit::Foreign)?;
        if bytes.len() != table.bytes() {
            return Err(Unfit::Length);
        }
        let (body, hash) = body.split_at(body.len() - HASH);
        if blake3::hash(&bytes[..bytes.len() - HASH]).as_bytes() != hash {
            return Err(Unfit::Damaged);
        }
        let (exact, rounded) = body.split_at(table.exact() * size_of::<f64>());
        let mut exact = exact.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes));
        for _ in Named::slower(fighters) {
            table.openings.push(std::array::from_fn(|_| {
                std::array::from_fn(|_| exact.next().expect("the length was checked"))
            }));
        }
        table.tire = exact.collect();
        let mut rounded = rounded.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        for (_, values) in &mut table.starts {
            values.fill_with(|| rounded.next().expect("the length was checked"));
        }
        if table.is_sound() { Ok(table) } else { Err(Unfit::Damaged) }
    }

    /// Whether everything in it is a chance; a checksum is soon written by anybody.
    fn is_sound(&self) -> bool {
        let exact = self.openings.iter().flatten().flatten().chain(&self.tire);
        let rounded = self.starts.iter().flat_map(|(_, values)| values);
        exact.copied().all(|value| (0.0..=1.0).contains(&value))
            && rounded.copied().all(|value| (0.0..=1.0).contains(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures;
    use super::super::layers::solve;
    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        for fighters in [fixtures::f1(), fixtures::f2()] {
            let table = solve(&fighters);
            let bytes = table.to_bytes();
            assert_eq!(bytes.len(), table.bytes());
            let read = Table::from_bytes(&fighters, &bytes).expect("its own bytes");
            assert_eq!(read.starts, table.starts);
            assert_eq!((read.openings, read.tire), (table.openings, table.tire));
        }
    }

    /// The largest tables: most Life, and equal Initiatives, with which each round has two orders.
    #[test]
    fn no_table_has_more_than_forty_megabytes() {
        let size = |[one, two]: [Fighter; 2]| {
            let large = |fighter| Fighter { life: 12, agility: 9, ..fighter };
            Table::blank([large(one), large(two)]).bytes()
        };
        assert!(size(fixtures::f1()) < 8_000_000 && size(fixtures::f2()) < 13_000_000);
    }

    #[test]
    fn nothing_wrong_is_trusted() {
        let fighters = fixtures::f1();
        let bytes = solve(&fighters).to_bytes();
        let told = |bytes: &[u8]| Table::from_bytes(&fighters, bytes).err().expect("refused").to_string();
        assert_eq!(told(b""), "is not the table of these fighters");
        assert_eq!(told(&bytes[1..]), "is not the table of these fighters");
        assert_eq!(told(&solve(&fixtures::f2()).to_bytes()), "is not the table of these fighters");
        assert_eq!(told(&bytes[..bytes.len() - 1]), "has the wrong length");
        assert_eq!(told(&[&bytes[..], b"\n"].concat()), "has the wrong length");
        for at in (0..bytes.len()).step_by(9973).chain([60, bytes.len() - 1]) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 16;
            told(&bytes);
        }
        // Nor what somebody made up and signed.
        let mut forged = bytes[..bytes.len() - HASH].to_vec();
        let last = forged.len() - 4;
        forged[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        forged.extend(blake3::hash(&forged).as_bytes());
        assert_eq!(told(&forged), "is damaged");
    }

    #[test]
    fn every_number_of_a_fighter_counts() {
        let [one, two] = fixtures::f1();
        let known = key(&[one.clone(), two.clone()]);
        assert_ne!(key(&[two.clone(), one.clone()]), known);
        for change in [
            |fighter: &mut Fighter| fighter.initiative += 1,
            |fighter: &mut Fighter| fighter.life += 1,
            |fighter: &mut Fighter| fighter.agility += 1,
            |fighter: &mut Fighter| fighter.damage += 1,
            |fighter: &mut Fighter| fighter.defense -= 1,
            |fighter: &mut Fighter| fighter.grid[0].2 += 1,
            |fighter: &mut Fighter| fighter.grid.truncate(2),
        ] {
            let mut other = two.clone();
            change(&mut other);
            assert_ne!(key(&[one.clone(), other]), known);
        }
        let mut other = two;
        other.grid.reverse();
        assert_eq!(key(&[one, other]), known, "the order of cells means nothing");
    }
}
