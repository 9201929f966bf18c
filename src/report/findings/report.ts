import { addAll, maximum } from '../../model/collections.ts';
import { commandText, type NextCommand, withPlaceholders } from '../../model/command.ts';
import { type Excerpt, findingCount, type PlacedFinding, ruleOf, type VerifySummary } from '../../model/finding.ts';
import {
  beforeHeal,
  bySeverity,
  HEAL,
  isDamage,
  isError,
  isUnwritten,
  LOSSY,
  type Severity,
} from '../../model/rules/row.ts';
import { spelledCharacters } from '../../model/spelled.ts';
import { type ReaderPlace, withTilde } from '../list/headings.ts';
import type { Paint, Screen } from '../paint.ts';
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
} from '../text.ts';
import {
  type CommandNaming,
  findingLine,
  followingClauses,
  helpOf,
  labelOf,
  lineColumn,
  ownSentenceOf,
  pathText,
  sentenceOf,
} from './sentence.ts';

export interface TextReporter {
  add(finding: PlacedFinding): string[];
  end(summary: VerifySummary, totals: ReportTotals): { readonly out: string[]; readonly err: string[] };
}

interface ReportTotals {
  /** Requested ids; empty for all. */
  readonly ids: readonly string[];
  readonly countedOnly: number;
}

/** A report for pipes: one line per finding, in file order, never folded. */
export function plainReport(paint: Paint, cwd: string): TextReporter {
  return {
    add: (finding) => [findingLine(finding, paint, cwd)],
    end: (summary, { countedOnly }) => ({ out: [], err: [summaryLine(summary, countedOnly)] }),
  };
}

/** A report for terminals: blocks by conversation. Many findings of one code are folded per store. */
export function screenReport(screen: FindingScreen, all: boolean): TextReporter {
  let store: string | null = null;
  let group: Group | null = null;
  let folded: FoldRule = foldingRule(all);
  const grave = new Map<string, PlacedFinding>();

  const closeGroup = (): string[] => {
    const lines = group === null ? [] : groupLines(group, screen);
    group = null;
    return lines;
  };
  const closeStore = (): string[] => [...closeGroup(), ...folded.lines(screen)];

  return {
    add: (finding) => {
      const lines: string[] = [];
      if (store !== finding.root) {
        addAll(lines, [...closeStore(), ...storeHead(finding, screen)]);
        store = finding.root;
        folded = foldingRule(all);
      }
      const { code, severity, remedy } = finding;
      const kindOf = `${code} ${remedy === undefined}`;
      if (isDamage({ severity }) && !grave.has(kindOf)) grave.set(kindOf, finding);
      if (!folded.keeps(finding)) return lines;
      const key = keyOf(finding);
      if (group?.key !== key) addAll(lines, closeGroup());
      group ??= { key, title: null, blocks: [] };
      group.title ??= finding.title ?? null;
      group.blocks.push(finding);
      return lines;
    },
    end: (summary, { ids, countedOnly }) => ({
      out: [
        ...closeStore(),
        ...wrap(summaryLine(summary, countedOnly), 0, { width: screen.width, hang: 2 }),
        ...nextLines([...grave.values()], ids, screen),
      ],
      err: [],
    }),
  };
}

interface Group {
  readonly key: string;
  title: string | null;
  readonly blocks: PlacedFinding[];
}

function keyOf({ project, id }: PlacedFinding): string {
  return JSON.stringify([project, id]);
}

function storeHead({ kind, root }: PlacedFinding, { paint, width, around }: FindingScreen): string[] {
  return [...wrap(`${kind} store ${withTilde(root, around)}`, 0, { width }).map(paint.strong), ''];
}

function groupLines({ title, blocks }: Group, screen: FindingScreen): string[] {
  const [first] = blocks;
  if (first === undefined) return [];
  const sorted = blocks.toSorted((a, b) => bySeverity(a.severity, b.severity));
  return [
    ...groupHead(first, title, screen),
    ...sorted.flatMap((finding, i) => blockLines(finding, screen, sorted[i + 1])),
  ];
}

