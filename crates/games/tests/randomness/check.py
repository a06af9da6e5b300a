#!/usr/bin/env python3
"""Recomputes every die and draw of finished recorded games, from the page randomness.md alone.

    python3 check.py RECORD SHEET [RECORD SHEET ...]
    python3 check.py --vectors

RECORD is the record of a finished game, SHEET its draw sheet. Exit code 0: all is right; 1: something is
wrong, one line a fault; 2: wrong use or an unreadable file. Python 3.9 or later, no libraries.
"""

import json
import math
import os
import re
import struct
import sys
from functools import lru_cache

MASK32 = 0xFFFFFFFF

# --- BLAKE3 in key-derivation mode ("From the seed to numbers") ----------------------------------------

BLAKE3_IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
BLAKE3_PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
CHUNK_START, CHUNK_END, PARENT, ROOT, DERIVE_KEY_CONTEXT, DERIVE_KEY_MATERIAL = 1, 2, 4, 8, 32, 64
BLOCK_BYTES, CHUNK_BYTES = 64, 1024

# The four columns, then the four diagonals, of a state of 4 x 4 words; the same in BLAKE3 and ChaCha.
QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def rotate_left(word, bits):
    return (word << bits | word >> (32 - bits)) & MASK32


def compress(chaining, block, counter, length, flags):
    """The compression function of BLAKE3; its first eight words are the chaining value or the hash."""
    words = list(struct.unpack("<16I", block.ljust(BLOCK_BYTES, b"\0")))
    s = [*chaining, *BLAKE3_IV[:4], counter & MASK32, counter >> 32, length, flags]
    for _ in range(7):
        for i, (a, b, c, d) in enumerate(QUARTERS):
            for word, right_d, right_b in ((words[2 * i], 16, 12), (words[2 * i + 1], 8, 7)):
                s[a] = (s[a] + s[b] + word) & MASK32
                s[d] = rotate_left(s[d] ^ s[a], 32 - right_d)
                s[c] = (s[c] + s[d]) & MASK32
                s[b] = rotate_left(s[b] ^ s[c], 32 - right_b)
        words = [words[i] for i in BLAKE3_PERMUTATION]
    return [s[i] ^ s[i + 8] for i in range(8)]


