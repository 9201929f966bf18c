import type { Edit } from '../../../codecs/edit.ts';
import { isObject, isString, kindOf, lexemeOf, member, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addAll } from '../../../model/collections.ts';
import type { HealingFile } from '../../engine/change/heal-sessions.ts';
import type { RangePass } from '../../engine/change/passes.ts';
import { madeId } from '../../engine/hash.ts';
import { setMembers, setMembersOf, valueAt } from '../../engine/records.ts';
import type { FileFinding } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { isCall, partsIn, type SessionRecord } from '../read/record.ts';
import type { SessionFile } from '../read/session.ts';

export type HealingSession = HealingFile<SessionFile>;
export type PiPass = RangePass<HealingSession, FileFinding>;

/** Gives a message in which nothing is, and makes a note of an edit without a replacement: the program passes over both. */
export const membersPass: PiPass = {
  codes: ['PI215'],
  repair: ({ file, source }) => {
    const { records } = file.read();
    const all = records.filter(({ fault }) => fault === 'member');
    const edits = all.flatMap((record) =>
      setMembers(source, record, record.type === 'message' ? { message: {} } : UNSENT),
    );
    const bare = `${countOf(all.length, 'record')} in which nothing is, so that the program passes over it`;
    const lacking = records.filter(({ fault }) => fault === 'usage' || fault === 'call');
    return {
      edits: [...edits, ...lacking.flatMap((record) => completed(source, record, records))],
      notes: all.length > 0 ? [bare] : [],
    };
  },
};

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: NO_COST };

/** An answer with a usage of nothing, and calls with the ids of results behind it that no call has. */
function completed(source: Source, record: SessionRecord, records: readonly SessionRecord[]): Edit[] {
  const message = member(valueAt(source, record), 'message', 'last');
  if (message === null) return [];
  const usage = member(message, 'usage', 'last');
  const edits = usage === null || kindOf(usage) === 'null' ? setMembersOf(message, record, { usage: NO_USAGE }) : [];
  const called = new Set(records.flatMap(({ calls }) => calls));
  const free = records.filter(
    ({ at, effect, target }) => at > record.at && effect === 'returns' && !called.has(target),
  );
  for (const part of partsIn(message)) {
    if (!isCall(part) || isString(member(part, 'id', 'last'))) continue;
    const id = free.shift()?.target ?? madeId(`${record.uuid} ${part.at}`);
    addAll(edits, setMembersOf(part, record, { id }));
  }
  return edits;
}

/** The type of a record that the program keeps, and does not send. */
export const UNSENT = { type: 'custom', customType: 'unsent' };

/** Puts a content that is not a list into one; all of it stays. */
export const contentsPass: PiPass = {
  codes: ['PI205'],
  repair: ({ file, source }) => {
    const isContent = ({ fault }: SessionRecord) => fault === 'null' || fault === 'hole' || fault === 'kind';
    const all = file.read().records.filter(isContent);
    const edits = all.flatMap((record) => {
      const message = member(valueAt(source, record), 'message', 'last');
      return message === null ? [] : setMembersOf(message, record, { content: partsOf(message) });
    });
    return { edits, notes: [] };
  },
};

function partsOf(message: Value): unknown[] {
  const content = member(message, 'content', 'last');
  const parts = content !== null && kindOf(content) === 'array' ? partsIn(message) : content === null ? [] : [content];
  return parts.flatMap((part) => {
    if (kindOf(part) === 'null') return [];
    if (!isObject(part)) return { type: 'text', text: isString(part) ? textOf(part) : lexemeOf(part) };
    const whole = JSON.parse(lexemeOf(part));
    return whole.type === 'text' && typeof whole.text !== 'string'
      ? { ...whole, text: JSON.stringify(whole.text) ?? '' }
      : whole;
  });
}
