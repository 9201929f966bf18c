import { isString, lexemeOf, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { type SaidInBlock, textSaid } from './blocks.ts';
import { lastText } from './last-value.ts';

/** A record that is not a message: what a command said is sent as the user's; of any other what it is, in words of the file. */
export function ofProgram(record: Value, isCommand: boolean): SaidInBlock {
  const text = lastText(record, 'content');
  if (isCommand) return { path: '/content', ...textSaid('user', text), source: 'program' };
  const [type, subtype] = ['type', 'subtype'].map((key) => lastText(record, key));
  const name = [type, subtype].filter((word) => word != null).join(' ');
  return { path: '', role: 'system', type: 'other', text: text === null ? name : `${name}: ${text}` };
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
