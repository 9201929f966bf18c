// Reads from the tape of a window of lines what nearly every record of a session of Claude Code is, into a row of columns for each.
// AssemblyScript, compiled together with scan.ts. src/stores/claude/read/plain-record.ts says what the columns are, and what is plain.

import { find, hash, isName, isNone, isText, kindOf, lengthOf, nextOf, placeOf, readFrom, startOf } from './tokens';

// As in scan.ts.
const OBJECT: u32 = 1;
const ARRAY: u32 = 2;
const STRING: u32 = 3;
const NUMBER: u32 = 4;
const TRUE: u32 = 5;
const FALSE: u32 = 6;
const NULL: u32 = 7;
const ROW: usize = 16;
const SOUND: u32 = 1;

// Sets of words, in the order of `PLAIN_COLUMNS` in plain-record.ts.
const OWN: usize = 0;
const MESSAGE: usize = 1;
const BLOCK: usize = 2;
const USAGE: usize = 3;
const BLOCK_TYPES: usize = 4;
const RECORD_TYPES: usize = 5;
const SUBTYPES: usize = 6;
const SNAPSHOTS: usize = 7;

// Where each column begins in its row, in bytes, its class at 0: as `COLUMN` and `OWN_PLACES` have them.
const TYPE: usize = 4;
const FLAGS: usize = 8;
const TIME: usize = 12;
const ID: usize = 20;
const PARENT: usize = 28;
const ANSWER: usize = 36;
const SESSION: usize = 44;
const FIRST: usize = 52;
const BLOCKS: usize = 56;
const COUNTED: usize = 60;
const TOKENS: usize = 64;
const VALUES: usize = 80;
const UUID: usize = 84;
const PARENT_UUID: usize = 88;
const IS_SIDECHAIN: usize = 92;
const TEAM_NAME: usize = 96;
const IS_META: usize = 100;
const IS_COMPACT_SUMMARY: usize = 104;
const SUBTYPE: usize = 108;
const SESSION_ID: usize = 112;
const OWN_MESSAGE: usize = 116;
const OWN_CONTENT: usize = 124;
const IS_API_ERROR: usize = 132;
const SNAPSHOT: usize = 136;
const IS_DISPLAY_ONLY: usize = 148;
const TIMESTAMP: usize = 152;
const MESSAGE_VALUES: usize = 172;
const MESSAGE_ID: usize = 176;
const MESSAGE_USAGE: usize = 184;
const WIDTH: usize = 188;

// The same of a row of blocks: as `BLOCK_COLUMN` has them.
const CALL_ID: usize = 12;
const BLOCK_WIDTH: usize = 20;

// As in record-classes.ts, and `BITS` of records.ts.
const USER: u32 = 6;
const ASSISTANT: u32 = 7;
const SYSTEM: u32 = 8;
const ATTACHMENT: u32 = 9;
const PROGRESS: u32 = 10;
const OTHER: u32 = 4;
const TALKING: u32 = 5;
const SIDECHAIN: u32 = 1;
const META: u32 = 4;
const SUMMARY: u32 = 8;
const PAIRED: u32 = 32;
const CONTENT: u32 = 128;
const AS_USER: u32 = 512;
const RESULTS: u32 = 2048;
const END: u32 = 16;
const PARENT_SHIFT: u32 = 18;
const CALLS: u32 = 20;
const MANY: u32 = 4095;
/** Places of `SUBTYPES`, counted from 1. */
const BOUNDARY: u32 = 1;
const LOCAL_COMMAND: u32 = 2;

// As `BLOCK` and `BLOCK_TYPE` of content.ts.
const BLOCK_TYPE: usize = 0;
const TEXT: usize = 4;
const INNER: usize = 8;
const INPUT: usize = 12;
const THINKING: usize = 16;
const SIGNATURE: usize = 20;
const NAME: usize = 24;
const CALL: usize = 28;
const CALLER: usize = 32;
const TEXT_BLOCK: u32 = 0;
const CALL_BLOCK: u32 = 1;
const RESULT_BLOCK: u32 = 3;
const THINKING_BLOCK: u32 = 4;
const IMAGE_BLOCK: u32 = 5;
const NAME_LIMIT: i32 = 200;
/** In place of a day. */
const NO_DAY: u32 = 0x80000000;
/** Bytes of the common form of a time, with quotes. */
const TIME_LENGTH: u32 = 26;
/** Digits of a number of tokens that is counted here. */
const DIGITS: u32 = 9;

