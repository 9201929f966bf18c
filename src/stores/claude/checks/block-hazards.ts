import {
  elements,
  isArray,
  isObject,
  isString,
  isText,
  kindOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/findings.ts';
import { imageOf } from './images.ts';

/** What the API is reported to refuse in one message; `path` is a pointer below the record. */
export interface Hazard {
  readonly code: Code;
  readonly value: Value;
  readonly path: string;
  readonly detail: string;
}

/** The hazards in the content of a user or assistant record. */
export function* hazardsOf(record: Value): Generator<Hazard> {
  const message = member(record, 'message', 'last');
  const content = isObject(message) ? member(message, 'content', 'last') : null;
  if (!isArray(content)) return;
  const blocks = elements(content);
  if (blocks.length === 0 && isText(member(record, 'type', 'last'), 'assistant'))
    yield { code: 'CL421', value: content, path: '/message/content', detail: 'is an answer without content' };
  for (const [i, block] of blocks.entries()) yield* inBlock(block, `/message/content/${i}`);
}

function* inBlock(block: Value, path: string): Generator<Hazard> {
  const type = member(block, 'type', 'last');
  if (isText(type, 'text')) yield* inText(block, path);
  else if (isText(type, 'thinking')) yield* inThinking(block, path);
  else if (isText(type, 'image') || isText(type, 'document')) yield* inImage(block, path);
  else if (isText(type, 'tool_use')) yield* inCall(block, path);
  else if (isText(type, 'tool_result')) yield* inResult(block, path);
}

function* inText(block: Value, path: string): Generator<Hazard> {
  const text = member(block, 'text', 'last');
  if (isString(text) && textOf(text).trim() === '')
    yield { code: 'CL414', value: text, path: `${path}/text`, detail: 'has a blank text block' };
}

function* inThinking(block: Value, path: string): Generator<Hazard> {
  const [thinking, signature] = [member(block, 'thinking', 'last'), member(block, 'signature', 'last')];
  if (!isString(signature) || textOf(signature) === '')
    yield { code: 'CL416', value: block, path, detail: 'has a thinking block without a signature' };
  else if (!isString(thinking) || textOf(thinking) === '')
    yield { code: 'CL415', value: block, path, detail: 'has an empty thinking block with a signature' };
}

function* inCall(block: Value, path: string): Generator<Hazard> {
  const input = member(block, 'input', 'last');
  if (input !== null && kindOf(input) !== 'object')
    yield {
      code: 'CL422',
      value: input,
      path: `${path}/input`,
      detail: 'calls a tool with an input that is not an object',
    };
}

function* inResult(block: Value, path: string): Generator<Hazard> {
  const content = member(block, 'content', 'last');
  if (isString(content) && textOf(content).includes('\0'))
    yield { code: 'CL423', value: content, path: `${path}/content`, detail: 'has NUL characters in a tool result' };
  if (!isArray(content)) return;
  for (const [i, inner] of elements(content).entries())
    if (isText(member(inner, 'type', 'last'), 'image')) yield* inImage(inner, `${path}/content/${i}`);
}

/** Pixels on a side: never more, and not in a conversation with many images. */
const PIXELS = { most: 8000, many: 2000 };
/** Bytes of base64. */
const LARGEST = 5 * 1024 * 1024;

function* inImage(block: Value, path: string): Generator<Hazard> {
  const source = member(block, 'source', 'last');
  if (!isObject(source) || !isText(member(source, 'type', 'last'), 'base64')) return;
  const [data, media] = [member(source, 'data', 'last'), member(source, 'media_type', 'last')];
  const type = isString(media) ? textOf(media) : '';
  if (!type.startsWith('image/')) return;
  const text = isString(data) ? textOf(data) : '';
  const image = imageOf(text);
  if (image === null || image.type !== type.replace('image/jpg', 'image/jpeg')) {
    const is = image === null ? 'is not an image' : `is ${image.type}`;
    yield { code: 'CL419', value: block, path, detail: `has an image that is said to be ${type} and ${is}` };
    return;
  }
  const side = Math.max(image.width, image.height);
  const size = `${image.width} by ${image.height} pixels`;
  if (side > PIXELS.most || text.length > LARGEST)
    yield { code: 'CL417', value: block, path, detail: `has an image of ${size}, ${text.length} bytes in base64` };
  else if (side > PIXELS.many) yield { code: 'CL418', value: block, path, detail: `has an image of ${size}` };
}
