import { gunzipSync } from 'node:zlib';
import { asBuffer } from '../bytes.ts';

/** An atomic vector with NA as null; null for other types. */
export type RdsValue = readonly (boolean | number | string | null)[] | null;

/** A file of R's `saveRDS`; `why` follows its name. */
export type Rds =
  | {
      readonly state: 'read';
      readonly version: number;
      readonly type: 'list' | 'other';
      readonly names: readonly string[];
      /** The first element of each name in the list. */
      readonly values: ReadonlyMap<string, RdsValue>;
    }
  | { readonly state: 'broken'; readonly why: string }
  /** Not supported by this reader; R may read it. */
  | { readonly state: 'unjudged'; readonly why: string };

/** Reads one R value to its last byte: plain or gzip with checksum, R's binary serialization 2 and 3. Never throws; inflates at most 64 MiB. */
export function readRds(bytes: Uint8Array): Rds {
  if (bytes.length > MAX_CACHED_BYTES) return readAny(bytes);
  const key = asBuffer(bytes).toString('latin1');
  const known = recent.get(key);
  if (known !== undefined) return known;
  const read = readAny(bytes);
  if (recent.size === MAX_RECENT) recent.clear();
  recent.set(key, read);
  return read;
}

// Cached, since most conversations have equal variables, and inflating a small file is slow.
const recent = new Map<string, Rds>();
const MAX_CACHED_BYTES = 512;
const MAX_RECENT = 256;

function readAny(bytes: Uint8Array): Rds {
  try {
    return readSerialized(startsWith(bytes, [0x1f, 0x8b]) ? inflate(bytes) : bytes);
  } catch (error) {
    if (error instanceof RdsError) return { state: 'broken', why: error.message };
    if (error instanceof UnsupportedRds) return { state: 'unjudged', why: error.message };
    throw error;
  }
}

const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

const OTHER_FORMATS = [
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], why: 'is compressed with xz' },
  { magic: [0x42, 0x5a, 0x68], why: 'is compressed with bzip2' },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], why: 'is compressed with zstd' },
  { magic: [0x41, 0x0a], why: 'is serialized as text' },
  { magic: [0x42, 0x0a], why: 'is serialized in the byte order of another machine' },
] as const;

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    // A file of a hundred bytes needs no buffer of 16 KiB.
    const chunkSize = Math.min(8 * Math.max(bytes.length, 64), 2 ** 14);
    return gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES, chunkSize });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new UnsupportedRds('holds more than 64 MiB');
    throw new RdsError(code === 'Z_BUF_ERROR' ? 'is cut off' : 'does not inflate, or fails its check sum');
  }
}

function readSerialized(bytes: Uint8Array): Rds {
  const format = OTHER_FORMATS.find(({ magic }) => startsWith(bytes, magic));
  if (format !== undefined) throw new UnsupportedRds(format.why);
  if (!startsWith(bytes, [0x58, 0x0a]))
    throw new RdsError(bytes.length === 0 ? 'is empty' : 'is not in any format of R');
  const reader = readerOf(bytes, 2);
  const version = word(reader);
  if (version !== 2 && version !== 3)
    throw new RdsError(`is in version ${version} of R's serialization, which there is not`);
  skipHead(reader, version);
  const item = readItem(reader);
  const names = namesOf(item);
  const values = new Map<string, RdsValue>();
  for (const [at, name] of names.entries()) if (!values.has(name)) values.set(name, item.items[at]?.atoms ?? null);
  return { state: 'read', version, type: item.isList ? 'list' : 'other', names, values };
}

/** Skips the versions of the writing R and of the oldest reader, and since version 3 the encoding. */
function skipHead(reader: Reader, version: number): void {
  takeBytes(reader, 8);
  if (version === 3) takeBytes(reader, word(reader));
}

function namesOf({ attributes }: RdsItem): readonly string[] {
  const names = attributes.get('names')?.atoms ?? [];
  return names.map((name) => (typeof name === 'string' ? name : 'NA'));
}

interface RdsItem {
  readonly isList: boolean;
  /** The elements of a list, none for other types. */
  readonly items: readonly RdsItem[];
  /** The elements of an atomic vector, NA as null, and null for other types. */
  readonly atoms: readonly Atom[] | null;
  readonly attributes: ReadonlyMap<string, RdsItem>;
}

type Atom = boolean | number | string | null;

/** Reads one item. Throws RdsError for bytes that R cannot read, UnsupportedRds for those that only this reader cannot. */
function readItem(reader: Reader, depth = 0): RdsItem {
  if (depth > MAX_DEPTH) throw new UnsupportedRds(`is nested deeper than ${MAX_DEPTH} levels`);
  const flags = word(reader);
  const type = flags & 0xff;
  if (ITEMS_WITHOUT_DATA.has(type)) return EMPTY_ITEM;
  if (PAIRS.has(type)) return readPairs(reader, flags, depth);
  const read = ITEM_READERS.get(type);
  if (read === undefined) throw new UnsupportedRds(`holds a value of R's type ${type}`);
  const item = read(reader, flags, depth);
  if ((flags & HAS_ATTRIBUTES) === 0 || BY_ITSELF.has(type)) return item;
  return { ...item, attributes: readAttributes(reader, depth) };
}

const MAX_DEPTH = 500;
const HAS_ATTRIBUTES = 0x200;
const HAS_TAG = 0x400;
const CHARSXP = 9;
const NA_WORD = -(2 ** 31);

const EMPTY_ITEM: RdsItem = { isList: false, items: [], atoms: null, attributes: new Map() };

/** Types without data: NULL, and the environments that every R has. */
const ITEMS_WITHOUT_DATA: ReadonlySet<number> = new Set([254, 253, 252, 251, 247, 242, 241]);

