import { grouped } from '../../model/collections.ts';
import { sentenceText } from '../../model/command.ts';
import { continuationOf, interruptedText, type Run, runEnd, runNames } from '../../model/run.ts';
import { contractJson } from '../json-text.ts';
import type { Paint, Screen } from '../paint.ts';
import { bytesText, clipTo, countText, numberText, padded, printable, wrap } from '../text.ts';
import { type Clock, isoText, timeOf, timeText, whenText } from '../time.ts';
import { itemJson, type WordedReport } from '../worded.ts';
import { type ChangeTextOptions, itemsText } from './change.ts';

/** A screen with clock and width; for a pipe whole ids and exact times, and `clock` is null. */
export interface RunsScreen extends Screen {
  readonly commandPrefix: string;
  readonly clock: Clock | null;
}

type RunNames = ReturnType<typeof runNames>;

export function* runsText(runs: readonly Run[], screen: RunsScreen): Generator<string> {
  const { paint, width } = screen;
  if (runs.length === 0) yield 'no runs: nothing was changed here, or its journal was pruned';
  const nameOf = runNames(runs);
  if (areNamedByKind(runs)) {
    const all = joinedRuns(runs);
    yield* [...table(all, nameOf, screen), ''];
    for (const run of all) yield* cutRunLines(withoutOldShort(run, runs), nameOf, screen);
    return;
  }
  for (const root of new Set(runs.map((run) => run.root))) {
    yield* wrap(printable(root), 0, { width }).map(paint.accent);
    const own = runs.filter((run) => run.root === root);
    yield* [...table(own, nameOf, screen), ''];
  }
  for (const run of runs) yield* cutRunLines(withoutOldShort(run, runs), nameOf, screen);
}

/** Whoever typed another command since went on already. */
function withoutOldShort<T extends Run>(run: T, runs: readonly Run[]): T {
  return { ...run, isShort: run.isShort === true && run.id === runs.at(-1)?.id };
}

function areNamedByKind(runs: readonly Run[]): boolean {
  const kinds = new Map(runs.map(({ root, kind }) => [root, kind]));
  const known = new Set(kinds.values());
  return kinds.size > 1 && known.size === kinds.size && !known.has(null);
}

function* cutRunLines(run: Run, nameOf: RunNames, { commandPrefix, width }: RunsScreen): Generator<string> {
  const { id, state, isUndoing, isAtWork, isPartlyUndone, isShort, standing, reason } = run;
  const name = nameOf(id);
  const say = (text: string) => wrap(text, 0, { width, hang: 2 });
  if (state === 'cut')
    yield* say(
      `run ${name} ${interruptedText(isUndoing, isAtWork)}: ${sentenceText(continuationOf(name, isUndoing), commandPrefix)}`,
    );
  if (isShort === true)
    yield* say(
      `run ${name} is at work, or was cut off between two stores: \`${commandPrefix} resume ${name}\` names what it had not begun with`,
    );
  if (isPartlyUndone)
    yield* say(
      `run ${name}: ${numberText(standing)} not undone; \`${commandPrefix} undo ${name} --dry-run\` says what is in the way`,
    );
  if (reason !== null) yield* say(`run ${name} cannot be listed, resumed or undone: ${printable(reason)}`);
}

interface JoinedRun extends Run {
  readonly kinds?: string;
}

function joinedRuns(runs: readonly Run[]): JoinedRun[] {
  return [...grouped(runs.map((run) => [run.id, run])).values()].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    const sum = (of: (run: Run) => number) => parts.reduce((all, run) => all + of(run), 0);
    const state = GRAVEST.find((each) => parts.some((run) => run.state === each)) ?? first.state;
    return {
      ...first,
      kinds: parts.map(({ kind }) => kind).join(', '),
      state,
      changed: sum(({ changed }) => changed),
      standing: sum(({ standing }) => standing),
      bytesKept: sum(({ bytesKept }) => bytesKept),
      isAtWork: parts.some(({ isAtWork }) => isAtWork === true),
      isShort: state === 'done' && parts.some(({ isShort }) => isShort === true),
      isUndoing: parts.some(({ isUndoing }) => isUndoing),
      isPartlyUndone:
        parts.some(({ isPartlyUndone }) => isPartlyUndone) ||
        (state === 'done' && parts.some((run) => run.state === 'undone')),
      reason: parts.map(({ reason }) => reason).find((reason) => reason !== null) ?? null,
    };
  });
}

const GRAVEST = ['unreadable', 'cut', 'done', 'undone'] as const satisfies readonly Run['state'][];

interface Column {
  readonly head: string;
  readonly side: 'left' | 'right';
  textOf(run: JoinedRun): string;
}

