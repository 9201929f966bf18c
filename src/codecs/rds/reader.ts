import { asBuffer } from '../as-buffer.ts';

/** R refuses the file; the message is to be read after its name. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** Something that R reads, and this reader does not. */
export class Strange extends Error {
  override readonly name = 'Strange';
}

/** A place in serialized bytes. */
export interface Reader {
  readonly bytes: Buffer;
  at: number;
  /** Symbols met so far: later ones refer back to them. */
  readonly symbols: string[];
}

/** Begins to read at an offset. */
export function readerOf(bytes: Uint8Array, at: number): Reader {
  return { bytes: asBuffer(bytes), at, symbols: [] };
}

/** The next four bytes as a whole number. */
export function word(reader: Reader): number {
  return reader.bytes.readInt32BE(takeBytes(reader, 4));
}

/** Reads without moving on. */
export function peek(reader: Reader): number {
  return word({ ...reader });
}

/** The next eight bytes as a number; R's NA is null. */
export function real(reader: Reader): number | null {
  const at = takeBytes(reader, 8);
  const isNA = reader.bytes.readUInt32BE(at + 4) === NA_LOW && Number.isNaN(reader.bytes.readDoubleBE(at));
  return isNA ? null : reader.bytes.readDoubleBE(at);
}

/** How many elements follow. */
export function lengthOf(reader: Reader): number {
  const length = word(reader);
  if (length >= 0) return length;
  if (length !== -1) throw new Broken(`has a vector of length ${length}`);
  return word(reader) * 2 ** 32 + (word(reader) >>> 0);
}

/** Steps over bytes and answers where they begin. Throws Broken where there are not so many. */
export function takeBytes(reader: Reader, count: number): number {
  const { at } = reader;
  if (count < 0 || at + count > reader.bytes.length) throw new Broken('is cut off');
  reader.at += count;
  return at;
}

/** The lower half of the NaN that is R's NA. */
const NA_LOW = 1954;
