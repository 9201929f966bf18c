import { gunzipSync } from 'node:zlib';
import { type Item, readItem } from './items.ts';
import { Broken, type Reader, readerOf, Strange, take, word } from './reader.ts';

/** An atomic vector with NA as null; null for lists and all else. */
export type RdsValue = readonly (boolean | number | string | null)[] | null;

/** What is in a file that R's `saveRDS` wrote; `why` is to be read after its name. */
export type Rds =
  | {
      readonly state: 'read';
      /** Of R's serialization. */
      readonly version: number;
      readonly type: 'list' | 'other';
      /** The names of its elements, as R gives them. */
      readonly names: readonly string[];
      /** Elements by their names, the first of each. */
      readonly values: ReadonlyMap<string, RdsValue>;
    }
  /** R refuses it. */
  | { readonly state: 'broken'; readonly why: string }
  /** R may read it; we cannot tell. */
  | { readonly state: 'unjudged'; readonly why: string };

/**
 * Reads one R value to its last byte: plain or gzip with its check sum, R's binary serialization 2 and 3. Never throws; inflates at
 * most 64 MiB.
 */
export function readRds(bytes: Uint8Array): Rds {
  try {
    return readSerialized(startsWith(bytes, [0x1f, 0x8b]) ? inflate(bytes) : bytes);
  } catch (error) {
    if (error instanceof Broken) return { state: 'broken', why: error.message };
    if (error instanceof Strange) return { state: 'unjudged', why: error.message };
    throw error;
  }
}

const LONGEST = 64 * 1024 * 1024;

const FOREIGN = [
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
    return gunzipSync(bytes, { maxOutputLength: LONGEST });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new Strange('holds more than 64 MiB');
    throw new Broken(code === 'Z_BUF_ERROR' ? 'is cut off' : 'does not inflate, or fails its check sum');
  }
}

function readSerialized(bytes: Uint8Array): Rds {
  const foreign = FOREIGN.find(({ magic }) => startsWith(bytes, magic));
  if (foreign !== undefined) throw new Strange(foreign.why);
  if (!startsWith(bytes, [0x58, 0x0a])) throw new Broken(bytes.length === 0 ? 'is empty' : 'is not in any format of R');
  const reader = readerOf(bytes, 2);
  const version = word(reader);
  if (version !== 2 && version !== 3)
    throw new Broken(`is in version ${version} of R's serialization, which there is not`);
  skipHead(reader, version);
  const item = readItem(reader);
  const names = namesOf(item);
  const values = new Map<string, RdsValue>();
  for (const [at, name] of names.entries()) if (!values.has(name)) values.set(name, item.items[at]?.atoms ?? null);
  return { state: 'read', version, type: item.isList ? 'list' : 'other', names, values };
}

/** The R that wrote it, the oldest that reads it, and since version 3 the name of its encoding. */
function skipHead(reader: Reader, version: number): void {
  take(reader, 8);
  if (version === 3) take(reader, word(reader));
}

function namesOf({ attributes }: Item): readonly string[] {
  const names = attributes.get('names')?.atoms ?? [];
  return names.map((name) => (typeof name === 'string' ? name : 'NA'));
}