function* table(runs: readonly JoinedRun[], nameOf: RunNames, { clock, paint, width }: RunsScreen): Generator<string> {
  const isJoined = runs.some(({ kinds }) => kinds !== undefined);
  let columns = columnsFor(clock, ({ id }) => nameOf(id), isJoined);
  let widths = widthsOf(columns, runs);
  // Columns that are dropped for space, in this order.
  for (const head of ['kept', 'changed', 'when', 'time (UTC)']) {
    if (widths.reduce((sum, each) => sum + each + 2, 0) <= width) break;
    columns = columns.filter((column) => column.head !== head);
    widths = widthsOf(columns, runs);
  }
  const row = (textOf: (column: Column) => string) =>
    clipTo(
      `  ${columns.map((column, i) => padded(textOf(column), widths[i] ?? 0, column.side)).join('  ')}`.trimEnd(),
      width,
    );
  yield paint.strong(row(({ head }) => head));
  for (const run of runs) yield STATE_COLORS[run.state](paint)(row(({ textOf }) => textOf(run)));
}

const STATE_COLORS = {
  done: () => (text: string) => text,
  undone: (paint: Paint) => paint.faint,
  cut: (paint: Paint) => paint.warn,
  unreadable: (paint: Paint) => paint.bad,
} as const;

function widthsOf(columns: readonly Column[], runs: readonly JoinedRun[]): number[] {
  return columns.map(({ head, textOf }) => runs.reduce((max, run) => Math.max(max, textOf(run).length), head.length));
}

function columnsFor(clock: Clock | null, wordOf: (run: Run) => string, hasKinds: boolean): Column[] {
  const column = (head: string, textOf: Column['textOf'], side: Column['side'] = 'left') => ({ head, side, textOf });
  return [
    column('run', wordOf),
    ...(clock === null ? [column('id', ({ id }) => id)] : []),
    clock === null
      ? column('time (UTC)', ({ startedAt }) => timeText(startedAt))
      : column(clock.utc ? 'time (UTC)' : 'when', ({ startedAt }) => whenText(startedAt, clock)),
    column('command', ({ command }) => printable(command ?? '?')),
    column('state', stateText),
    column('changed', ({ state, changed }) => (state === 'unreadable' ? '-' : numberText(changed)), 'right'),
    column('kept', ({ state, bytesKept }) => (state === 'unreadable' ? '-' : bytesText(bytesKept)), 'right'),
    ...(hasKinds ? [column('stores', ({ kinds = '' }) => kinds)] : []),
  ];
}

function stateText({ state, isAtWork, isPartlyUndone }: Run): string {
  if (isAtWork === true) return 'unfinished';
  if (isPartlyUndone) return 'partly undone';
  return state === 'cut' ? 'cut off' : state;
}

/** Names a run before it changes, by its part in each store: `run 3f0c: heal, 2 days ago, 12 changes in /home/ann/.fnord`. */
export function runLine(name: string, parts: readonly Run[], { clock, width }: RunsScreen): string[] {
  const { command = null, startedAt = 0 } = parts[0] ?? {};
  const when = clock === null ? `${timeText(startedAt)} UTC` : whenText(startedAt, clock);
  const changes = parts.map(({ changed, root }) => `${countText(changed, 'change')} in ${printable(root)}`);
  const facts = [printable(command ?? 'unreadable'), when, ...changes];
  return wrap(`run ${name}: ${facts.join(', ')}`, 0, { width, hang: 2 });
}

export function* runText(
  run: Run,
  report: WordedReport,
  screen: RunsScreen,
  textOptions: ChangeTextOptions,
): Generator<string> {
  const { clock, paint, width } = screen;
  yield paint.strong(`run ${runEnd(run.id)}: ${printable(run.command ?? 'unreadable')}, ${stateText(run)}`);
  const facts = [
    `${run.id}, ${timeOf(run.startedAt, clock)}`,
    `${countText(run.changed, 'change')}, ${bytesText(run.bytesKept)} of originals kept`,
    printable(run.root),
  ];
  for (const fact of facts) yield* wrap(fact, 2, { width, hang: 4 });
  yield '';
  yield* itemsText({ ...report, dryRun: false }, textOptions);
}

export function prunedText(runs: readonly Run[], dryRun: boolean, none: string): string {
  const bytes = bytesText(runs.reduce((sum, { bytesKept }) => sum + bytesKept, 0));
  const ids = new Set(runs.map(({ id }) => id)).size;
  // A run over several stores has a journal in each, but counts once.
  const count = `${countText(ids, 'run')}${ids < runs.length ? ` in ${countText(new Set(runs.map(({ root }) => root)).size, 'store')}` : ''}`;
  if (runs.length === 0) return `nothing to prune: ${none}`;
  if (dryRun) return `dry run, nothing was pruned: ${count} would go, and ${bytes} of originals`;
  const deletes = new Set(runs.filter(({ command }) => command === 'delete').map(({ id }) => id)).size;
  const gone = deletes === 0 ? '' : `; what ${countText(deletes, 'delete')} took away is gone for good`;
  return `${count} pruned, ${bytes} of originals deleted${gone}`;
}

/** Lines for a pipe, one per journal. */
export function prunedLines(runs: readonly Run[]): string[] {
  const nameOf = runNames(runs);
  return runs.map(
    ({ id, command, root }) => `  ${nameOf(id)}  ${id}  ${printable(command ?? '?')}  ${printable(root)}`,
  );
}

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
