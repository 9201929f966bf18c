// Finds keys in a window of text that may be no JSON. AssemblyScript, compiled together with scan.ts.

import { isQuote, mayKnow, wordAt } from './scan';

// Learned numbers, as in src/codecs/json/key-places.ts. Lower byte, of a key: whether each counts, each before `true`, or each before
// a text of a group. Upper byte, of such a text: its group and its name.
const NAME: u32 = 31;
const TRUE: u32 = 64;
const GROUP: u32 = 128;
/** Of the first and the last place of each name. */
const ENDS: usize = 32 * 8;
const PLACE: usize = 12;

/**
 * Finds the keys that were learned, each up to 15 bytes long, in the `length` bytes at `from`, which have 16 zeros before them and 128
 * behind. `table` gets the first and the last place of each name, -1 for none, then the places: where the value begins, the place of
 * that name before, and the next one.
 */
export function keys(from: usize, length: usize, table: usize): void {
  const end = from + length;
  const places = table + ENDS;
  for (let i = table; i < places; i += 16) v128.store(i, i32x4.splat(-1));
  let w = places;
  for (let i = from; i < end; i += 32) {
    const a = v128.and(isQuote(v128.load(i)), isColon(v128.load(i, 1)));
    const b = v128.and(isQuote(v128.load(i, 16)), isColon(v128.load(i, 17)));
    if (!v128.any_true(v128.or(a, b))) continue;
    let found = (i8x16.bitmask(a) as u32) | ((i8x16.bitmask(b) as u32) << 16);
    for (; found !== 0; found &= found - 1) w = meet(table, w, i + (ctz(found) as usize), from);
  }
}

/** Takes the key that ends at a quote, if it is a learned one; answers where the next place is written. */
function meet(table: usize, w: usize, quote: usize, from: usize): usize {
  const number = numberBefore(quote);
  if (number === 0) return w;
  const value = quote + (load<u8>(quote, 2) === 0x20 ? 3 : 2);
  const name = nameOf(number, value);
  if (name === 0) return w;
  hold(table, w, name, (value - from) as i32);
  return w + PLACE;
}

/** The learned number of the key that ends at a quote; 0 for none. */
function numberBefore(quote: usize): u32 {
  const before: u32 = i8x16.bitmask(isQuote(v128.load(quote - 16)));
  if (before === 0) return 0;
  const length: usize = clz(before) - 16;
  if (!mayKnow(load<u8>(quote - length), length)) return 0;
  return (wordAt(quote - length, length) >>> 16) & 255;
}

/** Writes a place at `w`, and to the one of that name before it. */
function hold(table: usize, w: usize, name: u32, at: i32): void {
  const places = table + ENDS;
  const own = table + ((name as usize) << 3);
  const n = ((w - places) / PLACE) as i32;
  const last = load<i32>(own, 4);
  store<i32>(w, at);
  store<i32>(w, last, 4);
  store<i32>(w, -1, 8);
  if (last < 0) store<i32>(own, n);
  else store<i32>(places + (last as usize) * PLACE, n, 8);
  store<i32>(own, n, 4);
}

/** The name under which a key counts whose value begins at a place; 0 for none. */
function nameOf(number: u32, value: usize): u32 {
  if ((number & GROUP) === 0) return (number & TRUE) === 0 || load<u32>(value) === 0x65757274 ? number & NAME : 0;
  if (load<u8>(value) !== 0x22) return 0;
  const quotes =
    (i8x16.bitmask(isQuote(v128.load(value, 1))) as u32) |
    ((i8x16.bitmask(isQuote(v128.load(value, 17))) as u32) << 16);
  if (quotes === 0) return 0;
  const text = wordAt(value + 1, ctz(quotes) as usize) >>> 24;
  return text >>> 5 === (number & 7) ? text & NAME : 0;
}

function isColon(block: v128): v128 {
  return i8x16.eq(block, i8x16.splat(0x3a));
}
