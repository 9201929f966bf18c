import { textOf, type Value } from '../../../codecs/json/value.ts';
import type { Picture } from '../../../model/conversation.ts';
import { pictureFrom } from '../../engine/image.ts';
import { lastText, lastValue } from './last-value.ts';

export function isPicture(block: Value): boolean {
  const type = lastText(block, 'type');
  return type === 'image' || type === 'document';
}

/** Facts of a picture or document block, from its first bytes. */
export function pictureOf(block: Value): Picture {
  const source = lastValue(block, 'source');
  const given = lastText(source, 'media_type');
  const data = lastValue(source, 'data');
  const base64 = data === null || lastText(source, 'type') !== 'base64' ? null : textOf(data);
  return pictureFrom(base64, given);
}
