import type { View } from '../../../model/conversation.ts';
import type { StatsSink } from '../../../model/stats.ts';
import { answerReader } from './answers.ts';
import type { Lineage } from './lineage.ts';
import type { Entry } from './record.ts';
import type { RolloutFile } from './rollout-file.ts';
import { type KindCount, ShownCounter } from './shown-counter.ts';

/** A rollout that is counted; the one that its thread goes on with first. */
interface Tallied {
  readonly file: RolloutFile;
  readonly lineage: Lineage;
  readonly view: Pick<View, 'readable'>;
}

/** Counts messages and tokens in the pass that judges them, each in the rollout that has it. */
export function tallyRollouts(all: readonly Tallied[], judge: () => unknown, into: StatsSink): void {
  const ends = all.map((each, n) => tallied({ ...each, isCopy: isCopy(each, all.slice(0, n)) }, into));
  judge();
  for (const end of ends) end();
}

/** True where a newer file of its thread has its name: compressed, or archived. */
function isCopy({ file: { name } }: Tallied, newer: readonly Tallied[]): boolean {
  return (
    name !== null &&
    newer.some(({ file: { name: other } }) => other?.time === name.time && other.window === name.window)
  );
}

/** Watches a rollout; call it after the pass. */
function tallied({ file, lineage, view, isCopy }: Tallied & { readonly isCopy: boolean }, into: StatsSink): () => void {
  const read = file.watch(() => tallyReader({ file, lineage }, into));
  return () => {
    // Lines of a wholly damaged file are not judged.
    if (read() === null) for (const _ of file.entries());
    if (file.part.size > 0 && view.readable && !isCopy) tell(read()?.counter.shown() ?? [], into);
  };
}

function tallyReader({ file, lineage }: Omit<Tallied, 'view'>, into: StatsSink) {
  const [counter, answerIn] = [new ShownCounter(file, lineage, { own: true }), answerReader()];
  return {
    counter,
    take: (entry: Entry): void => {
      counter.take(entry);
      const answer = answerIn(entry);
      if (answer !== null) into.answered(answer);
    },
  };
}

function tell(all: Iterable<KindCount>, into: StatsSink): void {
  for (const { kind, count } of all) for (let n = 0; n < count; n++) into.said(kind);
}
