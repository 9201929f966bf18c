import type { Value } from '../../../codecs/json/value.ts';
import type { StatsSink } from '../../../model/stats.ts';
import { answerIn } from './answered.ts';
import { kindsOf } from './blocks.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import { kindsOfRecord, typedIn } from './record-said.ts';
import type { Records } from './records.ts';
import type { SessionFile } from './session-file.ts';
import { StopHooks } from './stop-hooks.ts';
import { Weigher } from './weigh.ts';

/** Counts the messages of the session, sent or not, and its bytes, in the pass that judges it. */
export function tallyFile(file: SessionFile, id: string, into: StatsSink): void {
  const weigher = new Weigher(into.contents);
  const hooks = new StopHooks();
  file.factsAnd(id, (met, all) => {
    weigher.meet(met);
    const kind = all.kind[met.n];
    if (met.record === null || kind === CLASS.progress || (!all.isKept(met.n) && kind !== CLASS.unknown)) return;
    for (const said of isPlain(all, met.n, met.record)
      ? kindsOf(met.own)
      : kindsOfRecord(all, met.n, met.record, hooks))
      into.said(said);
    const answer = answerIn(met);
    if (answer !== null) into.answered(answer);
  });
}

/** Is it known who speaks without a look at the text. */
function isPlain(records: Records, n: number, record: Value): boolean {
  if (records.has(n, RECORD_FLAG.apiError)) return false;
  if (records.kind[n] === CLASS.assistant) return true;
  const isResult = records.has(n, RECORD_FLAG.results) && !records.has(n, RECORD_FLAG.meta);
  return isResult && typedIn(records, n, record).length === 0;
}
