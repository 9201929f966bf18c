import type { View } from '../../model/conversation.ts';
import type { StatsSink } from '../../model/stats.ts';
import { type Entry, entriesOf } from './decode/record.ts';
import { answerReader } from './read/answers.ts';
import type { Lineage } from './read/lineage.ts';
import type { SaidKind } from './read/said.ts';
import { kindsSaid, messagesShown } from './read/transcript.ts';
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
  const counted = counter(file.head().meta?.mode ?? null);
  const answerIn = answerReader();
  let isMet = false;
  for (const { source, bytes } of lineage.parts)
    for (const entry of entriesOf(source, { to: bytes })) counted?.count(entry);
  file.watch((entry) => {
    isMet = true;
    counted?.count(entry);
    const answer = answerIn(entry);
    if (answer !== null) into.answered(answer);
  });
  return () => {
    // Of what is damaged as a whole the lines are not judged.
    if (!isMet) for (const _ of file.entries());
    if (file.part.size > 0 && view.readable) tell(counted?.shown() ?? each(messagesShown(file, lineage)), into);
  };
}

/** How often something is said. */
interface Counted {
  readonly kind: SaidKind;
  count: number;
}

function tell(all: Iterable<Counted>, into: StatsSink): void {
  for (const { kind, count } of all) for (let n = 0; n < count; n++) into.said(kind);
}

function* each(all: Iterable<SaidKind>): Generator<Counted> {
  for (const kind of all) yield { kind, count: 1 };
}

/** Counts what each line shows; null for what has no turns. */
function counter(mode: string | null) {
  if (mode !== 'legacy' && mode !== 'paginated') return null;
  // Calls by the names of their tools; all else is one of a few values.
  const said = new Map<SaidKind | string, Counted>();
  const reader = turnReader(mode);
  const { turns } = reader;
  const count = (entry: Entry) => {
    for (const kind of kindsSaid(entry, reader.take(entry), mode)) {
      const key = kind.type === 'tool_call' ? (kind.name ?? '') : kind;
      const known = said.get(key);
      if (known === undefined) said.set(key, { kind, count: 1 });
      else known.count++;
    }
  };
  // Turns that were rolled back are hidden, and without any turn what is sent to the model is shown: null for these.
  return { count, shown: () => (turns.rolledBack > 0 || turns.begun === 0 ? null : said.values()) };
}
