import type { Value } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { imageOf } from '../../engine/image.ts';
import { textAt } from '../../engine/text-at.ts';
import { lastValue } from './last-value.ts';

/** Pixels on a side: never more, and not in a conversation with many images. */
const PIXELS = { most: 8000, many: 2000 };
/** Characters of base64. */
const LARGEST = 5 * 1024 * 1024;
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;

/** Why the program cannot send an image, or not with many others; null for one that it sends. `name` is written in its place by a heal, so it stays. */
export function imageFault(block: Value): { readonly code: Code; readonly name: string } | null {
  const source = lastValue(block, 'source');
  const kind = textAt(source, 'type') ?? '';
  if (kind === 'url' || kind === 'file') return null;
  const data = kind === 'base64' ? (textAt(source, 'data') ?? '') : '';
  if (data.length > LARGEST) return { code: 'CL417', name: `image of ${data.length} bytes in base64` };
  const image = BASE64.test(data) ? imageOf(data) : null;
  if (image === null) return { code: 'CL419', name: 'image that cannot be decoded' };
  const { type, width, height } = image;
  const media = textAt(source, 'media_type');
  if (type !== media)
    return { code: 'CL419', name: `image that is said to be ${media ?? 'of no type'} and is ${type}` };
  const side = Math.max(width, height);
  if (side <= PIXELS.many) return null;
  return { code: side > PIXELS.most ? 'CL419' : 'CL418', name: `image of ${width} by ${height} pixels` };
}
