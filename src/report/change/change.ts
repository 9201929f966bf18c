import type { EditView, StepView } from '../../model/change-report.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { restBelow } from '../../model/path-below.ts';
import { wayFromCut } from '../../model/run.ts';
import { sentenceText } from '../../model/sentence.ts';
import { quotedWord } from '../../model/shell-word.ts';
import { columnsOf } from '../columns.ts';
import { shortenerOfSome } from '../list/rows.ts';
import { bytesText, countText, numberText } from '../numbers.ts';
import type { Paint } from '../paint.ts';
import { firstLine, printable } from '../printable.ts';
import type { WordedItem, WordedReport } from '../worded.ts';
import { commandLines, wrap, wrapLine } from '../wrap.ts';
import { COUNTED } from './counted.ts';
import { wordFor } from './verb-words.ts';

/** How a change is shown. */
export interface Telling {
  /** The command line up to the verb, for what leads back. */
  readonly back: string;
  /** The name of the run. */
  readonly name?: string;
  readonly paint: Paint;
  /** Columns of a terminal, where ids are shortened too; infinite for a pipe. */
  readonly width?: number;
  /** It is what a person is asked about, not a dry run that was asked for. */
  readonly asked?: boolean;
}

/** A changing command's answer as lines of text; unchanged items are only counted, and of many that changed only the first are shown. */
export function* changeText(report: WordedReport, telling: Telling): Generator<string> {
  yield* itemsText(report, telling);
  const { width = Number.POSITIVE_INFINITY, asked } = telling;
  const wrapped = (text: string) => wrap(text, 0, { width, hang: 2 });
  yield* wrapped(tally(report, asked === true));
  if (report.changed > 0) yield* balance(report, width);
  // Said before it was carried out; afterwards it would be said twice.
  if (report.dryRun) for (const remark of report.remarks) yield* wrapped(printable(remark));
  for (const { sentence } of report.stays ?? []) yield* wrapped(printable(sentence));
  if (report.stopped !== null) yield* wrapped(stopText(report.stopped));
  for (const line of wayOn(report, telling)) yield* wrapped(line);
}

/**
 * The result for each, below the root of its store. Unchanged items are left out, unless damage stays in them; one that was asked for
 * alone says why.
 */
export function* itemsText(report: WordedReport, telling: Telling): Generator<string> {
  const isAlone = report.items.length === 1;
  const isSaid = ({ state, reason, left }: WordedItem) =>
    state !== 'unchanged' || left !== undefined || (isAlone && reason !== undefined);
  const { shown, rest } = fold(report.items.filter(isSaid));
  const { paint, width = Number.POSITIVE_INFINITY } = telling;
  const idOf =
    width === Number.POSITIVE_INFINITY ? (id: string) => id : shortenerOfSome(shown.flatMap(({ id }) => id ?? []));
  let root: string | null = null;
  for (const item of shown) {
    if (item.root !== root) yield* wrap(`${item.kind} store ${printable(item.root)}`, 0, { width }).map(paint.accent);
    root = item.root;
    yield* itemText(item, report, { ...telling, width, idOf });
  }
  if (rest > 0) yield* wrap(`... and ${numberText(rest)} more like these (--json lists them all)`, 2, { width });
  if (shown.length > 0) yield '';
}

/** Items shown of one state and reason that have nothing else to show, or in which the same damage stays; the rest is counted. */
const SHOWN = 40;

