import type { StatsSink } from '../../model/stats.ts';
import { answerIn } from './answered.ts';
import { kindsOf } from './read/blocks.ts';
import { RECORD_FLAG } from './read/record-classes.ts';
import type { SessionFile } from './session-file.ts';
import { Weigher } from './weigh.ts';

/** Counts what a transcript of the session would say, sent or not, and what its bytes hold, in the pass that judges it. */
export function tallyFile(file: SessionFile, id: string, into: StatsSink): void {
  const weigher = new Weigher(into.contents);
  const { records } = file.factsAnd(id, (met, all) => {
    weigher.meet(met);
    if (met.record === null || !(all.isMessage(met.n) || all.isQueued(met.n))) return;
    for (const said of kindsOf(met.own)) into.said(said);
    const answer = answerIn(met);
    if (answer !== null) into.answered(answer);
  });
  for (const n of file.history().sent)
    if (!records.isMessage(n) && !records.isQueued(n))
      into.said(
        records.has(n, RECORD_FLAG.asUser) ? { role: 'user', type: 'text' } : { role: 'system', type: 'other' },
      );
}
