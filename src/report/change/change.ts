import type { EditView, StepView } from '../../model/change-report.ts';
import { quotedWord, sentenceText } from '../../model/command.ts';
import { isCode, ruleOf } from '../../model/finding.ts';
import { isNameOfCopy, shortenerOfSome } from '../../model/ids.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { folderOf, relativeBelow } from '../../model/path.ts';
import { continuationOf } from '../../model/run.ts';
import { consequenceText } from '../findings/sentence.ts';
import type { Paint } from '../paint.ts';
import {
  bytesText,
  clipTo,
  columnsOf,
  commandLines,
  countText,
  firstLine,
  numberText,
  printable,
  wrap,
  wrapLine,
} from '../text.ts';
import { COUNTED_NOUNS, type WordedItem, type WordedReport, wordFor } from '../worded.ts';

export interface ChangeTextOptions {
  readonly commandPrefix: string;
  readonly name?: string;
  readonly paint: Paint;
  /** Columns of a terminal, where ids are shortened; infinite for a pipe. */
  readonly width?: number;
  /** Shown before a question, not as a requested dry run. */
  readonly isBeforeQuestion?: boolean;
  /** The changes were shown before the question, so only other items are listed. */
  readonly isShown?: boolean;
  /** Of an undo, `redo` brings the run back. */
  readonly canRedo?: boolean;
  /** Absolute paths of `--root`. With a file outside of any home among them its program cannot go on. */
  readonly roots?: readonly string[];
  /** Codes that a heal was narrowed to; null for all. */
  readonly only?: readonly string[] | null;
}

/** Report as text. Unchanged items are counted, and so are changed ones after the first. */
export function* changeText(report: WordedReport, options: ChangeTextOptions): Generator<string> {
  yield* itemsText(report, options);
  const { width = Number.POSITIVE_INFINITY, isBeforeQuestion } = options;
  const wrapped = (text: string) => wrap(text, 0, { width, hang: 2 });
  yield* wrapped(countsText(report, isBeforeQuestion === true));
  if (report.changed > 0) yield* balanceLines(report, width);
  if (report.dryRun) for (const remark of report.remarks) yield* wrapped(printable(remark));
  for (const { sentence } of report.stays ?? []) yield* wrapped(printable(sentence));
  if (isAsShown(report, options)) yield* stayingText(report.items).flatMap(wrapped);
  if (report.stopped !== null) for (const line of stopText(report.stopped, report.dryRun)) yield* wrapped(line);
  for (const line of nextLines(report, options)) yield* wrapped(line);
}

function isAsShown({ stopped }: WordedReport, { isShown = false }: ChangeTextOptions): boolean {
  return isShown && stopped === null;
}

/** Items because of which the exit code is not 0 though all changes were made; others were shown before. */
function stayingText(items: readonly WordedItem[]): string[] {
  const damaged = items.filter(({ state, stays = [] }) => state === 'changed' && stays.length > 0);
  const codes = [...new Set(damaged.flatMap(({ stays = [] }) => stays))].sort();
  if (damaged.length === 0) return [];
  return [
    `damage stays in ${countText(damaged.length, 'conversation')}, as shown above: ${codes.map(printable).join(', ')}`,
  ];
}

/** Items below their store's root. Omits unchanged items, unless damage remains or an item was requested by id. */
export function* itemsText(report: WordedReport, options: ChangeTextOptions): Generator<string> {
  const isAlone = report.items.length === 1;
  // The reason why the run stopped is shown once, not at each item.
  const isStoreLeft = report.stopped !== null && isUnbegun(report.stopped);
  const hidesChanged = isAsShown(report, options);
  const isSaid = ({ state, reason, left }: WordedItem) =>
    (state !== 'unchanged' || left !== undefined || (isAlone && reason !== undefined)) &&
    (state !== 'not-reached' || !isStoreLeft) &&
    !(hidesChanged && state === 'changed');
  const { listed, rest } = fold(report.items.filter(isSaid));
  const { paint, width = Number.POSITIVE_INFINITY } = options;
  const ids = report.items.flatMap(({ id }) => id ?? []);
  const idOf = width === Number.POSITIVE_INFINITY ? (id: string) => id : shortenerOfSome(ids);
  let root: string | null = null;
  for (const item of listed) {
    if (item.root !== root) yield* wrap(`${item.kind} store ${printable(item.root)}`, 0, { width }).map(paint.accent);
    root = item.root;
    if (!isAlone && isWaiting(item)) yield lossyLine(item, { ...options, width, idOf });
    else yield* itemText(item, report, { ...options, width, idOf });
  }
  if (rest > 0) yield* wrap(`... and ${numberText(rest)} more like these (--json lists them all)`, 2, { width });
  if (listed.length > 0) yield '';
}

