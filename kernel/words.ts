// Finds many words in one pass over Latin-1 text. AssemblyScript, compiled together with scan.ts.

/** Bits of a byte that tell places apart: the same for a letter of either case. */
const BITS: u32 = 5;
const LAST: u32 = 31;
const FOUR: u32 = (1 << 20) - 1;
/** Of an entry in a list of words: where its bytes are, how many, how many letters of a name have to follow, and its number. */
const ENTRY: usize = 16;

/**
 * Writes the word and the place of each of them that begins at one of the `count` bytes at `from`, behind which zeros or more of the
 * text are, as pairs at `out`, and where it stopped before them: behind the last byte, or where `limit` left no room. `begins` has a bit
 * for each four bytes with which a word may begin, `lists` for each two where its words begin and end; words are in lower case.
 */
export function words(from: usize, count: usize, begins: usize, lists: usize, out: usize, limit: usize): void {
  const end = from + count;
  let w = out + 4;
  let at = from;
  let start: u32 = (bitsAt(at) << (2 * BITS)) | (bitsAt(at + 1) << BITS) | bitsAt(at + 2);
  for (; at < end; at++) {
    start = ((start << BITS) | bitsAt(at + 3)) & FOUR;
    if (((load<u8>(begins + (start >>> 3)) >>> (start & 7)) & 1) === 0) continue;
    const list = lists + ((start >>> (2 * BITS)) << 3);
    const last: usize = load<u32>(list, 4);
    if (w + (last - load<u32>(list)) > limit) break;
    for (let entry: usize = load<u32>(list); entry < last; entry += ENTRY) {
      if (!isAt(at, entry)) continue;
      store<u32>(w, load<u32>(entry, 12));
      store<u32>(w, (at - from) as u32, 4);
      w += 8;
    }
  }
  store<u32>(out, (at - from) as u32);
  store<u32>(w, -1);
}

function bitsAt(at: usize): u32 {
  return (load<u8>(at) as u32) & LAST;
}

function isAt(at: usize, entry: usize): bool {
  const word: usize = load<u32>(entry);
  const length: usize = load<u32>(entry, 4);
  for (let i: usize = 0; i < length; i++) if (lower(load<u8>(at + i)) !== load<u8>(word + i)) return false;
  const end = at + length + load<u32>(entry, 8);
  for (let i = at + length; i < end; i++) if (!isOfName(lower(load<u8>(i)))) return false;
  return true;
}

/** As JavaScript has it for Latin-1. */
function lower(byte: u8): u8 {
  return byte - 0x41 < 26 || (byte - 0xc0 < 31 && byte !== 0xd7) ? byte | 0x20 : byte;
}

/** A small letter, a digit, `_` or `-`. */
function isOfName(byte: u8): bool {
  return byte - 0x61 < 26 || byte - 0x30 < 10 || byte === 0x5f || byte === 0x2d;
}
