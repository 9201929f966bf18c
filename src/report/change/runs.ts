import { jsonText } from '../json-text.ts';
import { bytesText, countText, numberText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { timeText } from '../time.ts';

/** A run as it is listed: `startedAt` in Unix seconds, `bytesKept` in its journal. */
export interface RunLine {
  readonly id: string;
  /** Null for a run whose journal cannot be read. */
  readonly command: string | null;
  readonly startedAt: number;
  readonly state: 'done' | 'cut' | 'undone' | 'unreadable';
  readonly changed: number;
  /** What of it is not undone. */
  readonly standing: number;
  readonly isPartlyUndone: boolean;
  readonly bytesKept: number;
  readonly root: string;
  /** Why its journal cannot be read; null when it can. */
  readonly reason: string | null;
}

/** Runs as lines of text, and what to do about those that are not whole. `again` is the command line up to the verb. */
export function* runsText(runs: readonly RunLine[], again: string): Generator<string> {
  for (const { id, command, startedAt, state, changed, bytesKept, root } of runs) {
    const did =
      state === 'unreadable'
        ? 'its journal cannot be read'
        : `${numberText(changed)} changed, ${bytesText(bytesKept)} kept`;
    yield `${id}  ${timeText(startedAt)}  ${printable(command ?? '?').padEnd(7)}  ${state.padEnd(6)}  ${did}  ${printable(root)}`;
  }
  if (runs.length === 0) yield 'no runs: nothing was changed here, or its journal was pruned';
  for (const { id, state, standing, isPartlyUndone, reason } of runs) {
    if (state === 'cut')
      yield `${id} was cut off: \`${again} resume ${id}\` finishes it, \`${again} undo ${id}\` undoes it`;
    if (isPartlyUndone) yield `${id}: ${numberText(standing)} not undone; \`${again} undo ${id}\` tries again`;
    if (reason !== null) yield `${id} cannot be listed, resumed or undone: ${printable(reason)}`;
  }
}

/** What a prune deleted, or on a dry run would. */
export function* prunedText(runs: readonly RunLine[], dryRun: boolean): Generator<string> {
  const bytes = bytesText(runs.reduce((sum, { bytesKept }) => sum + bytesKept, 0));
  if (runs.length === 0) yield 'nothing to prune: no finished run is that old';
  else if (dryRun)
    yield `dry run, nothing was pruned: ${countText(runs.length, 'run')} would go, and ${bytes} of originals`;
  else yield `${countText(runs.length, 'run')} pruned, ${bytes} of originals deleted`;
  for (const { id, command, root } of runs) yield `  ${id}  ${printable(command ?? '?')}  ${printable(root)}`;
}

/** Runs as the document of the JSON contract. */
export function runsJson(runs: readonly RunLine[]): string {
  const plain = runs.map(({ id, command, startedAt, state, changed, standing, bytesKept, root, reason }) => ({
    id,
    command,
    startedAt,
    state,
    changed,
    standing,
    bytesKept,
    root,
    ...(reason === null ? {} : { reason }),
  }));
  return jsonText({ schema: 1, command: 'runs', runs: plain });
}
