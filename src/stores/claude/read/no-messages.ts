import { isString, lexemeOf, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { ownWords } from './asides.ts';
import type { SaidInBlock } from './blocks.ts';
import { lastText, lastValue } from './last-value.ts';

/** A record of the program's own: what it is and says, in words of the file. */
export function ownNote(record: Value): SaidInBlock {
  const [type, subtype] = ['type', 'subtype'].map((key) => lastText(record, key));
  const name = [type, subtype ?? lastText(lastValue(record, 'attachment'), 'type')].filter((word) => word != null);
  const words = ownWords(record);
  return { path: '', role: 'system', type: 'other', text: name.join(' ') + (words === '' ? '' : `: ${words}`) };
}

/** A record of metadata: its type, and its other members as they are in the file. */
export function ofMetadata(record: Value): SaidInBlock {
  const shown = members(record).flatMap(({ key, value }) =>
    ABOUT.has(textOf(key)) ? [] : [`${textOf(key)}=${isString(value) ? textOf(value) : lexemeOf(value)}`],
  );
  const name = lastText(record, 'type') ?? 'a record without a type';
  return { path: '', role: 'system', type: 'other', text: [name, ...shown].join(' ') };
}

/** Members that each record has. */
const ABOUT: ReadonlySet<string> = new Set(['type', 'sessionId', 'uuid', 'parentUuid', 'timestamp']);