/** The values of the block that is looked at, by the places of `BLOCK`. */
const FIELDS = memory.data(9 * 4);
/** The same of a block in the list of a result. */
const INNER_FIELDS = memory.data(9 * 4);

let flags: u32 = 0;
let calls: u32 = 0;
/** Where the next block is written, and where there is room for no more. */
let block: usize = 0;
let lastBlock: usize = 0;

/**
 * Reads the `count` rows of `table`, made by `rows` of the text at `from` and the tape at `tokens`, into columns at `into`, and their
 * blocks, `most` at most, to `blocks`. The class of a row that is not plain is 0.
 */
export function records(
  from: usize,
  tokens: usize,
  table: usize,
  count: i32,
  into: usize,
  blocks: usize,
  most: usize,
): void {
  readFrom(from, tokens);
  block = blocks;
  lastBlock = blocks + most * BLOCK_WIDTH;
  for (let n: i32 = 0; n < count; n++) {
    const first = block;
    store<u32>(into, ((first - blocks) / BLOCK_WIDTH) as u32, FIRST);
    const isSound = (load<u32>(table, 12) & SOUND) !== 0;
    const kind = isSound ? plainClass(load<u32>(table, 8), into) : 0;
    if (kind === 0) block = first;
    if (kind >= USER) linkRow(into, kind, load<u8>(from + (load<u32>(table, 4) as usize)) === 0x0d ? 2 : 1);
    store<u32>(into, ((block - first) / BLOCK_WIDTH) as u32, BLOCKS);
    store<u32>(into, kind);
    table += ROW;
    into += WIDTH;
  }
}

/** The class of the record at a token; 0 where it is not plain. */
function plainClass(token: u32, into: usize): u32 {
  flags = 0;
  calls = 0;
  store<u32>(into, 0, COUNTED);
  for (let i: usize = MESSAGE_VALUES; i < WIDTH; i += 4) store<u32>(into + i, 0);
  if (!find(token, OWN, into + VALUES, 23)) return 0;
  const place = placeOf(load<u32>(into, VALUES), RECORD_TYPES);
  if (place === 0) return 0;
  store<u32>(into, place - 1, TYPE);
  if (place > TALKING) return isBeside(into) ? OTHER : 0;
  const kind = USER + place - 1;
  return isLinked(into) && isSaid(kind, into) ? kind : 0;
}

function isBeside(into: usize): bool {
  if (load<u32>(into, OWN_MESSAGE) !== 0) return false;
  if (placeOf(load<u32>(into, VALUES), SNAPSHOTS) === 0) return true;
  return load<u32>(into, UUID) === 0 && !isNone(load<u32>(into, SNAPSHOT));
}

/** Its names, its parent's, and its marks. */
function isLinked(into: usize): bool {
  const parent = load<u32>(into, PARENT_UUID);
  if (!isName(load<u32>(into, UUID)) || (!isNone(parent) && !isName(parent))) return false;
  return (
    isNone(load<u32>(into, TEAM_NAME)) &&
    isMarked(load<u32>(into, IS_SIDECHAIN), SIDECHAIN) &&
    isMarked(load<u32>(into, IS_META), META) &&
    isMarked(load<u32>(into, IS_COMPACT_SUMMARY), SUMMARY) &&
    isMarked(load<u32>(into, IS_API_ERROR), 0)
  );
}

/** Takes in a mark that is true, false or not there; one without a flag may not be true. */
function isMarked(token: u32, flag: u32): bool {
  const kind = kindOf(token);
  if (kind === TRUE) flags |= flag;
  return kind === 0 || kind === FALSE || kind === NULL || (kind === TRUE && flag !== 0);
}

function isSaid(kind: u32, into: usize): bool {
  if (kind === PROGRESS || kind === ATTACHMENT) return true;
  return kind === SYSTEM ? isNoBoundary(into) : isMessage(kind, into);
}

/** Of a record of the system: marks the output of a typed command, which is sent. */
function isNoBoundary(into: usize): bool {
  const subtype = load<u32>(into, SUBTYPE);
  if (isNone(subtype)) return true;
  const place = placeOf(subtype, SUBTYPES);
  const isOutput = kindOf(load<u32>(into, OWN_CONTENT)) === STRING && kindOf(load<u32>(into, IS_DISPLAY_ONLY)) !== TRUE;
  if (place === LOCAL_COMMAND && isOutput) flags |= AS_USER;
  return isName(subtype) && place !== BOUNDARY;
}

