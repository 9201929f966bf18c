import type { View } from '../../model/conversation.ts';
import type { StatsSink } from '../../model/stats.ts';
import { type Entry, entriesOf } from './decode/record.ts';
import { answerReader } from './read/answers.ts';
import type { Lineage } from './read/lineage.ts';
import type { SaidKind } from './read/said.ts';
import { kindsSaid } from './read/transcript.ts';
import { turnReader } from './read/turn-reader.ts';
import type { RolloutFile } from './rollout-file.ts';

/** A rollout that is counted. */
interface Tallied {
  readonly file: RolloutFile;
  readonly lineage: Lineage;
  readonly view: Pick<View, 'readable'>;
}

/** Counts what the transcripts of rollouts would say, and their tokens, in the pass that judges them. */
export function tallyRollouts(all: readonly Tallied[], judge: () => unknown, into: StatsSink): void {
  const ends = all.map((each) => tallied(each, into));
  judge();
  for (const end of ends) end();
}

/** Watches a rollout; to be called after the pass. */
function tallied({ file, lineage, view }: Tallied, into: StatsSink): () => void {
  const { said, isMet } = watched(file, lineage, into);
  return () => {
    // Of what is damaged as a whole the lines are not judged.
    if (!isMet()) for (const _ of file.entries());
    if (file.part.size > 0 && view.readable) for (const each of said.values()) repeat(each, into);
  };
}

function repeat({ kind, count }: Counted, into: StatsSink): void {
  for (let each = 0; each < count; each++) into.said(kind);
}

/** How often something is said. */
interface Counted {
  readonly kind: SaidKind;
  count: number;
}

/** What is said in a rollout, once all of it was read. */
function watched(file: RolloutFile, { parts }: Lineage, into: StatsSink) {
  // Calls by the names of their tools; all else is one of a few values.
  const said = new Map<SaidKind | string, Counted>();
  let isMet = false;
  const mode = file.head().meta?.mode ?? null;
  const [turns, answerIn] = [turnReader(mode), answerReader()];
  const count = (entry: Entry) => {
    for (const kind of kindsSaid(entry, turns.take(entry), mode)) {
      const key = kind.type === 'tool_call' ? (kind.name ?? '') : kind;
      const known = said.get(key);
      if (known === undefined) said.set(key, { kind, count: 1 });
      else known.count++;
    }
  };
  for (const { source, bytes } of parts) for (const entry of entriesOf(source, { to: bytes })) count(entry);
  file.watch((entry) => {
    isMet = true;
    count(entry);
    const answer = answerIn(entry);
    if (answer !== null) into.answered(answer);
  });
  return { said, isMet: () => isMet };
}
