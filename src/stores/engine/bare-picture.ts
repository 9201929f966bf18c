import { inflateSync } from 'node:zlib';

export interface BarePicture {
  readonly bytes: Buffer;
  /** The removed parts, inflated: comments, EXIF, XMP, profiles, private chunks, data after the picture. */
  readonly texts: readonly string[];
}

/** Parses a PNG, JPEG, GIF or WebP; null for others. Of a torn file, the part up to the damage. */
export function barePicture(bytes: Buffer): BarePicture | null {
  const parts = new Parts(bytes);
  if (bytes.length >= 8 && bytes.readUInt32BE(0) === 0x89504e47) readPng(bytes, parts);
  else if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) readJpeg(bytes, parts);
  else if (bytes.length >= 13 && bytes.toString('latin1', 0, 4) === 'GIF8') readGif(bytes, parts);
  else if (bytes.length >= 12 && bytes.toString('latin1', 8, 12) === 'WEBP') readWebp(bytes, parts);
  else return null;
  return parts.done();
}

class Parts {
  readonly #bytes: Buffer;
  readonly #chunks: Buffer[] = [];
  readonly #texts: string[] = [];
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  keep(to: number): void {
    this.#chunks.push(this.#bytes.subarray(this.at, to));
    this.at = to;
  }

  put(bytes: Buffer, to: number): void {
    this.#chunks.push(bytes);
    this.at = to;
  }

  /** Removes bytes up to a place; `said` is their text. */
  drop(to: number, said: Buffer = this.#bytes.subarray(this.at, to)): void {
    const text = said.toString('latin1');
    this.#texts.push(text);
    // UTF-16, as Windows writes it.
    if (text.includes('\0')) this.#texts.push(text.replaceAll('\0', ''));
    this.at = to;
  }

  done(): BarePicture {
    if (this.at < this.#bytes.length) this.drop(this.#bytes.length);
    return { bytes: Buffer.concat(this.#chunks), texts: this.#texts };
  }
}

const PNG_KEPT = new Set('IHDR,PLTE,IDAT,IEND,tRNS,gAMA,cHRM,sRGB,cICP,sBIT,bKGD,pHYs,acTL,fcTL,fdAT'.split(','));

function readPng(bytes: Buffer, parts: Parts): void {
  parts.keep(8);
  while (parts.at + 8 <= bytes.length) {
    const [length, type] = [bytes.readUInt32BE(parts.at), bytes.toString('latin1', parts.at + 4, parts.at + 8)];
    const end = Math.min(parts.at + 12 + length, bytes.length);
    if (PNG_KEPT.has(type)) parts.keep(end);
    else {
      const data = bytes.subarray(parts.at + 8, end);
      const said = ['zTXt', 'iTXt', 'iCCP'].includes(type) ? [data, inflatedIn(data)] : [data];
      parts.drop(end, Buffer.concat(said));
    }
    if (type === 'IEND') return;
  }
}

/** Limit of inflated bytes: texts in pictures are short. */
const MAX_INFLATED = 1 << 20;

/** The inflated text after a chunk's keyword; in `iTXt`, after its language too. */
function inflatedIn(data: Buffer): Buffer {
  for (let at = data.indexOf(0x78); at >= 0 && at < 400; at = data.indexOf(0x78, at + 1))
    try {
      return inflateSync(data.subarray(at), { maxOutputLength: MAX_INFLATED });
    } catch {
      // The zlib stream does not begin at this byte.
    }
  return Buffer.alloc(0);
}

function readJpeg(bytes: Buffer, parts: Parts): void {
  parts.keep(2);
  while (parts.at + 2 <= bytes.length && bytes[parts.at] === 0xff) {
    const marker = bytes[parts.at + 1] ?? 0;
    const length = marker === 0xd9 ? 0 : lengthAt(bytes, parts.at + 2);
    const end = Math.min(parts.at + 2 + length, bytes.length);
    if (isWritten(marker, length)) parts.drop(end);
    else parts.keep(marker === 0xda ? endOfScan(bytes, end) : end);
    if (marker === 0xd9) return;
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  return at + 2 > bytes.length ? 0 : bytes.readUInt16BE(at);
}

/** True for comments and data of applications, except two short segments on the meaning of colours. */
function isWritten(marker: number, length: number): boolean {
  if (marker === 0xfe) return true;
  return marker >= 0xe0 && marker <= 0xef && !((marker === 0xe0 || marker === 0xee) && length <= 16);
}

/** Offset of the next marker after a scan, in which 0xff is followed by 0 or a restart's number. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function readGif(bytes: Buffer, parts: Parts): void {
  parts.keep(Math.min(13 + tableOf(bytes[10] ?? 0), bytes.length));
  for (let sign = bytes[parts.at]; sign === 0x2c || sign === 0x21; sign = bytes[parts.at]) {
    const first = sign === 0x21 ? parts.at + 2 : parts.at + 11 + tableOf(bytes[parts.at + 9] ?? 0);
    const { end, data } = blocksOf(bytes, first);
    const isOrder = bytes[parts.at + 1] === 0xf9 || data.toString('latin1', 0, 11) === 'NETSCAPE2.0';
    if (sign === 0x2c || isOrder) parts.keep(end);
    else parts.drop(end, data);
  }
  if (bytes[parts.at] === 0x3b) parts.keep(parts.at + 1);
}

function tableOf(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Data of blocks of up to 255 bytes, and the offset of their end. */
function blocksOf(bytes: Buffer, from: number): { readonly end: number; readonly data: Buffer } {
  const blocks: Buffer[] = [];
  let at = from;
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
    blocks.push(bytes.subarray(at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { end: Math.min(at + 1, bytes.length), data: Buffer.concat(blocks) };
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);
const WEBP_FLAGS = 0x2c;

function readWebp(bytes: Buffer, parts: Parts): void {
  const chunks: Buffer[] = [];
  parts.at = 12;
  while (parts.at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', parts.at, parts.at + 4);
    const length = bytes.readUInt32LE(parts.at + 4);
    const end = Math.min(parts.at + 8 + length + (length % 2), bytes.length);
    if (WEBP_KEPT.has(type)) {
      const chunk = Buffer.from(bytes.subarray(parts.at, end));
      if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_FLAGS;
      chunks.push(chunk);
      parts.at = end;
    } else parts.drop(end);
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  parts.put(Buffer.concat([head, body]), parts.at);
}
