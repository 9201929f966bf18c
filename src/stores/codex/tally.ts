import type { View } from '../../model/conversation.ts';
import type { StatsSink } from '../../model/stats.ts';
import type { Entry } from './decode/record.ts';
import { answerReader } from './read/answers.ts';
import type { Lineage } from './read/lineage.ts';
import { type KindCount, ShownCounter } from './read/shown-counter.ts';
import type { RolloutFile } from './rollout-file.ts';

/** A rollout that is counted; the one that its thread goes on with first. */
interface Tallied {
  readonly file: RolloutFile;
  readonly lineage: Lineage;
  readonly view: Pick<View, 'readable'>;
}

/** Counts what the transcripts of rollouts would say, and their tokens, in the pass that judges them. */
export function tallyRollouts(all: readonly Tallied[], judge: () => unknown, into: StatsSink): void {
  const ends = all.map((each, n) =>
    tallied({ ...each, counted: ownParts(each, all.slice(n + 1)), isCopy: isCopy(each, all.slice(0, n)) }, into),
  );
  judge();
  for (const end of ends) end();
}

/** The parts of a lineage that no older file of its thread has, and that none is. */
function ownParts({ lineage: { parts } }: Tallied, older: readonly Tallied[]): ReadonlySet<string> {
  const others = older.filter(({ view }) => view.readable);
  const counted = new Set(
    others.flatMap((each) => [each.file.part.path, ...each.lineage.parts.map(({ path }) => path)]),
  );
  return new Set(parts.flatMap(({ path }) => (counted.has(path) ? [] : path)));
}

/** Has a newer file of its thread the same name: compressed, or archived. */
function isCopy({ file: { name } }: Tallied, newer: readonly Tallied[]): boolean {
  return (
    name !== null &&
    newer.some(({ file: { name: other } }) => other?.time === name.time && other.window === name.window)
  );
}

/** Watches a rollout; to be called after the pass. */
function tallied(
  { file, lineage, view, counted, isCopy }: Tallied & Counted & { readonly isCopy: boolean },
  into: StatsSink,
): () => void {
  const read = file.watch(() => tallyReader({ file, lineage, counted }, into));
  return () => {
    // Of what is damaged as a whole the lines are not judged.
    if (read() === null) for (const _ of file.entries());
    if (file.part.size > 0 && view.readable && !isCopy) tell(read()?.counter.shown() ?? [], into);
  };
}

interface Counted {
  /** Paths of the inherited parts whose messages count. */
  readonly counted: ReadonlySet<string>;
}

function tallyReader({ file, lineage, counted }: Omit<Tallied, 'view'> & Counted, into: StatsSink) {
  const [counter, answerIn] = [new ShownCounter(file, lineage, counted), answerReader()];
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
