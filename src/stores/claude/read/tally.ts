import { textOf, type Value } from '../../../codecs/json/value.ts';
import type { StatsSink } from '../../../model/stats.ts';
import type { AlsoMeeting } from '../checks/facts.ts';
import { answerIn, isAnswerTold, tellAnswer } from './answered.ts';
import { kindsOf } from './blocks.ts';
import { BLOCK_TYPE } from './content.ts';
import type { PlainRecord } from './plain-record.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import { kindsOfRecord, mayBeTyped, typedIn } from './record-said.ts';
import type { PlainMeeting, RecordAt, Records } from './records.ts';
import type { SessionFile } from './session-file.ts';
import { StopHooks } from './stop-hooks.ts';
import { Weigher } from './weigh.ts';

/** Counts the messages of the session, sent or not, and its bytes, in the pass that judges it. */
export function tallyFile(file: SessionFile, id: string, into: StatsSink): void {
  file.factsAnd(id, tallyMeeting(into));
}

/** What meets the lines of a session to count what is in them. */
export function tallyMeeting(into: StatsSink): AlsoMeeting & { readonly plain: PlainMeeting } {
  const weigher = new Weigher(into.contents);
  const hooks = new StopHooks();
  const meet = (met: RecordAt, all: Records) => {
    weigher.meet(met);
    const kind = all.kind[met.n];
    if (met.record === null || kind === CLASS.progress || (!all.isKept(met.n) && kind !== CLASS.unknown)) return;
    for (const said of isPlain(all, met.n, met.record)
      ? kindsOf(met.own)
      : kindsOfRecord(all, met.n, met.record, hooks))
      into.said(said);
    const answer = answerIn(met);
    if (answer !== null) into.answered(answer);
  };
  const plain: PlainMeeting = {
    takes: (record) => isTold(record) && isAnswerTold(record),
    meet: (_n, line, record) => {
      weigher.meetPlain(line, record);
      if (record.kind === CLASS.user || record.kind === CLASS.assistant) sayPlain(record, into);
      tellAnswer(record, into);
    },
  };
  return { meet, plain };
}

/** Is it known who speaks in a plain record without a look at its text, as `isPlain` has it. */
function isTold(record: PlainRecord): boolean {
  if (record.kind === CLASS.system) return false;
  if (record.kind !== CLASS.user) return true;
  return (record.flags & (RECORD_FLAG.results | RECORD_FLAG.meta)) === RECORD_FLAG.results && !mayBeTyped(record);
}

function sayPlain({ kind, blocks, block, tape }: PlainRecord, into: StatsSink): void {
  const role = kind === CLASS.assistant ? 'assistant' : 'user';
  if (blocks === 0) into.said({ role, type: 'text' });
  for (let i = 0; i < blocks; i++) {
    const type = block[4 * i + 1] as number;
    if (type === BLOCK_TYPE.call)
      into.said({ role, type: 'tool_call', name: textOf({ tape, at: block[4 * i + 3] as number }) });
    else if (type === BLOCK_TYPE.result) into.said({ role: 'tool', type: 'tool_output' });
    else into.said({ role, type: type === BLOCK_TYPE.text ? 'text' : 'reasoning' });
  }
}

/** Is it known who speaks without a look at the text. */
function isPlain(records: Records, n: number, record: Value): boolean {
  if (records.has(n, RECORD_FLAG.apiError)) return false;
  if (records.kind[n] === CLASS.assistant) return true;
  const isResult = records.has(n, RECORD_FLAG.results) && !records.has(n, RECORD_FLAG.meta);
  return isResult && typedIn(records, n, record).length === 0;
}
