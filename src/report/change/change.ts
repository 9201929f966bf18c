import type { ChangeItem, ChangeReport, EditView, StepView } from '../../model/change-report.ts';
import type { Counts } from '../../model/conversation.ts';
import { countText, numberText } from '../numbers.ts';
import type { Paint } from '../paint.ts';
import { printable, shellWord } from '../printable.ts';

/** How a change is shown. */
export interface Telling {
  /** The command line up to the verb, for commands that a person would type next. */
  readonly again: string;
  /** The same for those that undo it, where they are to look elsewhere. */
  readonly back?: string;
  /** What to call the run. */
  readonly name?: string;
  readonly paint: Paint;
  /** It is what a person is asked about, not a dry run that was wished for. */
  readonly asked?: boolean;
}

/** A changing command's answer as lines of text; unchanged items are only counted, and of many that changed only the first are shown. */
export function* changeText(report: ChangeReport, telling: Telling): Generator<string> {
  yield* itemsText(report, telling);
  yield tally(report, telling.asked === true);
  if (report.changed > 0) yield* balance(report);
  // Said before it was carried out; afterwards it would be said twice.
  if (report.dryRun) for (const remark of report.remarks) yield printable(remark);
  if (report.stopped !== null) yield stopText(report.stopped);
  yield* wayOn(report, telling);
}

/** What became of each, one after the other; unchanged items are left out. */
export function* itemsText(report: ChangeReport, telling: Telling): Generator<string> {
  const { shown, rest } = fold(report.items.filter(({ state }) => state !== 'unchanged'));
  for (const item of shown) yield* itemText(item, report, telling);
  if (rest > 0) yield `... and ${numberText(rest)} more like these (--json lists them all)`;
  if (shown.length > 0) yield '';
}

/** Items shown of one state and reason that have nothing else to show; the rest is counted. */
const SHOWN = 40;