function lossyLine(item: WordedItem, { paint, width, idOf }: ItemTextOptions): string {
  const text = `${nameOf(item, idOf, SHORT_TITLE_LENGTH)}: ${printable(lossyText(item))}`;
  return `  ${paint.warn(NEEDS_LOSSY)}  ${clipTo(text, width - NEEDS_LOSSY.length - 4)}`;
}

const NEEDS_LOSSY = 'needs --lossy';
const SHORT_TITLE_LENGTH = 30;
const LONG_TITLE_LENGTH = 60;
/** Columns of the word, the id and two codes. */
const COLUMNS_BESIDE_TITLE = 37;

const MAX_CHANGES_SHOWN = 40;

function fold(items: readonly WordedItem[]): { readonly listed: readonly WordedItem[]; readonly rest: number } {
  const counts = new Map<string, number>();
  const listed = items.filter((item) => {
    const { state, left, reason = '' } = item;
    if (!isBare(item) && (state !== 'unchanged' || left === undefined)) return true;
    const key = `${state} ${left?.join(' ') ?? ''}: ${reason}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= MAX_CHANGES_SHOWN;
  });
  return { listed, rest: items.length - listed.length };
}

function isBare({ state, codes, notes, steps, newId, next }: WordedItem): boolean {
  const extras = [notes, steps, newId, next];
  return extras.every((extra) => extra === undefined) && (state === 'changed' || codes.length === 0);
}

interface ItemTextOptions extends ChangeTextOptions {
  readonly width: number;
  idOf(id: string): string;
}

function* itemText(item: WordedItem, report: WordedReport, { paint, width, idOf }: ItemTextOptions): Generator<string> {
  const word = item.state === 'changed' ? wordFor(report) : item.state.replace('-', ' ');
  const codes = item.codes.length === 0 ? [] : [`[${item.codes.map(printable).join(' ')}]`];
  const born = item.newId === undefined ? [] : ['->', printable(item.newId)];
  const title = Math.max(SHORT_TITLE_LENGTH, Math.min(LONG_TITLE_LENGTH, width - COLUMNS_BESIDE_TITLE));
  const name = [nameOf(item, idOf, title), ...born].join(' ');
  const rest = [item.reason === undefined ? name : `${name}: ${printable(item.reason)}`, ...codes].join(' ');
  const [first = '', ...lines] = wrap(`${word} ${rest}`, 2, { width: width - 1, hang: 6 });
  // The word has a column of its own.
  yield `  ${STATE_COLORS[item.state](paint)(word)}  ${first.slice(3 + word.length)}`.trimEnd();
  yield* lines;
  const meaning = report.command === 'heal' && item.state === 'changed' ? meaningLines(item, !report.dryRun) : [];
  for (const note of [...meaning, ...(item.notes ?? [])]) yield* wrap(printable(note), 6, { width, hang: 8 });
  if (item.next !== undefined) yield* commandLines('next:', printable(item.next), 6, width);
  for (const step of item.steps ?? []) yield* stepText(step, paint, width);
}

function nameOf(
  { id, kind, title = '', project, root, path }: WordedItem,
  idOf: (id: string) => string,
  characters: number,
): string {
  const text = firstLine(title, characters);
  if (id !== null && text !== '') return `${printable(idOf(id))} ${text}`;
  const at = id === null ? -1 : path.lastIndexOf(id);
  const isFile = id !== null && at !== -1 && OWN_FILE.test(path.slice(at + id.length));
  if (isFile && project !== null) return printable(idOf(id) + placeIn(kind, project));
  // The name of a file such as `rollout-DATE-ID.jsonl` adds nothing to its id.
  if (isFile && path[at - 1] !== '/') return printable(idOf(id));
  const below = relativeBelow(path, root) ?? path;
  return printable(id === null || below.includes(id) ? below : `${idOf(id)} in ${below}`);
}

/** The project as a place; empty for a path with dashes instead of slashes, which is no name for people. */
function placeIn(kind: WordedItem['kind'], project: string): string {
  return project.startsWith('-') && KIND_TABLE[kind].byFolder ? '' : ` in ${project}`;
}

const OWN_FILE = /^\.jsonl?(?:\.zst)?$/;

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
  // A long path gets its own line, so that terminals select it whole.
  if (columnsOf(whole) <= width) yield whole;
  else yield* parts.flatMap((part, i) => pathLines(part, i === 0 ? 4 : 6, width));
  for (const [edit, ...others] of alikeIn(step.edits ?? [])) yield* editText(edit, others, { paint, width });
  const more = `... and ${countText(step.more ?? 0, 'more edit')} (--plan-out saves them all)`;
  if ((step.more ?? 0) > 0) yield* wrap(more, 6, { width, hang: 8 });
}

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
  { paint, width }: Pick<ItemTextOptions, 'paint' | 'width'>,
): Generator<string> {
  const [last] = others.slice(-1);
  const more =
    last === undefined ? '' : ` and in ${countText(others.length, 'more place')} down to ${last.line}:${last.column}`;
  yield* wrap(`at ${line}:${column}${more}`, 6, { width, hang: 8 });
  if (removed !== '') yield* editLines('- ', removed, width).map((each) => `        ${paint.removed(each)}`);
  if (inserted !== '') yield* editLines('+ ', inserted, width).map((each) => `        ${paint.good(each)}`);
}

function editLines(mark: string, text: string, width: number): string[] {
  const columns = Math.max(8, width - 8);
  const spelled = printable(text).replace(REPEATED, (run, one: string) => `${one} × ${run.length / one.length}`);
  if ((spelled.match(ESCAPES)?.length ?? 0) <= ESCAPED) return wrapLine(`${mark}${spelled}`, columns);
  // Unreadable bytes take one line, with their number if known.
  const size = / \(\d+ bytes\)$/.exec(spelled)?.[0] ?? '';
  return [clipTo(`${mark}${spelled}`, Math.min(columns, LINE) - size.length) + size];
}

const REPEATED = /(\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrt0])\1{3,}/g;
const ESCAPES = /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})/g;
const ESCAPED = 8;
const LINE = 72;

function countsText(
  { dryRun, plan, changed, unchanged, refused, failed, notReached, items }: WordedReport,
  isBeforeQuestion: boolean,
): string {
  const waiting = items.filter(isWaiting);
  const waits =
    waiting.length === 0 || items.length === 1
      ? []
      : [`${numberText(waiting.length)} need${waiting.length === 1 ? 's' : ''} --lossy`];
  const isCounted = waits.length > 0;
  const less = (state: WordedItem['state']) => (isCounted ? waiting.filter((item) => item.state === state).length : 0);
  const untouched = [
    `${numberText(unchanged - less('unchanged'))} unchanged`,
    `${numberText(refused - less('refused'))} refused`,
  ];
  if (isBeforeQuestion) return [`${countText(changed, 'change')} planned`, ...untouched, ...waits].join(', ');
  const would = !dryRun ? '' : plan === null ? 'dry run, nothing was written: ' : 'planned, nothing was changed: ';
  const counts = [
    `${numberText(changed)} ${dryRun ? 'to change' : 'changed'}`,
    ...untouched,
    `${numberText(failed)} failed`,
    ...waits,
    ...(notReached === 0 ? [] : [`${numberText(notReached)} not reached`]),
  ];
  return `${would}${counts.join(', ')}`;
}

/** On a narrower terminal, numbers go below their head. */
const MIN_ONE_LINE_WIDTH = 28;

function* balanceLines({ before, after, dryRun, items }: WordedReport, width: number): Generator<string> {
  if (before.conversations + after.conversations === 0) return;
  const has = COUNTED_NOUNS.filter(([key]) => before[key] + after[key] > 0);
  // The program's list counts other messages, so its number differs.
  const isOther = items.some(({ kind }) => KIND_TABLE[kind].countsBranches);
  const behind = (key: keyof typeof before) => (isOther && key === 'messages' ? ' sent' : '');
  const countsOf = (counts: typeof before) =>
    has.map(([key, one, many]) => countText(counts[key], one, many) + behind(key)).join(', ');
  const was = bytesText(before.bytes);
  const is = bytesText(after.bytes);
  const size = was === is ? is : `${was}, ${dryRun ? 'then' : 'now'} ${is}`;
  const isSame = has.every(([key]) => before[key] === after[key]);
  const lines: (readonly [head: string, text: string])[] = isSame
    ? [['still:', `${countsOf(after)} (${size})`]]
    : before.conversations === 0
      ? [['new:', `${countsOf(after)}, ${is}`]]
      : [
          ['before:', `${countsOf(before)}, ${was}`],
          ['after:', `${countsOf(after)}, ${is}`],
        ];
  for (const [head, text] of lines) {
    if (width < MIN_ONE_LINE_WIDTH) {
      yield* [`  ${head}`, ...wrap(text, 4, { width })];
      continue;
    }
    const [first = '', ...rest] = wrap(text, 10, { width });
    yield `  ${head.padEnd(8)}${first.slice(10)}`;
    yield* rest;
  }
}

type EarlyStopOf = NonNullable<WordedReport['stopped']>;

function isUnbegun({ by, cut }: EarlyStopOf): boolean {
  return by === 'refused' && !cut;
}

function stopText(stop: EarlyStopOf, isDryRun: boolean): string[] {
  const { by, reason, hint } = stop;
  if (by === 'interrupted') return ['interrupted; what was not reached is as it was'];
  const word = by === 'declined' ? 'declined' : 'stopped';
  const state = isDryRun ? 'not to be changed now' : 'left as it is';
  const what = isUnbegun(stop) ? state : `${word} before its end`;
  return [`${what}: ${printable(reason)}`, ...(hint === undefined ? [] : [printable(hint)])];
}

function* nextLines(
  report: WordedReport,
  { commandPrefix: back, name, canRedo = false, only = null, roots = [] }: ChangeTextOptions,
): Generator<string> {
  const { run: id, command, dryRun, plan, changed, stopped, isUndone } = report;
  const isWait = report.items.length > 1 && report.items.some(isWaiting);
  if (isWait) yield `\`${back} ${command}${onlyWords(only)} --lossy --dry-run\` shows what they would lose`;
  if (plan !== null) yield `plan saved to ${printable(plan)}: \`convo apply ${quotedWord(plan)}\` carries it out`;
  if (id === null || dryRun) return;
  const run = name ?? id;
  if (stopped?.cut) yield `run ${run} waits: ${sentenceText(continuationOf(run, isUndone === true), back)}`;
  else if (changed > 0 && command !== 'undo' && isUndone !== true)
    yield `run ${run}: \`${back} undo ${run}\` puts every byte back`;
  else if (changed > 0 && report.refused + report.failed === 0 && canRedo)
    yield `run ${run}: \`${back} redo ${run}\` brings it back`;
  const ready = readyIn(report, roots);
  if (ready !== null) yield `\`${back} resume ${printable(ready)}\` says how to go on with it`;
}

function onlyWords(only: readonly string[] | null): string {
  return only === null ? '' : ` --only ${only.join(',')}`;
}

const LEADS_ON: ReadonlySet<WordedReport['command']> = new Set(['fork', 'restore', 'heal']);

/** Id of the only conversation, if it can be resumed now; null otherwise. */
function readyIn({ command, items }: WordedReport, roots: readonly string[]): string | null {
  const [made, ...others] = LEADS_ON.has(command) ? items.filter(isChanged) : [];
  if (made === undefined || others.length > 0 || isAlone(made, roots) || KIND_TABLE[made.kind].resume === null)
    return null;
  const id = made.newId ?? made.id;
  return (made.stays ?? []).length > 0 || (id !== null && isNameOfCopy(id)) ? null : id;
}

/** True for a file that a person gives by its path, and that is in no home. */
function isAlone({ path, root }: WordedItem, roots: readonly string[]): boolean {
  return roots.includes(path) && folderOf(path) === root;
}

function isChanged({ state }: WordedItem): boolean {
  return state === 'changed';
}

const EXPLAINED = 4;

/** The effect of a heal, a sentence each; before the heal, also the damage. */
function meaningLines({ kind, codes, counts }: WordedItem, isMade: boolean): string[] {
  if (isMade) return effectsOf(counts, 'now');
  const known = codes.filter(isCode);
  const damage = known.slice(0, EXPLAINED).map((code) => {
    const { title, owner } = ruleOf(code);
    const deed = consequenceText(code, owner, kind);
    const text = `${clause(title)}${deed === '' ? '' : `: ${deed}`}`;
    return known.length === 1 ? text : `${code}: ${text}`;
  });
  const rest = known.length - EXPLAINED;
  return [...damage, ...(rest > 0 ? [`and ${countText(rest, 'more code')}`] : []), ...effectsOf(counts, 'afterwards')];
}

/** A title as a clause; abbreviations such as NUL stay. */
export function clause(title: string): string {
  return title.replace(/^\p{Lu}(?=\p{Ll}| )/u, (letter) => letter.toLowerCase());
}

export function effectsOf(counts: WordedItem['counts'], when: string): string[] {
  if (counts === undefined) return [];
  const { before, after } = counts;
  const more = after.messages - before.messages;
  return more > 0 && before.conversations > 0 ? [`${countText(more, 'more message')} can be read ${when}`] : [];
}

export function isWaiting({ state, needsLossy }: Pick<WordedItem, 'state' | 'needsLossy'>): boolean {
  return needsLossy === true && (state === 'refused' || state === 'unchanged');
}

function lossyText({ codes, stays = [], left = [] }: WordedItem): string {
  const all = [...new Set([...codes, ...stays, ...left])].filter(isCode);
  return all.map((code) => `${code} ${ruleOf(code).title}`).join(', ');
}