function fold(items: readonly WordedItem[]): { readonly shown: readonly WordedItem[]; readonly rest: number } {
  const counts = new Map<string, number>();
  const shown = items.filter((item) => {
    const { state, left, reason = '' } = item;
    if (!isPlain(item) && (state !== 'unchanged' || left === undefined)) return true;
    const key = `${state} ${left?.join(' ') ?? ''}: ${reason}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= SHOWN;
  });
  return { shown, rest: items.length - shown.length };
}

/** Nothing of it is lost when it is only counted. */
function isPlain({ state, codes, notes, steps, newId, next }: WordedItem): boolean {
  const extras = [notes, steps, newId, next];
  return extras.every((extra) => extra === undefined) && (state === 'changed' || codes.length === 0);
}

interface Setting extends Telling {
  readonly width: number;
  idOf(id: string): string;
}

function* itemText(item: WordedItem, report: WordedReport, { paint, width, idOf }: Setting): Generator<string> {
  const word = item.state === 'changed' ? wordFor(report) : item.state.replace('-', ' ');
  const codes = item.codes.length === 0 ? [] : [`[${item.codes.map(printable).join(' ')}]`];
  const born = item.newId === undefined ? [] : ['->', printable(item.newId)];
  const name = [nameOf(item, idOf), ...born].join(' ');
  const rest = [item.reason === undefined ? name : `${name}: ${printable(item.reason)}`, ...codes].join(' ');
  const [first = '', ...lines] = wrap(`${word} ${rest}`, 2, { width: width - 1, hang: 6 });
  // The word is a column of its own.
  yield `  ${STATE_COLORS[item.state](paint)(word)}  ${first.slice(3 + word.length)}`.trimEnd();
  yield* lines;
  for (const note of item.notes ?? []) yield* wrap(printable(note), 6, { width, hang: 8 });
  if (item.next !== undefined) yield* commandLines('next:', printable(item.next), 6, width);
  for (const step of item.steps ?? []) yield* stepText(step, paint, width);
}

/** The name that a person knows it by: its id with its title or project, else its path below the root, which has its id or follows it. */
function nameOf({ id, title = '', project, root, path }: WordedItem, idOf: (id: string) => string): string {
  const text = firstLine(title, 60);
  if (id !== null && text !== '') return `${printable(idOf(id))} ${text}`;
  const isFile = id !== null && /^\.jsonl?$/.test(path.slice(path.lastIndexOf('/') + 1 + id.length));
  if (isFile && project !== null && path.includes(`/${id}.`)) return `${printable(idOf(id))} in ${printable(project)}`;
  const below = restBelow(path, root) ?? path;
  return printable(id === null || below.includes(id) ? below : `${idOf(id)} in ${below}`);
}

const STATE_COLORS = {
  changed: (paint: Paint) => paint.good,
  unchanged: (paint: Paint) => paint.faint,
  refused: (paint: Paint) => paint.warn,
  failed: (paint: Paint) => paint.bad,
  'not-reached': (paint: Paint) => paint.warn,
} as const;

function* stepText(step: StepView, paint: Paint, width: number): Generator<string> {
  const parts = partsOf(step);
  const whole = `    ${parts.flat().join(' ')}`;
  // A path that is too long has a line of its own, so that a terminal takes all of it for one word.
  if (columnsOf(whole) <= width) yield whole;
  else yield* parts.flatMap((part, i) => pathLines(part, i === 0 ? 4 : 6, width));
  for (const [edit, ...others] of alikeIn(step.edits ?? [])) yield* editText(edit, others, { paint, width });
  const more = `... and ${countText(step.more ?? 0, 'more edit')} (--plan-out saves them all)`;
  if ((step.more ?? 0) > 0) yield* wrap(more, 6, { width, hang: 8 });
}

/** A step and its path. */
type PathPart = readonly [words: string, path: string];

function partsOf({ do: deed, path, from, to }: StepView): PathPart[] {
  const parts: PathPart[] = [[STEP_WORDS[deed], printable(path)]];
  if (from !== undefined) parts.push(['from', printable(from)]);
  if (to !== undefined) parts.push(['to', printable(to)]);
  return parts;
}

function pathLines([words, path]: PathPart, indent: number, width: number): string[] {
  const lead = ' '.repeat(indent);
  if (columnsOf(words) + 1 + columnsOf(path) + indent <= width) return [`${lead}${words} ${path}`];
  return [lead + words, columnsOf(path) + indent + 2 <= width ? `${lead}  ${path}` : path];
}

const STEP_WORDS = { put: 'write', plant: 'make', move: 'move', remove: 'move into the journal:' } as const;

/** Edits that take away and put in the same, together, in the order of the first of each. */
function alikeIn(edits: readonly EditView[]): Iterable<[EditView, ...EditView[]]> {
  const found = new Map<string, [EditView, ...EditView[]]>();
  for (const edit of edits) {
    const key = JSON.stringify([edit.removed, edit.inserted]);
    const alike = found.get(key);
    if (alike === undefined) found.set(key, [edit]);
    else alike.push(edit);
  }
  return found.values();
}

function* editText(
  { line, column, removed, inserted }: EditView,
  others: readonly EditView[],
  { paint, width }: Pick<Setting, 'paint' | 'width'>,
): Generator<string> {
  const [last] = others.slice(-1);
  const more =
    last === undefined ? '' : ` and in ${countText(others.length, 'more place')} down to ${last.line}:${last.column}`;
  yield* wrap(`at ${line}:${column}${more}`, 6, { width, hang: 8 });
  if (removed !== '') yield* editLines('- ', removed, width).map((each) => `        ${paint.bad(each)}`);
  if (inserted !== '') yield* editLines('+ ', inserted, width).map((each) => `        ${paint.good(each)}`);
}

function editLines(mark: string, text: string, width: number): string[] {
  return wrapLine(`${mark}${printable(text)}`, Math.max(20, width - 8));
}

function tally(
  { dryRun, plan, changed, unchanged, refused, failed, notReached }: WordedReport,
  asked: boolean,
): string {
  if (asked)
    return `${countText(changed, 'change')} planned, ${numberText(unchanged)} unchanged, ${numberText(refused)} refused`;
  const would = !dryRun ? '' : plan === null ? 'dry run, nothing was written: ' : 'planned, nothing was changed: ';
  const counts = [
    `${numberText(changed)} ${dryRun ? 'to change' : 'changed'}`,
    `${numberText(unchanged)} unchanged`,
    `${numberText(refused)} refused`,
    `${numberText(failed)} failed`,
    ...(notReached === 0 ? [] : [`${numberText(notReached)} not reached`]),
  ];
  return `${would}${counts.join(', ')}`;
}

/** The counts before and after, of the conversations that change. */
function* balance({ before, after }: WordedReport, width: number): Generator<string> {
  if (before.conversations + after.conversations === 0) return;
  const has = COUNTED.filter(([key]) => before[key] + after[key] > 0);
  for (const [head, counts] of [
    ['before:', before],
    ['after:', after],
  ] as const) {
    const parts = has.map(([key, one, many]) => countText(counts[key], one, many));
    const [first = '', ...rest] = wrap([...parts, bytesText(counts.bytes)].join(', '), 10, { width });
    yield `  ${head.padEnd(8)}${first.slice(10)}`;
    yield* rest;
  }
}

function stopText({ by, reason }: NonNullable<WordedReport['stopped']>): string {
  if (by === 'interrupted') return 'interrupted; what was not reached is as it was';
  return `${by === 'declined' ? 'declined' : 'stopped'} before its end: ${printable(reason)}`;
}

function* wayOn(report: WordedReport, { back, name }: Telling): Generator<string> {
  const { run: id, command, dryRun, plan, changed, stopped, isUndone } = report;
  if (plan !== null) yield `plan saved to ${printable(plan)}: \`convo apply ${quotedWord(plan)}\` carries it out`;
  if (id === null || dryRun) return;
  const run = name ?? id;
  if (stopped?.cut) yield `run ${run} waits: ${sentenceText(wayFromCut(run, isUndone === true), back)}`;
  else if (changed > 0 && command !== 'undo' && isUndone !== true)
    yield `run ${run}: \`${back} undo ${run}\` puts every byte back`;
  const ready = readyIn(report);
  if (ready !== null) yield `\`${back} resume ${printable(ready)}\` says how to go on with it`;
}

/** Verbs after which the program can go on with what it could not, or with what was not there. */
const LEADS_ON: ReadonlySet<WordedReport['command']> = new Set(['fork', 'restore', 'heal']);

/** The id of the one conversation that a verb made or mended, where its program can go on with it by a command. */
function readyIn({ command, items }: WordedReport): string | null {
  const [made, ...others] = LEADS_ON.has(command) ? items.filter(isChanged) : [];
  if (made === undefined || others.length > 0 || KIND_TABLE[made.kind].resume === null) return null;
  return (made.stays ?? []).length > 0 ? null : (made.newId ?? made.id);
}

function isChanged({ state }: WordedItem): boolean {
  return state === 'changed';
}
