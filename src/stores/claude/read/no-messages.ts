import { isString, lexemeOf, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { textAt } from '../../engine/text-at.ts';
import { ownWords, textsIn } from './asides.ts';
import type { SaidInBlock } from './blocks.ts';
import { lastValue } from './last-value.ts';

/** A record of the program's own: its type and its texts, in words of the file. */
export function ownNote(record: Value): SaidInBlock {
  const [type, subtype] = ['type', 'subtype'].map((key) => textAt(record, key));
  const name = [type, subtype ?? textAt(lastValue(record, 'attachment'), 'type')].filter((word) => word != null);
  const words = ownWords(record);
  return { path: '', role: 'system', type: 'other', text: name.join(' ') + (words === '' ? '' : `: ${words}`) };
}

/** A record of metadata: its type, and its other members as they are in the file. */
export function ofMetadata(record: Value): SaidInBlock {
  const shown = members(record).flatMap(({ key, value }) =>
    ABOUT.has(textOf(key)) ? [] : [`${textOf(key)}=${isString(value) ? textOf(value) : lexemeOf(value)}`],
  );
  const name = textAt(record, 'type') ?? 'a record without a type';
  return { path: '', role: 'system', type: 'other', text: [name, ...shown].join(' ') };
}

/** A record of a type that is not known, under that type, with every text in it; none where it has no text. */
export function ofUnknown(record: Value): SaidInBlock[] {
  const words = members(record).flatMap(({ key, value }) => (COMMON.has(textOf(key)) ? [] : [...textsIn(value)]));
  const said = words.map((each) => each.trim()).filter((each) => each !== '');
  if (said.length === 0) return [];
  const text = [textAt(record, 'type') ?? 'a record without a type', ...said].join('\n');
  return [{ path: '', role: 'system', type: 'text', text, source: 'program' }];
}

/** Members of every record. */
const ABOUT: ReadonlySet<string> = new Set(['type', 'sessionId', 'uuid', 'parentUuid', 'timestamp']);

/** Common members without anybody's words. */
const COMMON: ReadonlySet<string> = new Set([
  ...ABOUT,
  'cwd',
  'entrypoint',
  'gitBranch',
  'leafUuid',
  'messageId',
  'slug',
  'userType',
  'version',
]);