function fold(items: readonly ChangeItem[]): { readonly shown: readonly ChangeItem[]; readonly rest: number } {
  const counts = new Map<string, number>();
  const shown = items.filter((item) => {
    if (!isPlain(item)) return true;
    const key = `${item.state}: ${item.reason ?? ''}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= SHOWN;
  });
  return { shown, rest: items.length - shown.length };
}

/** Nothing of it is lost when it is only counted. */
function isPlain({ state, codes, notes, steps, newId, next }: ChangeItem): boolean {
  const extras = [notes, steps, newId, next];
  return extras.every((extra) => extra === undefined) && (state === 'changed' || codes.length === 0);
}

function* itemText(item: ChangeItem, report: ChangeReport, { again, paint }: Telling): Generator<string> {
  const word = item.state === 'changed' ? wordFor(report) : item.state;
  const codes = item.codes.length === 0 ? '' : ` [${printable(item.codes.join(' '))}]`;
  const reason = item.reason === undefined ? '' : `: ${printable(item.reason)}`;
  const born = item.newId === undefined ? '' : ` -> ${printable(item.newId)}`;
  yield `${STATE_COLORS[item.state](paint)(word)}  ${printable(item.path)}${born}${reason}${paint.faint(codes)}`;
  for (const note of item.notes ?? []) yield `    ${printable(note)}`;
  // An explanation is the same for every store.
  if (item.next !== undefined)
    yield `    next: ${printable(item.next).replace(/^convo (?!explain )/, () => `${again} `)}`;
  for (const step of item.steps ?? []) yield* stepText(step, paint);
}

function wordFor({ command, dryRun, isUndone }: ChangeReport): string {
  return WORDS[isUndone === true ? 'undo' : command][dryRun ? 'would' : 'did'];
}

const WORDS = {
  heal: { did: 'healed', would: 'would heal' },
  migrate: { did: 'migrated', would: 'would migrate' },
  fork: { did: 'forked', would: 'would fork' },
  archive: { did: 'archived', would: 'would archive' },
  restore: { did: 'restored', would: 'would restore' },
  delete: { did: 'deleted', would: 'would delete' },
  rename: { did: 'renamed', would: 'would rename' },
  tag: { did: 'tagged', would: 'would tag' },
  keep: { did: 'kept', would: 'would keep' },
  rehome: { did: 'moved', would: 'would move' },
  apply: { did: 'changed', would: 'would change' },
  undo: { did: 'undone', would: 'would undo' },
  redo: { did: 'redone', would: 'would redo' },
  resume: { did: 'finished', would: 'would finish' },
} as const satisfies Record<ChangeReport['command'], { readonly did: string; readonly would: string }>;

const STATE_COLORS = {
  changed: (paint: Paint) => paint.good,
  unchanged: (paint: Paint) => paint.faint,
  refused: (paint: Paint) => paint.warn,
  failed: (paint: Paint) => paint.bad,
} as const;

function* stepText(step: StepView, paint: Paint): Generator<string> {
  const from = step.from === undefined ? '' : ` from ${printable(step.from)}`;
  const to = step.to === undefined ? '' : ` to ${printable(step.to)}`;
  yield `    ${STEP_WORDS[step.do]} ${printable(step.path)}${from}${to}`;
  for (const edit of step.edits ?? []) yield* editText(edit, paint);
  if ((step.more ?? 0) > 0) yield `      ... and ${countText(step.more ?? 0, 'more edit')} (--plan-out saves them all)`;
}

const STEP_WORDS = { put: 'write', plant: 'make', move: 'move', remove: 'move into the journal:' } as const;

function* editText({ line, column, removed, inserted }: EditView, paint: Paint): Generator<string> {
  yield `      at ${line}:${column}`;
  if (removed !== '') yield `        ${paint.bad(`- ${printable(removed)}`)}`;
  if (inserted !== '') yield `        ${paint.good(`+ ${printable(inserted)}`)}`;
}

function tally({ dryRun, plan, changed, unchanged, refused, failed }: ChangeReport, asked: boolean): string {
  if (asked)
    return `${countText(changed, 'change')} planned, ${numberText(unchanged)} unchanged, ${numberText(refused)} refused`;
  const would = !dryRun ? '' : plan === null ? 'dry run, nothing was written: ' : 'planned, nothing was changed: ';
  const counts = [
    `${numberText(changed)} ${dryRun ? 'to change' : 'changed'}`,
    `${numberText(unchanged)} unchanged`,
    `${numberText(refused)} refused`,
    `${numberText(failed)} failed`,
  ];
  return `${would}${counts.join(', ')}`;
}

/** What went in and what came out, in the conversations that change. */
function* balance({ before, after }: ChangeReport): Generator<string> {
  if (before.conversations + after.conversations === 0) return;
  yield `  before  ${counted(before)}`;
  yield `  after   ${counted(after)}`;
}

function counted({ conversations, messages, toolCalls, tasks, memories, bytes }: Counts): string {
  return [
    countText(conversations, 'conversation'),
    countText(messages, 'message'),
    countText(toolCalls, 'tool call'),
    countText(tasks, 'task'),
    countText(memories, 'memory', 'memories'),
    countText(bytes, 'byte'),
  ].join(', ');
}

function stopText({ by, reason }: NonNullable<ChangeReport['stopped']>): string {
  if (by === 'interrupted') return 'interrupted before its end';
  return `${by === 'declined' ? 'declined' : 'stopped'} before its end: ${printable(reason)}`;
}

function* wayOn(report: ChangeReport, { again, back = again, name }: Telling): Generator<string> {
  const { run: id, command, dryRun, plan, changed, stopped, isUndone } = report;
  if (plan !== null) yield `plan saved to ${printable(plan)}: \`convo apply ${shellWord(plan)}\` carries it out`;
  if (id === null || dryRun) return;
  const run = name ?? id;
  if (stopped?.cut)
    yield `run ${run} waits: \`${back} resume ${run}\` finishes it, \`${back} undo ${run}\` undoes what it did`;
  else if (changed > 0 && command !== 'undo' && isUndone !== true)
    yield `run ${run}: \`${back} undo ${run}\` puts every byte back`;
}