function isMessage(kind: u32, into: usize): bool {
  const message = load<u32>(into, OWN_MESSAGE);
  if (kindOf(message) !== OBJECT || !find(message, MESSAGE, into + MESSAGE_VALUES, 4)) return false;
  const id = load<u32>(into, MESSAGE_ID);
  if (kind === ASSISTANT) {
    if (!isNone(id) && !isName(id)) return false;
    store<u32>(into, isCounted(load<u32>(into, MESSAGE_USAGE), into + TOKENS) as u32, COUNTED);
  }
  flags |= CONTENT;
  const content = load<u32>(into, MESSAGE_VALUES);
  const type = kindOf(content);
  if (type === STRING) return kind === ASSISTANT || startsPlainly(content);
  return type === ARRAY && areBlocks(content, kind);
}

/** Reads the numbers of tokens of an answer; false where one of them is no short whole number. */
function isCounted(usage: u32, into: usize): bool {
  if (kindOf(usage) !== OBJECT || !find(usage, USAGE, into, 4)) return false;
  for (let i: usize = 0; i < 16; i += 4) {
    const token = load<u32>(into + i);
    const number = token === 0 ? 0 : wholeNumber(token);
    if (number < 0) return false;
    store<i32>(into + i, number);
  }
  return true;
}

/** A number of up to nine digits and nothing else; -1 for others. */
function wholeNumber(token: u32): i32 {
  const length = lengthOf(token);
  if (kindOf(token) !== NUMBER || length > DIGITS) return -1;
  const at = startOf(token);
  let number: i32 = 0;
  for (let n: u32 = 0; n < length; n++) {
    const digit = (load<u8>(at + n) as u32) - 0x30;
    if (digit > 9) return -1;
    number = number * 10 + (digit as i32);
  }
  return number;
}

/** The blocks of a message: none is refused by the API. */
function areBlocks(content: u32, kind: u32): bool {
  const end = nextOf(content);
  if (end === content + 1) return false;
  let others = false;
  for (let at = content + 1; at < end; at = nextOf(at)) {
    if (kindOf(at) !== OBJECT || block === lastBlock || !find(at, BLOCK, FIELDS, 9)) return false;
    const type = placeOf(load<u32>(FIELDS, BLOCK_TYPE), BLOCK_TYPES) - 1;
    if (!isHarmless(type, kind)) return false;
    if (type !== RESULT_BLOCK) others = true;
    addBlock(at, type);
  }
  if (!others) flags |= RESULTS;
  return true;
}

function addBlock(token: u32, type: u32): void {
  const isCall = type === CALL_BLOCK;
  store<u32>(block, token);
  store<u32>(block, type, 4);
  store<u32>(block, load<u32>(FIELDS + (isCall ? NAME : type === TEXT_BLOCK ? TEXT : INNER)), 8);
  if (isCall) calls++;
  if (isCall || type === RESULT_BLOCK) {
    flags |= PAIRED;
    hash(load<u32>(FIELDS + (isCall ? CALL : CALLER)), block + CALL_ID);
  }
  block += BLOCK_WIDTH;
}

function isHarmless(type: u32, kind: u32): bool {
  if (type === TEXT_BLOCK) {
    const said = load<u32>(FIELDS, TEXT);
    return kindOf(said) === STRING && (kind === ASSISTANT || startsPlainly(said));
  }
  if (type === THINKING_BLOCK)
    return kindOf(load<u32>(FIELDS, THINKING)) === STRING && isText(load<u32>(FIELDS, SIGNATURE));
  if (type === RESULT_BLOCK) return isName(load<u32>(FIELDS, CALLER)) && isWithoutImage(load<u32>(FIELDS, INNER));
  if (type !== CALL_BLOCK || kind !== ASSISTANT) return false;
  const name = load<u32>(FIELDS, NAME);
  return (
    isName(load<u32>(FIELDS, CALL)) &&
    kindOf(load<u32>(FIELDS, INPUT)) === OBJECT &&
    isText(name) &&
    (lengthOf(name) as i32) - 2 <= NAME_LIMIT
  );
}

