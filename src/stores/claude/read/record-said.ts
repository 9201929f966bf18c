import type { Value } from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import { textAt } from '../../engine/text-at.ts';
import { asideIn, ownWords } from './asides.ts';
import { blocksOf, commandSaid, queuedBlocks, type SaidInBlock, waitingSaid } from './blocks.ts';
import { lastValue } from './last-value.ts';
import { ofMetadata, ofUnknown, ownNote } from './no-messages.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';
import type { SessionFile } from './session-file.ts';
import type { StopHooks } from './stop-hooks.ts';
import { typedAnswers } from './typed-answers.ts';

/** The mark of words that were typed while the program was at work. */
export const AT_WORK = 'while it was at work';

/** Is it no message, or one that the program wrote in place of an answer. */
export function isBeside(records: Records, n: number): boolean {
  const kind = records.kind[n];
  if (kind === CLASS.attachment) return !records.isQueued(n);
  return kind === CLASS.system || (records.isMessage(n) && records.has(n, RECORD_FLAG.apiError));
}

export function isSaid(records: Records, n: number): boolean {
  return records.isMessage(n) || records.isQueued(n);
}

/** What the program says in the person's name is its own. */
export function spokenBy({ role, source }: Pick<Message, 'role' | 'source'>): Pick<Message, 'role'> {
  const isProgram = source === 'program' || source === 'summary';
  return { role: isProgram && role !== 'tool' ? 'system' : role };
}

/** What each block of a record is, sent or not, as `show` has it; nothing for notes of the program's own. */
export function kindsOfRecord(
  records: Records,
  n: number,
  record: Value,
  hooks: StopHooks,
): Pick<Message, 'role' | 'type' | 'name'>[] {
  const about = whoWrote(records, n);
  const spoken = saidIn(records, n, record, { hooks, everything: false }).filter(({ isOwn = false }) => !isOwn);
  return spoken.map(({ type, name, ...said }) => ({
    ...spokenBy({ ...said, ...about }),
    type,
    ...(name === undefined ? {} : { name }),
  }));
}

interface SaidOptions {
  /** Takes in each record. */
  readonly hooks: StopHooks;
  readonly everything: boolean;
}

export function saidIn(
  records: Records,
  n: number,
  record: Value,
  { hooks, everything }: SaidOptions,
): readonly SaidInBlock[] {
  const summary = records.kind[n] === CLASS.system ? hooks.repeatIn(record) : null;
  if (summary !== null) return summary.length === 0 && everything ? [ownNote(record)] : summary;
  const said = wordsIn(records, n, record, everything);
  hooks.note(record, said);
  return said;
}

function wordsIn(records: Records, n: number, record: Value, everything: boolean): readonly SaidInBlock[] {
  if (records.isMessage(n)) return [...blocksOf(record), ...typedIn(records, n, record)];
  if (records.isMetadata(n) && everything) return [ofMetadata(record)];
  if (records.isMetadata(n)) return records.isOfQueue(n) ? [waitingSaid(record)] : ofUnknown(record);
  if (records.isQueued(n)) return queuedBlocks(record);
  if (textAt(record, 'subtype') === 'local_command') return [commandSaid(textAt(record, 'content'))];
  const said = asideIn(record);
  if (said.length > 0) return said;
  const isWorded = records.kind[n] === CLASS.attachment && ownWords(record) !== '';
  if (everything) return [ownNote(record)];
  return isWorded ? [{ ...ownNote(record), isOwn: true }] : [];
}

/** What the person typed in answer to a tool, from the record of its result. */
export function typedIn(records: Records, n: number, record: Value): readonly SaidInBlock[] {
  return records.kind[n] === CLASS.user && records.has(n, RECORD_FLAG.paired) ? typedAnswers(record) : [];
}

export function whoWrote(records: Records, n: number): Pick<Message, 'source'> {
  if (records.has(n, RECORD_FLAG.apiError)) return { source: 'program' };
  if (records.has(n, RECORD_FLAG.summary)) return { source: 'summary' };
  return records.has(n, RECORD_FLAG.meta) ? { source: 'program' } : {};
}

export function marksOf(file: SessionFile, n: number, record: Value): readonly string[] {
  const marks: string[] = [];
  const records = file.records();
  const isPassed = records.has(n, RECORD_FLAG.attached) ? !file.history().isOn(n) : isBeside(records, n);
  if (isPassed && !file.history().isSent(n)) marks.push('not sent');
  const ended = ENDED.get(textAt(lastValue(record, 'message'), 'stop_reason') ?? '');
  if (ended !== undefined) marks.push(ended);
  for (const [flag, mark] of MARKS) if (records.has(n, flag)) marks.push(mark);
  if (records.isQueued(n)) marks.push(AT_WORK);
  if (records.isKept(n) && file.links().isReplaced(n)) marks.push('repeated further down');
  return marks;
}

const MARKS: readonly (readonly [flag: number, mark: string])[] = [
  [RECORD_FLAG.summary, 'summary of a compaction'],
  [RECORD_FLAG.meta, 'written by the program'],
  [RECORD_FLAG.sidechain, 'sidechain'],
  [RECORD_FLAG.team, 'team'],
  [RECORD_FLAG.apiError, 'error of the program'],
];

/** Why an answer ended, where it was not done. */
const ENDED: ReadonlyMap<string, string> = new Map([
  ['refusal', 'refused'],
  ['max_tokens', 'cut short: as long as an answer may be'],
  ['model_context_window_exceeded', 'cut short: the context is full'],
]);
