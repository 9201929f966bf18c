import { bytesText } from './bytes.ts';
import { countText } from './count.ts';
import { jsonText } from './json-text.ts';
import { printable } from './printable.ts';
import { timeText } from './time.ts';

/** A run as it is told: `startedAt` in Unix seconds, `bytesKept` in its journal. */
export interface RunLine {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'done' | 'cut' | 'undone';
  readonly changed: number;
  /** Changes that undo had to leave. */
  readonly standing: number;
  readonly bytesKept: number;
  readonly root: string;
}

/** Runs as lines of text, and what to do about those that are not whole. `again` is the command line up to the verb. */
export function* runsText(runs: readonly RunLine[], again: string): Generator<string> {
  for (const { id, command, startedAt, state, changed, bytesKept, root } of runs) {
    const made = countText(changed, 'change');
    yield `${id}  ${timeText(startedAt)}  ${command.padEnd(7)}  ${state.padEnd(6)}  ${made}, ${bytesText(bytesKept)} kept  ${printable(root)}`;
  }
  if (runs.length === 0) yield 'no runs: nothing was changed here, or its journal was pruned';
  for (const { id, state, standing } of runs) {
    if (state === 'cut')
      yield `${id} was cut off: \`${again} resume ${id}\` finishes it, \`${again} undo ${id}\` takes it back`;
    if (state === 'undone' && standing > 0)
      yield `${id}: ${countText(standing, 'change')} could not be taken back; \`${again} undo ${id}\` tries again`;
  }
}

/** What a prune let go of, or on a dry run would. */
export function* prunedText(runs: readonly RunLine[], dryRun: boolean): Generator<string> {
  const bytes = bytesText(runs.reduce((sum, { bytesKept }) => sum + bytesKept, 0));
  if (runs.length === 0) yield 'nothing to prune: no finished run is that old';
  else if (dryRun)
    yield `dry run, nothing was pruned: ${countText(runs.length, 'run')} would go, and ${bytes} of originals`;
  else yield `${countText(runs.length, 'run')} pruned, ${bytes} of originals let go`;
  for (const { id, command, root } of runs) yield `  ${id}  ${command}  ${printable(root)}`;
}

/** Runs as the document of the JSON contract. */
export function runsJson(runs: readonly RunLine[]): string {
  const plain = runs.map(({ id, command, startedAt, state, changed, standing, bytesKept, root }) => ({
    id,
    command,
    startedAt,
    state,
    changed,
    standing,
    bytesKept,
    root,
  }));
  return jsonText({ schema: 1, command: 'runs', runs: plain });
}
