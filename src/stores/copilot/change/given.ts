import type { Edit } from '../../../codecs/edit.ts';
import { changeMembers, type NewMember, replaceValue } from '../../../codecs/json/edits.ts';
import {
  isObject,
  isString,
  lexemeOf,
  type Member,
  member,
  members,
  quote,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addAll, lastBefore, onlyOne } from '../../../model/collections.ts';
import { madeId } from '../../engine/hash.ts';
import { type Span, valueAt } from '../../engine/records.ts';
import { textAt } from '../../engine/text-at.ts';
import { faultsOf, isKnownMember, type MemberFault, requiredIn } from '../read/known-types.ts';
import type { SessionFile, SessionRecord } from '../read/session.ts';

export interface Neighbours extends HealingSession {
  readonly named: readonly SessionRecord[];
  readonly timed: readonly SessionRecord[];
}

export function withNeighbours(session: HealingSession): Neighbours {
  const { records } = session.file.read();
  const named = records.filter(({ uuid }) => uuid.length === 36);
  return { ...session, named, timed: records.filter(({ time }) => !Number.isNaN(time)) };
}

/** Edits that complete a record so that the program loads it; values come from the record itself and those around it. */
export function givenTo(session: Neighbours, { at, length }: Pick<Span, 'at' | 'length'>): Edit[] {
  const value = valueAt(session.source, { at, length });
  const record = { session, value, at, type: textAt(value, 'type') ?? '' };
  const edits: Edit[] = [];
  const missing = new Map<number, { readonly object: Value; readonly last: NewMember[] }>();
  for (const fault of faultsOf(value, record.type)) {
    const present = presentEdits(fault, record);
    addAll(edits, present ?? []);
    if (present !== null) continue;
    const { object, key } = fault;
    const mine = missing.get(object.at) ?? { object, last: [] };
    mine.last.push({ key, json: jsonFor(fault, record) });
    missing.set(object.at, mine);
  }
  for (const { object, last } of missing.values()) addAll(edits, changeMembers(object, { last }));
  return edits.map((edit) => ({ ...edit, at: edit.at + at }));
}

/** True if a member is lacking and the object has words under an unknown key, which may be that member. */
export function hidesWords({ source }: HealingSession, { at, length }: Pick<Span, 'at' | 'length'>): boolean {
  const value = valueAt(source, { at, length });
  const lacking = faultsOf(value, textAt(value, 'type') ?? '').filter((fault) => fault.value === null);
  return lacking.some((fault) => misnamedFor(fault) === null && hasUnknownMember(fault));
}

function hasUnknownMember({ object, place }: MemberFault): boolean {
  const isUnknown = ({ key, value }: Member) =>
    (isString(value) || isObject(value)) && !isKnownMember(place, textOf(key));
  return members(object).some(isUnknown);
}

/** Null if neither `key` nor a damaged form of it is there. */
function presentEdits(fault: MemberFault, record: GivenRecord): Edit[] | null {
  const { value, wanted, key } = fault;
  if (value === null) {
    const misnamed = misnamedFor(fault);
    return misnamed === null ? null : [replaceValue(misnamed.key, quote(key))];
  }
  return wanted === 'a list' && isObject(value) ? asList(value) : [replaceValue(value, jsonFor(fault, record))];
}

/** The only member of the wanted type whose key is a damaged form of `key`; null for none or several. */
function misnamedFor({ object, key, wanted }: MemberFault): Member | null {
  const isWanted = MISNAMED[wanted];
  if (isWanted === undefined) return null;
  return onlyOne(members(object).filter((each) => isWanted(each.value) && isDamagedKey(textOf(each.key), key)));
}

const MISNAMED: Partial<Record<MemberFault['wanted'], (value: Value) => boolean>> = {
  'a text': isString,
  'an object': isObject,
};

/** True if `found` has characters that no key of the program has, or equals `key` in length and in more than half of its letters. */
function isDamagedKey(found: string, key: string): boolean {
  if (!/^\w+$/.test(found)) return true;
  const alike = [...key].filter((letter, n) => found[n] === letter).length;
  return found.length === key.length && 2 * alike > key.length;
}

/** Wraps an object in a list; the object itself may be given members. */
function asList(value: Value): Edit[] {
  const { start, end } = spanOf(value);
  return [start, end].map((at, n) => ({ at, remove: 0, insert: Buffer.from(n === 0 ? '[' : ']') }));
}

