// Reads values from a tape, whose tokens are counted from 0. AssemblyScript, compiled together with record.ts.

// As in scan.ts.
const STRING: u32 = 3;
const NULL: u32 = 7;
/** ESCAPED and WIDE. */
const ODD: u32 = 48;

let text: usize = 0;
let tape: usize = 0;

/** Has all values be those of this text and its tape. */
export function readFrom(from: usize, tokens: usize): void {
  text = from;
  tape = tokens;
}

/** For each set of words: by the number of a word its place, counted from 1. */
const PLACES = memory.data(8 * 2048);

/** Has a set hold a known word at a place, counted from 0. */
export function hold(set: usize, word: usize, place: u32): void {
  store<u8>(PLACES + (set << 11) + word, (place + 1) as u8);
}

/** Finds the values of the keys of a set, 0 for none; false where a key is spelled with escapes, or beyond ASCII. */
export function find(object: u32, set: usize, into: usize, count: usize): bool {
  for (let i: usize = 0; i < count << 2; i += 4) store<u32>(into + i, 0);
  const end = nextOf(object);
  for (let key = object + 1; key < end; key = nextOf(key + 1)) {
    const head = headOf(key);
    if ((head & ODD) !== 0) return false;
    const place = placeIn(head, set);
    if (place !== 0) store<u32>(into + ((place - 1) << 2), key + 1);
  }
  return true;
}

/** Which text of a set a value is, counted from 1; 0 for none. */
export function placeOf(token: u32, set: usize): u32 {
  return kindOf(token) === STRING ? placeIn(headOf(token), set) : 0;
}

function placeIn(head: u32, set: usize): u32 {
  return load<u8>(PLACES + (set << 11) + ((head >>> 16) as usize));
}

export function isNone(token: u32): bool {
  const kind = kindOf(token);
  return kind === 0 || kind === NULL;
}

/** A text of ASCII without escapes, and not an empty one. */
export function isName(token: u32): bool {
  return isText(token) && (headOf(token) & ODD) === 0;
}

/** A text, and not an empty one. */
export function isText(token: u32): bool {
  return kindOf(token) === STRING && lengthOf(token) > 2;
}

function headOf(token: u32): u32 {
  return load<u32>(tape + ((token as usize) << 4));
}

/** 0 for no token. */
export function kindOf(token: u32): u32 {
  return token === 0 ? 0 : headOf(token) & 7;
}

/** Where its bytes begin in the text, and in memory. */
export function offsetOf(token: u32): u32 {
  return load<u32>(tape + ((token as usize) << 4), 4);
}

export function startOf(token: u32): usize {
  return text + (offsetOf(token) as usize);
}

/** Bytes in the text, with quotes. */
export function lengthOf(token: u32): u32 {
  const at = tape + ((token as usize) << 4);
  return load<u32>(at, 8) - load<u32>(at, 4);
}

export function nextOf(token: u32): u32 {
  return load<u32>(tape + ((token as usize) << 4), 12);
}

/** As `hashBytes` of src/stores/engine/hash.ts, of a text. */
export function hash(token: u32, into: usize): void {
  const length = lengthOf(token) - 2;
  const from = startOf(token) + 1;
  let a: u32 = 0x9e3779b9 ^ length;
  let b: u32 = 0x85ebca6b ^ length;
  for (let i: u32 = 0; i < length; i += 4) {
    let unit = load<u32>(from + i);
    if (length - i < 4) unit &= (1 << ((length - i) << 3)) - 1;
    a = rotl((a ^ unit) * 0x85ebca77, 13);
    b = rotl((b ^ unit) * 0xc2b2ae3d, 15);
  }
  a = ((a ^ (a >>> 16)) * 0x45d9f3b) ^ ((b ^ (b >>> 13)) * 0x27d4eb2f);
  b = ((b ^ (b >>> 16)) * 0x45d9f3b) ^ ((a ^ (a >>> 13)) * 0x165667b1);
  store<u32>(into, a);
  store<u32>(into, b, 4);
}
