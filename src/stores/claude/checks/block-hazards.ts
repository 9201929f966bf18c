import {
  elements,
  isArray,
  isObject,
  isString,
  isText,
  sourceOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/findings.ts';
import { lastValue } from '../python/get.ts';
import { mayHoldNul, startsPlainly } from '../read/content.ts';
import type { Envelope } from '../read/envelope.ts';

/** Takes what the API is reported to refuse in one message; `path` is a pointer below the record. */
type At = (code: Code, value: Value, path: string, detail: string) => void;

/** Notes the hazards in the content of a user or assistant record. */
export function hazardsIn(own: Envelope, at: At): void {
  const message = own.get('message');
  const content = lastValue(message, 'content');
  if (!isArray(content)) return;
  const blocks = elements(content);
  if (blocks.length === 0 && isText(own.get('type'), 'assistant'))
    at('CL421', content, '/message/content', 'is an answer without content');
  for (let i = 0; i < blocks.length; i++) inBlock(blocks[i] as Value, `/message/content/${i}`, at);
}

function inBlock(block: Value, path: string, at: At): void {
  const type = lastValue(block, 'type');
  if (isText(type, 'text')) inText(block, path, at);
  else if (isText(type, 'thinking')) inThinking(block, path, at);
  else if (isText(type, 'image') || isText(type, 'document')) inImage(block, path, at);
  else if (isText(type, 'tool_use')) inCall(block, path, at);
  else if (isText(type, 'tool_result')) inResult(block, path, at);
}

function inText(block: Value, path: string, at: At): void {
  const text = lastValue(block, 'text');
  if (isString(text) && isBlank(text)) at('CL414', text, `${path}/text`, 'has a blank text block');
}

/** Only what begins like a blank text is decoded: most texts do not, and some are very long. */
function isBlank(text: Value): boolean {
  return !startsPlainly(text.tape, text.at) && textOf(text).trim() === '';
}

/** True for a text without any character. */
function isEmpty(text: Value): boolean {
  return sourceOf(text).length === 2;
}

function inThinking(block: Value, path: string, at: At): void {
  const [thinking, signature] = [lastValue(block, 'thinking'), lastValue(block, 'signature')];
  if (!isString(signature) || isEmpty(signature)) at('CL416', block, path, 'has a thinking block without a signature');
  else if (!isString(thinking)) at('CL424', block, path, 'has a thinking block without a text');
}

function inCall(block: Value, path: string, at: At): void {
  const input = lastValue(block, 'input');
  if (input !== null && !isObject(input))
    at('CL422', input, `${path}/input`, 'calls a tool with an input that is not an object');
}

function inResult(block: Value, path: string, at: At): void {
  const content = lastValue(block, 'content');
  if (isString(content) && mayHoldNul(content.tape, content.at) && textOf(content).includes('\0'))
    at('CL423', content, `${path}/content`, 'has NUL characters in a tool result');
  if (!isArray(content)) return;
  for (const [i, inner] of elements(content).entries())
    if (isText(lastValue(inner, 'type'), 'image')) inImage(inner, `${path}/content/${i}`, at);
}

/** Pixels on a side: never more, and not in a conversation with many images. */
const PIXELS = { most: 8000, many: 2000 };
/** Bytes of base64. */
const LARGEST = 5 * 1024 * 1024;

function inImage(block: Value, path: string, at: At): void {
  const source = lastValue(block, 'source');
  if (!isObject(source) || !isText(lastValue(source, 'type'), 'base64')) return;
  const [data, media] = [lastValue(source, 'data'), lastValue(source, 'media_type')];
  const type = isString(media) ? textOf(media) : '';
  if (!type.startsWith('image/')) return;
  const text = isString(data) ? textOf(data) : '';
  const image = imageOf(text);
  if (image === null || image.type !== type.replace('image/jpg', 'image/jpeg')) {
    const is = image === null ? 'is not an image' : `is ${image.type}`;
    at('CL419', block, path, `has an image that is said to be ${type} and ${is}`);
    return;
  }
  const side = Math.max(image.width, image.height);
  const size = `${image.width} by ${image.height} pixels`;
  if (side > PIXELS.most || text.length > LARGEST)
    at('CL417', block, path, `has an image of ${size}, ${text.length} bytes in base64`);
  else if (side > PIXELS.many) at('CL418', block, path, `has an image of ${size}`);
}

/** What a base64 image turns out to be. */
interface Image {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** Bytes that an image's size is looked for in. */
const HEAD = 1 << 16;

/** The type and the size of an image, from its first bytes; null for what is none of the four types that can be sent. */
function imageOf(base64: string): Image | null {
  const bytes = Buffer.from(base64.slice(0, HEAD), 'base64');
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

/** A JPEG says its size in its first frame, which is behind other segments. */
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
