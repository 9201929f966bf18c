import { textOf, type Value } from '../../../codecs/json/value.ts';
import type { Picture } from '../../../model/conversation.ts';
import { pictureFrom } from '../../engine/image.ts';
import { textAt } from '../../engine/text-at.ts';
import { lastValue } from './last-value.ts';

export function isPicture(block: Value): boolean {
  const type = textAt(block, 'type');
  return type === 'image' || type === 'document';
}

/** Facts of a picture or document block, from its first bytes. */
export function pictureOf(block: Value): Picture {
  const source = lastValue(block, 'source');
  const given = textAt(source, 'media_type');
  const data = lastValue(source, 'data');
  const base64 = data === null || textAt(source, 'type') !== 'base64' ? null : textOf(data);
  return pictureFrom(base64, given);
}