function groupHead(
  { project, id, folder }: PlacedFinding,
  title: string | null,
  { paint, width, around, idOf }: FindingScreen,
): string[] {
  const home = folder === undefined ? null : withTilde(folder, around);
  const of = home ?? (project === null ? '' : `project ${printable(project)}`);
  if (id === null) return wrap(of === '' ? 'the store as a whole' : `${of} as a whole`, 0, { width }).map(paint.strong);
  const name = printable(idOf(id));
  const about = title === null ? '' : firstLine(title);
  const head = about === '' ? name : `${name}  ${about}`;
  const columns = width - (of === '' ? 0 : columnsOf(of) + 2);
  const min = columnsOf(name) + Math.min(columnsOf(about), TITLE_COLUMNS);
  if (min > width) return [paint.strong(clipTo(name, width)), ...clippedLines(about, of, width)];
  if (min > columns) return [paint.strong(clipTo(head, width)), ...clippedLines('', of, width)];
  return [paint.strong(clipTo(head, columns)) + (of === '' ? '' : `  ${paint.faint(of)}`)];
}

const TITLE_COLUMNS = 24;

function clippedLines(about: string, of: string, width: number): string[] {
  return [about, of].filter((text) => text !== '').map((text) => clipTo(text, width));
}

function summaryLine(summary: VerifySummary, countedOnly: number): string {
  const { stores, conversations, files, bytes, errors, warnings, infos } = summary;
  const found = [countText(errors, 'error'), countText(warnings, 'warning'), countText(infos, 'info')].join(', ');
  const covered = `${countText(conversations, 'conversation')} in ${countText(stores, 'store')} (${countText(files, 'file')}, ${bytesText(bytes)})`;
  return `${covered}: ${found}${alsoText(summary)}${countedOnly === 0 ? '' : ` (--all lists ${numberText(countedOnly)} more)`}`;
}

export function alsoText({ known = 0, unjudged }: VerifySummary): string {
  const counts = [
    [known, 'known'],
    [unjudged, 'not judged'],
  ] as const;
  return counts.map(([count, what]) => (count === 0 ? '' : `, ${numberText(count)} ${what}`)).join('');
}

function nextLines(
  grave: readonly PlacedFinding[],
  ids: readonly string[],
  { width, paint, commandPrefix, idOf }: FindingScreen,
): string[] {
  const forIds = (command: NextCommand) => commandText(withPlaceholders(command, { ID: ids.map(idOf) }), commandPrefix);
  const [worst] = [...grave].sort((a, b) => Number(isError(b)) - Number(isError(a)));
  if (worst === undefined) return [];
  const ways = [[`convo explain ${worst.code}`, 'what it means, and what is still sound']];
  if (grave.some(({ healing }) => healing === 'safe')) ways.push([forIds(HEAL), 'what can be healed without a loss']);
  if (grave.some(({ healing }) => healing === 'lossy')) ways.push([forIds(LOSSY), 'what else can be saved']);
  const [unwritten] = grave.filter(isUnwritten);
  if (unwritten !== undefined) ways.push([helpOf(unwritten, { commandPrefix, idOf }), 'before a heal of that file']);
  const rows = grave.map(({ code }) => ruleOf(code)).filter(({ asksFirst }) => asksFirst === true);
  const own = new Set(rows.flatMap((row) => beforeHeal(row) ?? []));
  for (const way of own) ways.push([forIds(way), 'for some of them alone']);
  return ['', 'next:', ...columns(ways, width, paint)];
}

function columns(ways: readonly (readonly string[])[], width: number, paint: Paint): string[] {
  const max = maximum(ways.map(([command = '']) => command.length));
  const fits = ways.every(([, gain = '']) => 4 + max + gain.length <= width);
  if (fits) return ways.map(([command = '', gain = '']) => `  ${command.padEnd(max)}  ${paint.faint(gain)}`);
  return ways.flatMap(([command = '', gain = '']) => [
    columnsOf(command) + 2 <= width ? `  ${command}` : command,
    ...wrap(gain, 6, { width }).map(paint.faint),
  ]);
}

interface FoldRule {
  keeps(finding: PlacedFinding): boolean;
  lines(screen: FindingScreen): string[];
}

/** Most findings shown per code; infos are only counted. */
const MAX_SHOWN: Readonly<Record<Severity, number>> = { error: 5, warning: 5, info: 0 };
const MAX_REST_NAMED = 3;

function foldingRule(all: boolean): FoldRule {
  const counts = new Map<string, FoldedCode>();
  return {
    keeps: (finding) => {
      if (all) return true;
      const folded = counts.get(finding.code) ?? { printed: 0, more: 0, isOne: true, rest: [] };
      counts.set(finding.code, folded);
      const isShown = folded.printed < MAX_SHOWN[finding.severity];
      if (isShown) folded.printed++;
      else folded.more += findingCount(finding);
      if (isShown) return true;
      if (folded.rest.length < MAX_REST_NAMED) folded.rest.push(finding);
      folded.isOne &&= finding.id === (folded.rest[0] ?? finding).id;
      return false;
    },
    lines: (screen) =>
      [...counts.values()].flatMap((folded) => {
        const [first] = folded.rest;
        return first === undefined ? [] : paragraph(first, folded, screen);
      }),
  };
}