/** True for the content of a result that is no list, or one of blocks whose types are known not to be images. */
function isWithoutImage(content: u32): bool {
  if (kindOf(content) !== ARRAY) return true;
  const end = nextOf(content);
  for (let at = content + 1; at < end; at = nextOf(at)) {
    if (kindOf(at) !== OBJECT || !find(at, BLOCK, INNER_FIELDS, 9)) return false;
    const type = load<u32>(INNER_FIELDS, BLOCK_TYPE);
    if (!isName(type) || placeOf(type, BLOCK_TYPES) - 1 === IMAGE_BLOCK) return false;
  }
  return true;
}

/** Writes what links a record to others, and what `Records` holds of it. */
function linkRow(into: usize, kind: u32, width: u32): void {
  writeTime(load<u32>(into, TIMESTAMP), into + TIME);
  hash(load<u32>(into, UUID), into + ID);
  const parent = load<u32>(into, PARENT_UUID);
  const hasParent = kindOf(parent) === STRING;
  if (hasParent) hash(parent, into + PARENT);
  else store<u64>(into, 0, PARENT);
  const answer = kind === ASSISTANT ? load<u32>(into, MESSAGE_ID) : 0;
  if (kindOf(answer) === STRING) hash(answer, into + ANSWER);
  else store<u64>(into, 0, ANSWER);
  const session = load<u32>(into, SESSION_ID);
  if (isName(session)) hash(session, into + SESSION);
  else store<u64>(into, 0, SESSION);
  const many = calls < MANY ? calls : MANY;
  store<u32>(into, flags | (width << END) | ((hasParent as u32) << PARENT_SHIFT) | (many << CALLS), FLAGS);
}

/** Writes the day of a time, counted from 1970, and its milliseconds since midnight; `NO_DAY` for a text of another form. */
function writeTime(token: u32, into: usize): void {
  store<u32>(into, NO_DAY);
  const at = kindOf(token) === STRING && lengthOf(token) === TIME_LENGTH ? startOf(token) + 1 : 0;
  if (at === 0 || !isOfTimeForm(at)) return;
  const year = digits(at, 4);
  const month = digits(at + 5, 2);
  const date = digits(at + 8, 2);
  const hour = digits(at + 11, 2);
  if (month - 1 > 11 || date - 1 >= daysIn(year, month) || hour > 23) return;
  store<u32>(into, dayOf(year, month, date));
  const seconds = (hour * 60 + digits(at + 14, 2)) * 60 + digits(at + 17, 2);
  store<u32>(into, seconds * 1000 + digits(at + 20, 3), 4);
}

/** `9999-19-39T29:59:59.999Z`: each digit is the largest one at its place. */
function isOfTimeForm(at: usize): bool {
  const date = i64x2(0x2d39312d39393939, 0x39353a3932543933);
  const time = i64x2(0x39353a3932543933, 0x5a3939392e39353a);
  return areWithin(v128.load(at), date) && areWithin(v128.load(at, 8), time);
}

/** Each byte where `form` has a digit is a digit up to that; any other is as there. */
function areWithin(bytes: v128, form: v128): bool {
  const digits = v128.and(i8x16.ge_u(form, i8x16.splat(0x30)), i8x16.le_u(form, i8x16.splat(0x39)));
  const least = v128.bitselect(i8x16.splat(0x30), form, digits);
  return i8x16.all_true(v128.and(i8x16.ge_u(bytes, least), i8x16.le_u(bytes, form)));
}

function digits(at: usize, count: usize): u32 {
  let number: u32 = 0;
  for (let i: usize = 0; i < count; i++) number = number * 10 + load<u8>(at + i) - 0x30;
  return number;
}

function daysIn(year: u32, month: u32): u32 {
  if (month !== 2) return 30 + ((month + (month >>> 3)) & 1);
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Days from the first of January 1970 on, by years that begin in March. */
function dayOf(year: i32, month: i32, date: i32): i32 {
  const past = month < 3 ? year - 1 : year;
  const ofYear = (153 * (month < 3 ? month + 9 : month - 3) + 2) / 5 + date - 1;
  // So that none is negative.
  const years = past + 400;
  return years * 365 + years / 4 - years / 100 + years / 400 + ofYear - 719468 - 146097;
}

/** As `startsPlainly` of content.ts. */
function startsPlainly(token: u32): bool {
  const two = load<u16>(startOf(token) + 1);
  const one = two & 0xff;
  if (one <= 0x7f) return one > 0x20 && one !== 0x22 && one !== 0x5c;
  return two !== 0x85c2 && two !== 0xa0c2 && two !== 0x9ae1 && two !== 0x80e2 && two !== 0x81e2 && two !== 0x80e3;
}
