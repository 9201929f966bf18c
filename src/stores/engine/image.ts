import { isUtf8 } from 'node:buffer';
import type { Value } from '../../codecs/json/value.ts';
import type { Picture } from '../../model/conversation.ts';
import { textAt } from './text-at.ts';

interface Image {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** Bytes that are searched for an image's size. */
const HEAD_BYTES = 1 << 16;

/** Type and size from the first bytes; null unless one of the four types that can be sent. */
export function imageOf(base64: string): Image | null {
  const bytes = Buffer.from(base64.slice(0, HEAD_BYTES), 'base64');
  return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
}

function png(bytes: Buffer): Image | null {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): Image | null {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 4) !== 'GIF8') return null;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webp(bytes: Buffer): Image | null {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return webpOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (form === 'VP8 ') return webpOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  const packed = bytes.readUInt32LE(21);
  return webpOf((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
}

function webpOf(width: number, height: number): Image {
  return { type: 'image/webp', width, height };
}

/** Type and size of a JPEG, from its first frame, after other segments. */
function jpeg(bytes: Buffer): Image | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return { type: 'image/jpeg', width: 0, height: 0 };
}

/** Describes a picture or document in base64 by its first bytes; `type`: as its file names it. */
export function pictureFrom(base64: string | null, type: string | null): Picture {
  const image = base64 === null ? null : imageOf(base64);
  return {
    type: image?.type ?? type,
    width: image?.width || null,
    height: image?.height || null,
    bytes: base64 === null ? null : Buffer.byteLength(base64, 'base64'),
    ...(base64 !== null && BROWSER_TYPES.has(image?.type ?? '') ? { base64 } : {}),
  };
}

/** Types that every browser shows, by their first bytes. */
const BROWSER_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Text of a server's resource in base64, else its type and size. */
export function blobText(base64: string, type: string | null): string {
  const bytes = Buffer.from(base64, 'base64');
  if (isUtf8(bytes) && !bytes.some(isControl)) return bytes.toString();
  const size = `${bytes.length} bytes`;
  return type === null ? `[${size}]` : `[${type}, ${size}]`;
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b;
}

/** The picture in an object with `data` in base64 and a `mimeType`. */
export function pictureOf(value: Value): Picture {
  return pictureFrom(textAt(value, 'data'), textAt(value, 'mimeType'));
}
