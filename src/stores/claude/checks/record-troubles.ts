import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { isArray, isObject, isString, kindOf, member, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/findings.ts';
import type { Envelope, OwnKey } from '../read/envelope.ts';
import { CLASS, PARENT, RECORD_FLAG, type RecordAt, type Records } from '../read/records.ts';
import { hazardsOf } from './block-hazards.ts';
import { type Spotted, shortly, spot } from './spotted.ts';

/** What is odd in one record, whatever the others say. */
export function* recordTroubles(records: Records, met: RecordAt): Generator<Spotted> {
  const { n, line, start, parsed, record, own } = met;
  if (parsed === null || record === null) return;
  const base = line.at + start;
  const { tape } = parsed;
  if (parsed.oddNumbers) yield spot(n, 'CL016', record, base, '', 'has a number that JSON does not know');
  for (const { key } of duplicateKeys(tape)) {
    yield spot(n, 'CL017', key, base, '', `has the key ${shortly(key)} twice in one object`);
    break;
  }
  yield* shapeTroubles(records, n, { record, own, base });
  if (!records.isMessage(n)) return;
  if (tape.loneSurrogate >= 0)
    yield {
      ...spot(n, 'CL420', record, base, '', 'has half of a surrogate pair'),
      offset: base + tape.loneSurrogate,
      hazard: true,
    };
  for (const { code, value, path, detail } of hazardsOf(own))
    yield { ...spot(n, code, value, base, path, detail), hazard: true };
}

const FLAGS = ['isMeta', 'isSidechain'] as const;

/** A record, and where its tape begins in the file. */
interface Met {
  readonly record: Value;
  readonly own: Envelope;
  readonly base: number;
}

function* shapeTroubles(records: Records, n: number, { record, own, base }: Met): Generator<Spotted> {
  const at: At = (code, key, detail) => spot(n, code, own.get(key) ?? record, base, `/${key}`, detail);
  const is = records.is[n];
  if (is === CLASS.raises) yield { ...at('CL101', 'type', 'has a type that is a list or an object'), owner: 'crashes' };
  if (is === CLASS.noUuid && isMessageType(own)) yield at('CL105', 'uuid', 'is a message without a uuid');
  if (!records.isKept(n)) return;
  if (records.parentIs[n] === PARENT.raises)
    yield { ...at('CL102', 'parentUuid', 'has a parent that is a list or an object'), owner: 'crashes' };
  yield* flagTroubles(own, at);
  if (records.isMessage(n) && !hasContent(own)) yield at('CL104', 'message', 'has a message of an unusual shape');
  if (records.has(n, RECORD_FLAG.boundary) && !isObject(own.get('compactMetadata')))
    yield at('CL108', 'compactMetadata', 'is a compaction without its metadata');
}

type At = (code: Code, key: OwnKey, detail: string) => Spotted;

function* flagTroubles(own: Envelope, at: At): Generator<Spotted> {
  for (const key of FLAGS)
    if (isOddFlag(own.get(key))) yield at('CL103', key, `has a value for ${key} that is not true or false`);
  const team = own.get('teamName');
  if (team !== null && kindOf(team) !== 'null' && (!isString(team) || textOf(team) === ''))
    yield at('CL103', 'teamName', 'has a teamName that is not a name');
}

function isMessageType(own: Envelope): boolean {
  const type = own.get('type');
  return isString(type) && ['user', 'assistant'].includes(textOf(type));
}

function isOddFlag(value: Value | null): boolean {
  return value !== null && !['true', 'false', 'null'].includes(kindOf(value));
}

function hasContent(own: Envelope): boolean {
  const message = own.get('message');
  const content = isObject(message) ? member(message, 'content', 'last') : null;
  return isString(content) || isArray(content);
}