/** Types whose attribute bits have another meaning: symbols, texts, short forms and references. */
const BY_ITSELF: ReadonlySet<number> = new Set([1, CHARSXP, 238, 255]);

const PAIRS: ReadonlySet<number> = new Set([2, 5, 6, 17]);

type ItemReader = (reader: Reader, flags: number, depth: number) => RdsItem;

const ITEM_READERS: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [1, readSymbol],
  [CHARSXP, (reader) => atoms([readText(reader)])],
  [10, (reader) => atoms(repeat(reader, 4, () => truth(word(reader))))],
  [13, (reader) => atoms(repeat(reader, 4, () => whole(word(reader))))],
  [14, (reader) => atoms(repeat(reader, 8, () => real(reader)))],
  [15, (reader) => skip(reader, 16)],
  [16, (reader, _, depth) => atoms(repeat(reader, 8, () => readItem(reader, depth + 1).atoms?.[0] ?? null))],
  [19, readList],
  [20, readList],
  [24, (reader) => skip(reader, 1)],
  [238, readCompact],
  [255, readReference],
]);

function atoms(values: readonly Atom[]): RdsItem {
  return { ...EMPTY_ITEM, atoms: values };
}

/** Reads a counted list. An element takes at least `size` bytes, so an impossible length is refused before allocation. */
function repeat<T>(reader: Reader, size: number, read: () => T): T[] {
  const length = lengthOf(reader);
  if (length * size > reader.bytes.length - reader.at) throw new RdsError('is cut off');
  const out: T[] = [];
  for (let i = 0; i < length; i++) out.push(read());
  return out;
}

function skip(reader: Reader, size: number): RdsItem {
  takeBytes(reader, lengthOf(reader) * size);
  return EMPTY_ITEM;
}

function truth(value: number): boolean | null {
  return value === NA_WORD ? null : value !== 0;
}

function whole(value: number): number | null {
  return value === NA_WORD ? null : value;
}

function readText(reader: Reader): string | null {
  const length = word(reader);
  if (length === -1) return null;
  const at = takeBytes(reader, length);
  const text = reader.bytes.toString('utf8', at, at + length);
  if (text.includes('\0')) throw new RdsError('holds a text with a NUL byte');
  return text;
}

function readSymbol(reader: Reader, _: number, depth: number): RdsItem {
  const item = readItem(reader, depth + 1);
  reader.symbols.push(String(item.atoms?.[0]));
  return item;
}

function readReference(reader: Reader, flags: number): RdsItem {
  const packed = flags >>> 8;
  const name = reader.symbols[(packed === 0 ? word(reader) : packed) - 1];
  if (name === undefined) throw new RdsError('refers to a symbol that is not there');
  return atoms([name]);
}

function readList(reader: Reader, _: number, depth: number): RdsItem {
  return { ...EMPTY_ITEM, isList: true, items: repeat(reader, 4, () => readItem(reader, depth + 1)) };
}

/** A vector in R's short form: class, state, attributes. */
function readCompact(reader: Reader, _: number, depth: number): RdsItem {
  for (let i = 0; i < 3; i++) readItem(reader, depth + 1);
  return EMPTY_ITEM;
}

/** Reads pair lists in a loop, since long ones are chains. */
function readPairs(reader: Reader, first: number, depth: number): RdsItem {
  const tagged = new Map<string, RdsItem>();
  for (let flags = first; ; flags = word(reader)) {
    if ((flags & HAS_ATTRIBUTES) !== 0) readItem(reader, depth + 1);
    const tag = (flags & HAS_TAG) === 0 ? null : readItem(reader, depth + 1);
    const value = readItem(reader, depth + 1);
    if (tag !== null) tagged.set(String(tag.atoms?.[0]), value);
    if (!PAIRS.has(peek(reader) & 0xff)) break;
  }
  readItem(reader, depth + 1);
  return { ...EMPTY_ITEM, attributes: tagged };
}

function readAttributes(reader: Reader, depth: number): ReadonlyMap<string, RdsItem> {
  return readItem(reader, depth + 1).attributes;
}

/** Thrown if R refuses the file; the message follows its name. */
class RdsError extends Error {
  override readonly name = 'RdsError';
}

/** Thrown if R reads the file, but this reader does not. */
class UnsupportedRds extends Error {
  override readonly name = 'UnsupportedRds';
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
  readonly symbols: string[];
}

function readerOf(bytes: Uint8Array, at: number): Reader {
  return { bytes: asBuffer(bytes), at, symbols: [] };
}

function word(reader: Reader): number {
  return reader.bytes.readInt32BE(takeBytes(reader, 4));
}

function peek(reader: Reader): number {
  return word({ ...reader });
}

/** A 64-bit double; R's NA is null. */
function real(reader: Reader): number | null {
  const at = takeBytes(reader, 8);
  const isNA = reader.bytes.readUInt32BE(at + 4) === NA_LOW && Number.isNaN(reader.bytes.readDoubleBE(at));
  return isNA ? null : reader.bytes.readDoubleBE(at);
}

function lengthOf(reader: Reader): number {
  const length = word(reader);
  if (length >= 0) return length;
  if (length !== -1) throw new RdsError(`has a vector of length ${length}`);
  return word(reader) * 2 ** 32 + (word(reader) >>> 0);
}

/** Skips bytes and returns their start. Throws RdsError if there are fewer. */
function takeBytes(reader: Reader, count: number): number {
  const { at } = reader;
  if (count < 0 || at + count > reader.bytes.length) throw new RdsError('is cut off');
  reader.at += count;
  return at;
}

/** Lower half of the NaN that is R's NA. */
const NA_LOW = 1954;
