import { sentenceText } from '../../model/command.ts';
import { cutWords, type Run, wayFromCut } from '../../model/run.ts';
import { padded, wrap } from '../columns.ts';
import { contractJson } from '../json-text.ts';
import type { Paint } from '../paint.ts';
import { bytesText, countText, numberText, printable } from '../text.ts';
import { type Clock, isoText, timeOf, timeText, whenText } from '../time.ts';
import { itemJson, type WordedReport } from '../worded.ts';
import { itemsText, type Telling } from './change.ts';

/** On a terminal with clock and width; otherwise whole ids and exact times. */
export interface RunsScreen {
  /** Command line up to the verb. */
  readonly commandPrefix: string;
  readonly paint: Paint;
  readonly width: number;
  /** Null for a pipe. */
  readonly clock: Clock | null;
}

export function* runsText(runs: readonly Run[], screen: RunsScreen): Generator<string> {
  const { commandPrefix, paint, width } = screen;
  if (runs.length === 0) yield 'no runs: nothing was changed here, or its journal was pruned';
  for (const root of new Set(runs.map((run) => run.root))) {
    yield* wrap(printable(root), 0, { width }).map(paint.accent);
    const own = runs.filter((run) => run.root === root);
    yield* table(own, screen);
    yield '';
  }
  for (const run of runs) {
    const name = nameOf(run, runs);
    const say = (text: string) => wrap(text, 0, { width, hang: 2 });
    if (run.state === 'cut')
      yield* say(
        `run ${name} ${cutWords(run.isUndoing, run.isHeld)}: ${sentenceText(wayFromCut(name, run.isUndoing), commandPrefix)}`,
      );
    if (run.isPartlyUndone)
      yield* say(
        `run ${name}: ${numberText(run.standing)} not undone; \`${commandPrefix} undo ${name} --dry-run\` says what is in the way`,
      );
    if (run.reason !== null) yield* say(`run ${name} cannot be listed, resumed or undone: ${printable(run.reason)}`);
  }
}

function nameOf({ id, number }: Pick<Run, 'id' | 'number'>, all: readonly Pick<Run, 'id' | 'number'>[]): string {
  return all.some((other) => other.number === number && other.id !== id) ? id : String(number);
}

interface Column {
  readonly head: string;
  readonly side: 'left' | 'right';
  textOf(run: Run): string;
}

function* table(runs: readonly Run[], { clock, paint, width }: RunsScreen): Generator<string> {
  let columns = columnsFor(clock);
  let widths = widthsOf(columns, runs);
  // First the kept bytes, then the changes make room.
  for (const head of ['kept', 'changed']) {
    if (widths.reduce((sum, each) => sum + each + 2, 0) <= width) break;
    columns = columns.filter((column) => column.head !== head);
    widths = widthsOf(columns, runs);
  }
  const row = (textOf: (column: Column) => string) =>
    `  ${columns.map((column, i) => padded(textOf(column), widths[i] ?? 0, column.side)).join('  ')}`.trimEnd();
  yield paint.strong(row(({ head }) => head));
  for (const run of runs) yield STATE_COLORS[run.state](paint)(row(({ textOf }) => textOf(run)));
}

const STATE_COLORS = {
  done: () => (text: string) => text,
  undone: (paint: Paint) => paint.faint,
  cut: (paint: Paint) => paint.warn,
  unreadable: (paint: Paint) => paint.bad,
} as const;

function widthsOf(columns: readonly Column[], runs: readonly Run[]): number[] {
  return columns.map(({ head, textOf }) => runs.reduce((most, run) => Math.max(most, textOf(run).length), head.length));
}

function columnsFor(clock: Clock | null): Column[] {
  const column = (head: string, textOf: Column['textOf'], side: Column['side'] = 'left') => ({ head, side, textOf });
  return [
    column('run', ({ number }) => String(number), 'right'),
    ...(clock === null ? [column('id', ({ id }) => id)] : []),
    clock === null
      ? column('time (UTC)', ({ startedAt }) => timeText(startedAt))
      : column(clock.utc ? 'time (UTC)' : 'when', ({ startedAt }) => whenText(startedAt, clock)),
    column('command', ({ command }) => printable(command ?? '?')),
    column('state', stateText),
    column('changed', ({ state, changed }) => (state === 'unreadable' ? '-' : numberText(changed)), 'right'),
    column('kept', ({ state, bytesKept }) => (state === 'unreadable' ? '-' : bytesText(bytesKept)), 'right'),
  ];
}

function stateText({ state, isHeld, isPartlyUndone }: Run): string {
  if (isHeld === true) return 'unfinished';
  if (isPartlyUndone) return 'partly undone';
  return state === 'cut' ? 'cut off' : state;
}

/** Names runs before they change: `run 3: heal, 2 days ago, 12 changes in /home/ann/.fnord`. */
export function* aboutRuns(runs: readonly Run[], { clock, width }: RunsScreen): Generator<string> {
  for (const run of runs) {
    const { command, startedAt, changed, root } = run;
    const when = clock === null ? `${timeText(startedAt)} UTC` : whenText(startedAt, clock);
    const facts = [printable(command ?? 'unreadable'), when, `${countText(changed, 'change')} in ${printable(root)}`];
    yield* wrap(`run ${nameOf(run, runs)}: ${facts.join(', ')}`, 0, { width, hang: 2 });
  }
}

export function* runText(run: Run, report: WordedReport, screen: RunsScreen, telling: Telling): Generator<string> {
  const { clock, paint, width } = screen;
  yield paint.strong(`run ${run.number}: ${printable(run.command ?? 'unreadable')}, ${stateText(run)}`);
  const facts = [
    `${run.id}, ${timeOf(run.startedAt, clock)}`,
    `${countText(run.changed, 'change')}, ${bytesText(run.bytesKept)} of originals kept`,
    printable(run.root),
  ];
  for (const fact of facts) yield* wrap(fact, 2, { width, hang: 4 });
  yield '';
  yield* itemsText({ ...report, dryRun: false }, telling);
}

/** Runs deleted by a prune; `none` explains an empty answer. */
export function* prunedText(runs: readonly Run[], dryRun: boolean, none: string): Generator<string> {
  const bytes = bytesText(runs.reduce((sum, { bytesKept }) => sum + bytesKept, 0));
  if (runs.length === 0) yield `nothing to prune: ${none}`;
  else if (dryRun)
    yield `dry run, nothing was pruned: ${countText(runs.length, 'run')} would go, and ${bytes} of originals`;
  else yield `${countText(runs.length, 'run')} pruned, ${bytes} of originals deleted`;
  for (const { id, number, command, root } of runs)
    yield `  ${number}  ${id}  ${printable(command ?? '?')}  ${printable(root)}`;
}

/** Runs document of the JSON contract, with `items` if requested. */
export function runsJson(runs: readonly (Run & { readonly items?: WordedReport['items'] })[]): string {
  const plain = runs.map((run) => {
    const { id, number, command, startedAt, state, changed, standing, bytesKept, root, reason, items } = run;
    return {
      id,
      number,
      command,
      startedAt,
      startedAtIso: isoText(startedAt),
      state,
      changed,
      standing,
      bytesKept,
      root,
      ...(reason === null ? {} : { reason }),
      ...(items === undefined ? {} : { items: items.map(itemJson) }),
    };
  });
  return contractJson('runs', { runs: plain });
}
