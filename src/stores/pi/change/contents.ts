import { type Edit, shifted, sortEdits } from '../../../codecs/edit.ts';
import { insertMember, removeElements, replaceValue } from '../../../codecs/json/edits.ts';
import {
  elements,
  isArray,
  isNull,
  isObject,
  isString,
  lexemeOf,
  type Member,
  member,
  members,
  quote,
  sourceOf,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addAll, onlyOne } from '../../../model/collections.ts';
import type { HealingFile } from '../../engine/change/heal-sessions.ts';
import type { RangePass } from '../../engine/change/passes.ts';
import { madeId } from '../../engine/hash.ts';
import { replacing } from '../../engine/range-edits.ts';
import { setMembers, setMembersOf, valueAt } from '../../engine/records.ts';
import { textAt } from '../../engine/text-at.ts';
import type { FileFinding } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { isCall, partsIn, type RecordFault, type SessionRecord } from '../read/record.ts';
import type { SessionFile } from '../read/session.ts';
import { failedEdits } from '../read/transcript.ts';

export type HealingSession = HealingFile<SessionFile>;
export type PiPass = RangePass<HealingSession, FileFinding>;

/**
 * Gives each record its lost message, from under a damaged key or else an empty one. An edit on which the program fails becomes a note, so
 * that its message is sent unedited.
 */
export const membersPass: PiPass = {
  codes: ['PI215'],
  repair: ({ file, source }) => {
    const read = file.read();
    const all = read.records
      .filter(({ fault }) => fault === 'member')
      .map((record) => ({ record, misnamed: misnamedMessage(source, record) }));
    const found = all.filter(({ misnamed }) => misnamed !== null).length;
    const empty = all.length - found;
    const failed = failedEdits(read);
    const edits = all.flatMap(({ record, misnamed }) =>
      misnamed === null
        ? setMembers(source, record, { message: {} })
        : [shifted(replaceValue(misnamed.key, '"message"'), record.at)],
    );
    const bare = `${countOf(empty, 'record')} in which nothing is, so that the program passes over it`;
    const back = `${countOf(found, 'message')} whose key was damaged: every word of it stays`;
    const noted = `${countOf(failed.length, 'edit')} that the program failed on: the message is sent as it was before`;
    const more = [
      ...failed.flatMap((record) => setMembers(source, record, UNSENT_RECORD)),
      ...lacking(read.records).flatMap((each) => completed(source, each)),
    ];
    return {
      edits: [...sortEdits([...edits, ...more])],
      notes: [...(found > 0 ? [back] : []), ...(empty > 0 ? [bare] : []), ...(failed.length > 0 ? [noted] : [])],
    };
  },
};

/** The only object of a record that has a role, under another key than `message`; null for none, or for several. */
function misnamedMessage(source: Source, record: SessionRecord): Member | null {
  return onlyOne(members(valueAt(source, record)).filter(({ value }) => textAt(value, 'role') !== null));
}

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: NO_COST };

interface Lacking {
  readonly record: SessionRecord;
  /** Ids of results without a call, up to the next answer with a call that lacks an id. */
  readonly free: string[];
}

/** Answers without a usage, or with a call without an id. */
function lacking(records: readonly SessionRecord[]): Lacking[] {
  const called = new Set(records.flatMap(({ calls }) => calls));
  const found: Lacking[] = [];
  let unnamed: Lacking | null = null;
  for (const record of records) {
    const { fault, effect, calls, target } = record;
    if (fault === 'usage' || fault === 'call') {
      const each = { record, free: [] };
      found.push(each);
      if (calls.includes('')) unnamed = each;
    } else if (effect === 'returns' && !called.has(target)) unnamed?.free.push(target);
  }
  return found;
}

/** Gives an answer an empty usage, and its calls the ids of the results. */
function completed(source: Source, { record, free }: Lacking): Edit[] {
  const message = member(valueAt(source, record), 'message', 'last');
  if (message === null) return [];
  const usage = member(message, 'usage', 'last');
  const edits = usage === null || typeOf(usage) === 'null' ? setMembersOf(message, record, { usage: NO_USAGE }) : [];
  for (const part of partsIn(message)) {
    if (!isCall(part) || isString(member(part, 'id', 'last'))) continue;
    const id = free.shift() ?? madeId(`${record.uuid} ${part.at}`);
    addAll(edits, setMembersOf(part, record, { id }));
  }
  return edits;
}

/** Type of a record that the program keeps but does not send. */
export const UNSENT_RECORD = { type: 'custom', customType: 'unsent' };

const OF_CONTENTS: readonly RecordFault[] = ['null', 'hole', 'kind', 'text'];

/** Wraps a content that is no list in a list. Its bytes stay, except for nulls. */
export const contentsPass: PiPass = {
  codes: ['PI205'],
  repair: ({ file, source }) => {
    const all = file.read().records.filter(({ fault }) => fault !== null && OF_CONTENTS.includes(fault));
    const contents = all.flatMap((record) => {
      const value = valueAt(source, record);
      const holder = record.type === 'custom_message' ? value : member(value, 'message', 'last');
      return holder === null ? [] : [{ holder, content: member(holder, 'content', 'last'), at: record.at }];
    });
    const edits = contents.flatMap(({ holder, content, at }) =>
      (content === null ? [insertMember(holder, 'content', '[]')] : listEdits(content)).map((edit) =>
        shifted(edit, at),
      ),
    );
    const empty = contents.filter(({ content }) => content === null || isNull(content)).length;
    return { edits, notes: [...listNotes(contents.length - empty), ...emptyNotes(empty)] };
  },
};

function listNotes(count: number): string[] {
  return count === 0
    ? []
    : [`${countOf(count, 'message')} whose content is now a list of parts: every word of it stays`];
}

function emptyNotes(count: number): string[] {
  return count === 0
    ? []
    : [`${countOf(count, 'message')} whose content was null or missing, and is now an empty list: no word was in it`];
}

function listEdits(content: Value): Edit[] {
  if (isNull(content)) return [replaceValue(content, '[]')];
  if (isArray(content)) {
    const parts = elements(content);
    return [...sortEdits([...removeElements(content, parts.filter(isNull)), ...parts.flatMap(partEdits)])];
  }
  if (!isObject(content)) return [replaceValue(content, Buffer.concat([OPEN, textPart(content), CLOSE]))];
  const { start, end } = spanOf(content);
  return [replacing(start, 0, OPEN), ...partEdits(content), replacing(end, 0, CLOSE)];
}

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')];

/** Wraps a value that is no object in a text part, and makes the invalid or missing text of a part a text. */
function partEdits(part: Value): Edit[] {
  if (isNull(part)) return [];
  if (!isObject(part)) return [replaceValue(part, textPart(part))];
  const text = member(part, 'text', 'last');
  if (textAt(part, 'type') !== 'text' || isString(text)) return [];
  if (text !== null) return [replaceValue(text, quote(lexemeOf(text)))];
  const misnamed = onlyOne(members(part).filter(({ key, value }) => isString(value) && !KNOWN.has(textOf(key))));
  return [misnamed === null ? insertMember(part, 'text', '""') : replaceValue(misnamed.key, '"text"')];
}

/** Members of a text part beside its text. */
const KNOWN: ReadonlySet<string> = new Set(['type', 'textSignature']);

function textPart(value: Value): Buffer {
  const text = isString(value) ? sourceOf(value) : Buffer.from(quote(lexemeOf(value)));
  return Buffer.concat([Buffer.from('{"type":"text","text":'), text, Buffer.from('}')]);
}