interface GivenRecord {
  readonly session: Neighbours;
  readonly value: Value;
  readonly at: number;
  readonly type: string;
}

function jsonFor({ key, wanted, words, value, place }: MemberFault, record: GivenRecord): string {
  const { session, at } = record;
  switch (wanted) {
    case 'a UUID':
      return quote(madeId(`${lexemeOf(record.value)} ${at}`));
    case 'a UUID or null':
      return JSON.stringify(lastBefore(session.named, at)?.uuid ?? null);
    case 'a time with its zone':
      return quote(timeFor(value, session, at));
    case 'a word that is known':
      return quote(words[0] ?? '');
    case 'a text':
      return textFor(key, value, record);
    case 'true or false':
      if (key === 'ephemeral') return 'false';
      return String(isString(value) ? textOf(value) === 'true' : !isObject(member(dataOf(record), 'error', 'last')));
    case 'a list':
    case 'a list of texts':
      return '[]';
    case 'an object':
      return objectFor(key === 'data' ? record.type : `${place}/${key}`, value);
    default:
      return String(wholeOf(value) ?? (key === 'version' ? 1 : 0));
  }
}

function dataOf({ value }: Pick<GivenRecord, 'value'>): Value | null {
  return member(value, 'data', 'last');
}

/** The record's own time in another form, else that of the nearest record. */
function timeFor(value: Value | null, { timed, now }: Neighbours, at: number): string {
  const own = value === null ? Number.NaN : isString(value) ? Date.parse(textOf(value)) : Number(lexemeOf(value));
  const isOwn = own > EARLIEST && own < LATEST;
  const near = lastBefore(timed, at) ?? timed[0];
  return new Date(isOwn ? own : (near?.time ?? now * 1000)).toISOString();
}

/** Limits of a plausible time in milliseconds: 2001 and 2096. */
const [EARLIEST, LATEST] = [1e12, 4e12];

/** The value as text; else, for members that name the session, the known value. */
function textFor(key: string, value: Value | null, { session, type, value: record }: GivenRecord): string {
  if (value !== null && typeOf(value) !== 'null') return quote(isString(value) ? textOf(value) : lexemeOf(value));
  if (type !== 'session.start') return '""';
  const known = { sessionId: session.id, startTime: textAt(record, 'timestamp') ?? '', producer: 'copilot-agent' };
  return quote(known[key as keyof typeof known] ?? '');
}

function wholeOf(value: Value | null): number | null {
  const number =
    value === null || typeOf(value) === 'null' ? Number.NaN : Number(isString(value) ? textOf(value) : lexemeOf(value));
  return Number.isFinite(number) ? Math.trunc(number) : null;
}

/** An attachment of an unknown type becomes a file that does not exist. */
const FILE = 'user.message/attachments/=file';

/** Given to a notification without a kind; each kind requires members of its own. */
const NO_KIND = '{"type":"shell_completed","shellId":""}';

/** Given to a record that lacks its response. */
const NO_RESPONSE = '{"responseKind":"user_input","question":"","answer":"","wasFreeform":true}';

/** The object that the program expects. If a text is in its place, that becomes the object's first text. */
function objectFor(place: string, value: Value | null): string {
  if (place === 'user.message/attachments') return objectFor(FILE, value).replace('{', '{"type":"file",');
  if (place === 'system.notification/kind') return NO_KIND;
  if (place === 'human_response.recorded/response') return NO_RESPONSE;
  let text =
    value === null || typeOf(value) === 'null' ? '""' : quote(isString(value) ? textOf(value) : lexemeOf(value));
  const members = requiredIn(place).map(({ key, wanted, words }) => {
    if (words.length > 0) return `${quote(key)}:${quote(words[0] ?? '')}`;
    if (wanted === 'a text') {
      const json = text;
      text = '""';
      return `${quote(key)}:${json}`;
    }
    const json = {
      'a list': '[]',
      'a list of texts': '[]',
      'an object': objectFor(`${place}/${key}`, null),
      'true or false': 'false',
    };
    return `${quote(key)}:${json[wanted as keyof typeof json] ?? '0'}`;
  });
  return `{${members.join(',')}}`;
}

export interface HealingSession {
  readonly file: SessionFile;
  readonly source: Source;
  readonly id: string;
  /** Unix seconds, used for a session that has no time. */
  readonly now: number;
}