interface FoldedCode {
  printed: number;
  more: number;
  /** True while all further findings are about one conversation, or none. */
  isOne: boolean;
  readonly rest: PlacedFinding[];
}

function paragraph(first: PlacedFinding, { rest, more: count, isOne }: FoldedCode, screen: FindingScreen): string[] {
  const { paint, width } = screen;
  const helps = new Set(rest.map((each) => helpOf(each, screen)));
  const more = count - rest.length;
  return [
    ...wrap(`${labelOf(first, paint)}: ${whatOf(first, count)}`, 0, { width, hang: 4 }),
    ...rest.map((each) => arrowLine(each, screen)),
    ...(more > 0
      ? wrap(`and ${countText(more, 'more', 'more')} (--all lists them)`, 6, { width }).map(paint.faint)
      : []),
    ...(isOne && helps.size === 1 ? [...helps].flatMap((help) => helpLines(help, screen)) : []),
    '',
  ];
}

function whatOf(first: PlacedFinding, count: number): string {
  const { title } = ruleOf(first.code);
  const alike = `${title[0]?.toLowerCase()}${title.slice(1)}`;
  if (MAX_SHOWN[first.severity] > 0) return `${alike} (${countText(count, 'more finding')} of this code)`;
  return count === 1 ? sentenceOf(first) : `${alike} (${countText(count, 'finding')})`;
}

export interface FindingScreen extends CommandNaming, Screen {
  readonly around: Pick<ReaderPlace, 'home'>;
  /** Folder to which paths are relative. */
  readonly cwd: string;
}

/** A finding with its place, bytes and, unless the next block repeats it, next command. */
function blockLines(finding: PlacedFinding, screen: FindingScreen, next: PlacedFinding | undefined): string[] {
  const { excerpt } = finding;
  const { paint, width } = screen;
  const help = helpOf(finding, screen);
  const isAgain = next !== undefined && helpOf(next, screen) === help;
  return [
    ...wrap(`${labelOf(finding, paint)}: ${ownSentenceOf(finding)}`, 0, { width, hang: 4 }),
    ...followingClauses(finding).flatMap((clause) => wrap(clause, 4, { width, hang: 6 })),
    arrowLine(finding, screen),
    ...(excerpt === undefined ? [] : withGutter(excerptLines(excerpt, width - GUTTER.length), paint)),
    ...(isAgain ? [] : helpLines(help, screen)),
    '',
  ];
}

function helpLines(help: string, { paint, width }: FindingScreen): string[] {
  return commandLines(paint.good('help:'), help, 2, width);
}

const GUTTER = '    | ';
const ARROW = '  --> ';

/** The line with a finding's path, which begins like the heading of its store below the reader's home. */
export function arrowLine(finding: PlacedFinding, { width, paint, cwd, around }: FindingScreen): string {
  const spelled = withTilde(finding.path, around);
  const path = spelled.startsWith('~') ? spelled : pathText(finding.path, cwd);
  const place = finding.line === null ? path : `${path}:${lineColumn(finding)}`;
  return ARROW.length + columnsOf(place) > width ? place : paint.tint(ARROW) + place;
}

function withGutter([text, caret]: readonly [string, string], paint: Paint): string[] {
  return [paint.tint(GUTTER) + text, paint.tint(GUTTER) + paint.bad(caret)];
}

const MAX_EXCERPT_REACH = 30;

/** One line of text with a caret below; invisible bytes are escaped. */
export function excerptLines(around: Excerpt, columns: number): readonly [string, string] {
  const width = Math.min(MAX_EXCERPT_REACH, Math.max(4, (columns >> 1) - 2));
  const before = side(spelledCharacters(around.before, { starts: around.starts, ends: true }).reverse(), width);
  const right = side(spelledCharacters(around.after, { starts: true, ends: around.ends }), width);
  const lead = (before.clipped || !around.starts ? '…' : '') + before.characters.reverse().join('');
  const tail = right.characters.join('') + (right.clipped || !around.ends ? '…' : '');
  return [lead + tail, `${' '.repeat(columnsOf(lead))}^`];
}

function side(text: readonly string[], width: number): { readonly characters: string[]; readonly clipped: boolean } {
  const characters: string[] = [];
  let used = 0;
  for (const character of text.map(printable)) {
    used += columnsOf(character);
    if (used > width) return { characters, clipped: true };
    characters.push(character);
  }
  return { characters, clipped: false };
}