def last_compression(data, first_chunk, key, mode):
    """The arguments of the compression that closes the tree over `data`; only at the root ROOT is added."""
    if len(data) <= CHUNK_BYTES:
        blocks = [data[at:at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES)] or [b""]
        chaining, start = key, CHUNK_START
        for block in blocks[:-1]:
            chaining, start = compress(chaining, block, first_chunk, BLOCK_BYTES, mode | start), 0
        return chaining, blocks[-1], first_chunk, len(blocks[-1]), mode | start | CHUNK_END
    # To the left goes the greatest power of two of whole chunks that leaves something to the right.
    left_chunks = 1 << (((len(data) - 1) // CHUNK_BYTES).bit_length() - 1)
    left_bytes = left_chunks * CHUNK_BYTES
    left = compress(*last_compression(data[:left_bytes], first_chunk, key, mode))
    right = compress(*last_compression(data[left_bytes:], first_chunk + left_chunks, key, mode))
    return key, struct.pack("<16I", *left, *right), 0, BLOCK_BYTES, mode | PARENT


def blake3_root(data, key, mode):
    chaining, block, counter, length, flags = last_compression(data, 0, key, mode)
    return compress(chaining, block, counter, length, flags | ROOT)


@lru_cache(maxsize=None)
def context_key(context):
    return blake3_root(context.encode(), BLAKE3_IV, DERIVE_KEY_CONTEXT)


def blake3(context, data):
    """BLAKE3(context, data) of the page: 32 bytes."""
    return struct.pack("<8I", *blake3_root(data, context_key(context), DERIVE_KEY_MATERIAL))


def commitment(seed):  # step 1
    return blake3("agon seed commitment v1", seed)


def game_seed(seed, contributions):  # step 2
    mixed = b"".join(struct.pack("<Q", len(text)) + text for text in contributions)
    return blake3("agon game seed v1", seed + mixed)


def chance_stream(mixed_seed, purpose, number, occasion, backs):  # step 3
    word = purpose.encode()
    data = mixed_seed + struct.pack("<Q", len(word)) + word + struct.pack("<BI", number, occasion)
    if backs == 0:
        return Stream(blake3("agon chance stream v1", data))
    return Stream(blake3("agon chance stream after going back v1", data + struct.pack("<I", backs)))


class Stream:
    """ChaCha with 8 rounds (step 4) and what is drawn from it ("From numbers to draws")."""

    def __init__(self, key):
        self.words = self.output(key)

    @staticmethod
    def output(key):
        counter = 0
        while True:
            start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, 0))
            s = list(start)
            for _ in range(4):  # each time round the eight quarters is two rounds
                for a, b, c, d in QUARTERS:
                    for left_d, left_b in ((16, 12), (8, 7)):
                        s[a] = (s[a] + s[b]) & MASK32
                        s[d] = rotate_left(s[d] ^ s[a], left_d)
                        s[c] = (s[c] + s[d]) & MASK32
                        s[b] = rotate_left(s[b] ^ s[c], left_b)
            yield from ((x + y) & MASK32 for x, y in zip(s, start))
            counter += 1

    def next_u32(self):
        return next(self.words)

    def next_u64(self):
        low = self.next_u32()
        return low | self.next_u32() << 32

    def below(self, n, take=None, span=1 << 32):
        take = take or self.next_u32
        product = take() * n
        while product % span < span % n:
            product = take() * n
        return product // span

    def below_u64(self, n):
        return self.below(n, self.next_u64, 1 << 64)

    def die(self):
        return self.below(6) + 1

    def one_of(self, items):
        return items[self.below(len(items))]

    def shuffle(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            other = self.below(i + 1)
            items[i], items[other] = items[other], items[i]
        return items

    def set_of_cards(self, count, size):
        """A set of `size` of the cards 0 to count - 1, in order ("A hand")."""
        sets = math.comb(count, size)
        if sets > 20_000:
            left = list(range(count))
            return sorted(left.pop(self.below(len(left))) for _ in range(size))
        # The set at this place of the list by size, without the list: comb(card, size) sets have only cards
        # lower than `card`, and as numbers they are smaller than all that have it.
        place, chosen = self.below(sets), []
        for card in range(count - 1, -1, -1):
            if place >= math.comb(card, size):
                place -= math.comb(card, size)
                size -= 1
                chosen.append(card)
        return sorted(chosen)


# --- From draws to what falls --------------------------------------------------------------------------


class Event:
    """An entry of chance; each method draws from its stream and gives the text of what fell."""

    def __init__(self, stream, number, source, fell, sides):
        self.stream, self.number, self.source, self.sides = stream, number, source, sides
        self.words = fell.split(" ")
        self.seat = "BGOR"[number] if number < 4 else "?"  # the letters of Champion's Combat

    def two_dice(self):
        d = self.stream.below(36)
        return f"dice({d // 6 + 1}{d % 6 + 1})"

    def dice_in_order(self):
        return "dice(" + "".join(str(self.stream.die()) for _ in self.words[0][len("dice("):-1]) + ")"

    def style(self):
        return f"style {self.seat} {self.stream.one_of(self.source)}"

    def row(self):
        return " ".join(["row"] + self.stream.shuffle(self.source))

    def roll(self):
        told = ["roll"]
        for seat, faces in zip(self.words[1::2], self.words[2::2]):
            told += [seat, ",".join(str(self.stream.die()) for _ in faces.split(","))]
        return " ".join(told)

    def hand(self):
        cards, faces = zip(*(card.split("=") for card in self.source))
        drawn = self.stream.set_of_cards(len(cards), len(self.words) - 2)
        left = {face: [i for i in range(len(cards)) if faces[i] == face] for face in faces}
        written = sorted(left[faces[i]].pop(0) for i in drawn)  # the lowest card of the face that is left
        return " ".join(["hand", self.seat] + [cards[i] for i in written])

    def one_item(self):
        return " ".join(self.words[:-1] + [self.stream.one_of(self.source)])

    def hit(self):
        return "hit " + self.source[self.stream.below_u64(len(self.source))]

    def one_die(self):
        return f"die {self.stream.below(self.sides) + 1}"


# The tables of the page: purpose, its numbers, whether `from` is told, the form of what fell, the draw.
ANY_SEAT = range(256)
TIME_RIFT = (
    ("dice", (0, 1), False, r"dice\(\d\d\)", Event.two_dice),
    ("dice", (2,), False, r"dice\(\d\)", Event.dice_in_order),
    ("dice", (3,), False, r"dice\(\d+\)", Event.dice_in_order),
    ("roll-off", (0,), False, r"dice\(\d\d+\)", Event.dice_in_order),
)
CHAMPIONS_COMBAT = (
    ("style", range(4), True, r"style [BGOR] \S+", Event.style),
    ("hand", range(4), True, r"hand [BGOR]( \S+)+", Event.hand),
    ("row", (0, 1), True, r"row( [BGOR])+", Event.row),
    ("dice", (0,), False, r"roll( [BGOR] \d(,\d)*)+", Event.roll),
)
WORLDS_UNCHAINED = (
    ("pick", (0, 1), True, r"pick \S+", Event.one_item),
    ("pool", (0,), True, r"pool \S+", Event.one_item),
    ("draw", (0,), True, r"draw \S+ \S+", Event.one_item),
    ("hit", (0,), True, r"hit .+", Event.hit),
)
DEAL = ("deal", ANY_SEAT, True, r"deal \S+", Event.one_item)
GAMES = {
    "time-rift": TIME_RIFT,
    "fist-fight": TIME_RIFT,
    "champions-combat": CHAMPIONS_COMBAT,
    "worlds-unchained": WORLDS_UNCHAINED,
    "kuhn-poker": (DEAL,),
    "leduc-poker": (DEAL, ("flop", (0,), True, r"deal \S+", Event.one_item)),
    "goofspiel": (("prize", (0,), True, r"prize \S+", Event.one_item),),
    "liars-dice": (("dice", ANY_SEAT, False, r"die \d+", Event.one_die),),
    "pig": (("die", (0,), False, r"die \d+", Event.one_die),),
    "tic-tac-toe": (), "nim": (), "oshi-zumo": (),
}

# --- The record and the draw sheet ("What you need") ---------------------------------------------------


class Record:
    def __init__(self, text, fault):
        self.game, self.sides, self.contributions = None, 6, []
        self.commitment = self.seed = None  # (line, 32 bytes)
        self.entries = []  # (line, what fell or None, the entry that it goes back to or None)
        for line, written in enumerate(text.split("\n"), 1):
            told = re.sub(r"^[0-9a-f]{4} ", "", written)
            word, _, rest = told.partition(" ")
            if word == "game":
                self.game = (line, rest.split(" ")[0])
            elif word == "setup" and re.search(r"\bsides=[1-9]\d*\b", rest):
                self.sides = int(re.search(r"\bsides=(\d+)", rest).group(1))
            elif word == "contribution":
                seat, _, said = rest.partition(" ")
                if seat != str(len(self.contributions)):
                    fault(line, f"the contribution of seat {len(self.contributions)} should stand here: {told}")
                self.contributions.append(said.encode())
            elif told.startswith("luck committed "):
                self.commitment = self.hash_of(told, self.commitment, line, fault)
            elif word == "seed":
                self.seed = self.hash_of(told, self.seed, line, fault)
            elif re.match(r"\d+\. chance\b", told):
                entry = re.fullmatch(r"\d+\. chance (.+) #[0-9a-f]+", told)
                if not entry:
                    fault(line, f"this is no whole entry of chance: {told}")
                self.entries.append((line, entry.group(1) if entry else told, None))
            elif re.match(r"\d+\. back\b", told):
                entry = re.match(r"\d+\. back (\d+)\b", told)
                if not entry or int(entry.group(1)) > len(self.entries):
                    fault(line, f"this goes back to no entry before it: {told}")
                self.entries.append((line, None, int(entry.group(1)) if entry else 0))
            elif re.match(r"\d+\. ", told):
                self.entries.append((line, None, None))
        self.fell = {line: fell for line, fell, _ in self.entries if fell is not None}

    @staticmethod
    def hash_of(told, before, line, fault):
        if before:
            fault(line, f"this is told a second time: {told}")
        digits = told.split(" ")[-1]
        if not re.fullmatch(r"[0-9a-f]{64}", digits):
            fault(line, f"this should end in 64 hexadecimal digits: {told}")
            return before
        return line, bytes.fromhex(digits)


FIELDS = {"line": int, "purpose": str, "number": int, "occasion": int, "backs": int, "from": list, "fell": str}
LIMITS = {"line": 1 << 32, "number": 1 << 8, "occasion": 1 << 32, "backs": 1 << 32}


def read_sheet(text, record, fault):
    """The events of the draw sheet by line of the record; they must be in its order and fit it."""
    events, last = {}, 0
    for at, written in enumerate(text.rstrip("\n").split("\n") if text.strip() else [], 1):
        try:
            event = json.loads(written)
            whole = all(type(event[field]) is kind for field, kind in FIELDS.items())
            whole = whole and all(0 <= event[field] < limit for field, limit in LIMITS.items())
            whole = whole and all(type(item) is str for item in event["from"])
        except (ValueError, KeyError, TypeError):
            whole = False
        if not whole:
            fault(None, f"line {at} of the sheet is not as the page describes it")
            continue
        line, fell = event["line"], event["fell"]
        if line not in record.fell:
            fault(line, f"the sheet says {fell!r}, but the record has no entry of chance here")
        elif line <= last:
            fault(line, f"line {at} of the sheet comes twice or out of order")
        elif fell != record.fell[line]:
            fault(line, f"the sheet says {fell!r}, the record {record.fell[line]!r}")
        events.setdefault(line, event)
        last = max(last, line)
    return events


def misfit(event, fell, rule):
    """Why an event is not as the tables say, or None; `rule` is their line for its purpose and number."""
    name = f"{event['purpose']} {event['number']}"
    if rule is None:
        return f"this game knows no purpose {name}"
    _, _, is_told, form, draw = rule
    if not re.fullmatch(form, fell):
        return f"purpose {name} does not belong to {fell!r}"
    if bool(event["from"]) != is_told:
        return f"`from` should {'not ' if is_told else ''}be empty for {name}"
    in_order = draw is Event.hand or event["purpose"] in ("pool", "draw")
    if in_order and event["from"] != sorted(event["from"], key=lambda item: item.split("=")[0].encode()):
        return f"`from` is not in order of ids for {name}"
    if draw is Event.hand and not (all(re.fullmatch(r"[^=]+=[^=]+", card) for card in event["from"])
                                   and len(fell.split(" ")) - 2 <= len(event["from"])):
        return f"`from` does not hold the cards of {fell!r}"
    return None


def check_game(record_text, sheet_text, fault):
    """Holds a game against the page; the answer is how many dice and draws were recomputed."""
    record = Record(record_text, fault)
    line, game = record.game or (None, None)
    if game not in GAMES:
        fault(line, f"the page does not describe this game: {game or 'no line `game`'}")
        return 0
    events = read_sheet(sheet_text, record, fault)
    missing = [line for line in record.fell if line not in events]
    for line in missing:
        fault(line, f"the record says {record.fell[line]!r}, the sheet does not name it")
    if not (record.fell or record.commitment or record.seed):
        return 0  # a game without chance
    if not record.commitment:
        fault(None, "the record has no commitment to a seed (`luck committed`)")
    if not record.seed:
        fault(None, "the record tells no seed; is the game finished?")
        return 0
    line, seed = record.seed
    if record.commitment and record.commitment[1] != commitment(seed):
        fault(record.commitment[0], f"the record is committed to {record.commitment[1].hex()}, "
                                    f"the seed of line {line} gives {commitment(seed).hex()}")
    if missing:
        return 0  # occasions cannot be counted
    mixed_seed = game_seed(seed, record.contributions)
    backs, counts = 0, [{}]  # by entry, how many events of each purpose and number lead to it
    after_first_row = False
    for line, fell, back in record.entries:
        if back is not None:
            backs += 1
            counts.append(counts[back] if back < len(counts) else {})
            after_first_row = False
            continue
        if fell is None:
            counts.append(counts[-1])
            continue
        event = events[line]
        key = event["purpose"], event["number"]
        if (game, key) == ("champions-combat", ("row", 1)) and not after_first_row:
            fault(line, "the second row of a Round comes right behind the first")
        after_first_row = key == ("row", 0)
        if event["backs"] != backs:
            fault(line, f"the sheet says backs {event['backs']}, the record has gone back {backs} times")
        occasion, said = counts[-1].get(key, 0), event["occasion"]
        if said != occasion:
            fault(line, f"the sheet says occasion {said} of {key[0]} {key[1]}, counted are {occasion}")
        counts.append({**counts[-1], key: occasion + 1})
        rule = next((rule for rule in GAMES[game] if rule[0] == key[0] and key[1] in rule[1]), None)
        objection = misfit(event, fell, rule)
        if objection:
            fault(line, objection)
            continue
        stream = chance_stream(mixed_seed, *key, occasion, backs)
        given = rule[4](Event(stream, key[1], event["from"], fell, record.sides))
        if given != fell:
            fault(line, f"the record says {fell!r}, the seed gives {given!r}")
    return len(record.fell)


# --- Test vectors and the command line ------------------------------------------------------------------


def check_vectors():
    def key_7():
        return Stream((7).to_bytes(32, "little"))

    seed = (42).to_bytes(32, "little")
    mixed_seed = game_seed(seed, [b"ada", b"brook"])
    sevens, wide, rejecting, small, large = (key_7() for _ in range(5))
    first, again = (chance_stream(mixed_seed, "dice", 1, 3, backs) for backs in (0, 1))
    vectors = (
        ("dice", [sevens.die() for _ in range(12)], [2, 5, 6, 3, 3, 1, 1, 2, 6, 3, 6, 3]),
        ("shuffle", sevens.shuffle(range(1, 11)), [1, 10, 8, 6, 9, 3, 2, 5, 4, 7]),
        ("64 bits", [wide.below_u64(100) for _ in range(4)], [76, 46, 0, 30]),
        ("words drawn again", [rejecting.below(3221225472) for _ in range(6)],
         [557026262, 2461367509, 2952148491, 1500890113, 1442708866, 18278889]),
        ("commitment", commitment(seed).hex(), "e581530e82af2eea49d744c6a1916640449fe914fa774a1ba013d579df1730b3"),
        ("no contributions", game_seed(seed, []).hex(),
         "a71b05284818d9cb6f67c9cf153ebb8ddfd6d2728e79e3fe24f5c3d033f54c0f"),
        ("one without text", game_seed(seed, [b"ada", b""]).hex(),
         "93cf2225358e36e6d45b80bde571ca6cc5da3c2fe44cb9ca7b4f581d5b40e390"),
        ("game seed", mixed_seed.hex(), "d92c5111f148710ccab1e357fbc1b7ec3c36082265cbd549ba765a341edc789f"),
        ("stream", [first.below(100) for _ in range(4)], [18, 44, 18, 70]),
        ("after going back", [again.below(100) for _ in range(4)], [48, 31, 75, 20]),
        ("4 of 15 cards", [small.set_of_cards(15, 4) for _ in range(2)], [[0, 4, 6, 10], [1, 4, 7, 14]]),
        ("6 of 30 cards", [large.set_of_cards(30, 6) for _ in range(2)],
         [[0, 5, 12, 13, 23, 27], [1, 9, 10, 12, 25, 26]]),
    )
    wrong = [f"{name}: computed {computed}, the page says {told}"
             for name, computed, told in vectors if computed != told]
    print("\n".join(wrong) or f"{len(vectors)} test vectors are right")
    return 1 if wrong else 0


USAGE = "usage: check.py RECORD SHEET [RECORD SHEET ...] | check.py --vectors"


def main(arguments):
    if arguments == ["--vectors"]:
        return check_vectors()
    if not arguments or len(arguments) % 2 or any(path.startswith("--") for path in arguments):
        print(USAGE, file=sys.stderr)
        return 2
    texts = []
    for path in arguments:
        try:
            with open(path, encoding="utf-8", newline="") as file:
                texts.append(file.read())
        except (OSError, ValueError) as problem:
            print(f"{path} cannot be read: {problem}\n{USAGE}", file=sys.stderr)
            return 2
    any_wrong = False
    for path, record_text, sheet_text in zip(arguments[::2], texts[::2], texts[1::2]):
        faults = []

        def fault(line, what):
            faults.append(f"{path}: line {line}: {what}" if line else f"{path}: {what}")

        count = check_game(record_text, sheet_text, fault)
        name = os.path.splitext(os.path.basename(path))[0]
        print("\n".join(faults) or f"{name}: {count} dice and draws are right")
        any_wrong = any_wrong or bool(faults)
    return 1 if any_wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
