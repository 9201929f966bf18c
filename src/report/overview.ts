import { grouped, maximum } from '../model/collections.ts';
import { cmd, commandText, ID, isNextCommand, type NextCommand, PATH, TARGET } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import { nextCommandOf, ruleOf } from '../model/finding.ts';
import { shortener } from '../model/ids.ts';
import { isDamage } from '../model/rules/row.ts';
import type { CodeFindings, DeletionCount, LeftFolder, StoreCount } from '../model/stats.ts';
import { type CommandNaming, consequenceOf, helpOf } from './findings/sentence.ts';
import { contractJson, conversationJson, findingJson } from './json-text.ts';
import { type ReaderPlace, withTilde } from './list/headings.ts';
import type { Screen } from './paint.ts';
import { bytesText, columnsOf, commandLines, countText, numberText, padded, printable, wrap } from './text.ts';
import type { Clock } from './time.ts';

export interface OverviewScreen extends Screen {
  readonly clock: Clock;
  readonly around: ReaderPlace;
  readonly commandPrefix: string;
  /** Shortens an id. Default: unique among those shown. */
  readonly idOf?: (id: string) => string;
}

export function* storesText(
  stores: readonly StoreCount[],
  { width, paint, around }: OverviewScreen,
): Generator<string> {
  const kinds = maximum(stores.map(({ kind }) => kind.length));
  const roots = maximum(stores.map(({ root }) => columnsOf(withTilde(root, around))));
  for (const { kind, root, projects, conversations, archived, bytes } of stores) {
    const counts = [
      ...(projects > 1 ? [countText(projects, 'project')] : []),
      countText(conversations, 'conversation'),
      bytesText(bytes),
      ...(archived > 0 ? [`${numberText(archived)} archived`] : []),
    ].join(', ');
    const line = `${padded(kind, kinds)}  ${padded(withTilde(root, around), roots)}  ${counts}`;
    if (columnsOf(line) <= width) yield line;
    else yield* [paint.strong(`${kind}  ${withTilde(root, around)}`), ...wrap(counts, 2, { width })];
  }
}

interface OverviewFacts {
  readonly stores: readonly StoreCount[];
  readonly deletions: readonly DeletionCount[];
  readonly leftFolders: readonly LeftFolder[];
  readonly newest: readonly Conversation[];
  readonly isHere: boolean;
  readonly concealed: Pick<ConcealedConversations, 'count'>;
  readonly findings: readonly CodeFindings[];
  readonly warnings: number;
  readonly isJudged: boolean;
  readonly isCut: boolean;
}

export function overviewJson(
  { stores, deletions, leftFolders, newest, concealed, findings, ...rest }: OverviewFacts,
  commandPrefix: string,
): string {
  const { isCut, isHere, isJudged, warnings } = rest;
  return contractJson('overview', {
    isCut,
    deletions: deletions.map(({ kind, due, soon, firstIn, kept }) => ({
      kind,
      due,
      soon,
      ...(firstIn !== null && { firstIn }),
      kept,
    })),
    leftFolders: leftFolders.map((each) => ({ ...each })),
    isJudged,
    findings: countsJson(findings, commandPrefix),
    warnings,
    isHere,
    newest: newest.map(conversationJson),
    stores: stores.map((each) => ({ ...each })),
    hidden: concealed.count,
  });
}

export function countsJson(counts: readonly CodeFindings[], commandPrefix: string) {
  return counts.map(({ first, count, beside }) => ({
    code: first.code,
    count,
    ...(beside > 0 && { beside }),
    next: nextForCode({ first, count }, { commandPrefix, idOf: (id) => id }),
    first: findingJson(first),
  }));
}

/** One line each for up to two; more on one line. */
export function* storesInShort(stores: readonly StoreCount[], screen: OverviewScreen): Generator<string> {
  if (stores.length <= 2) return yield* storesText(stores, screen);
  const kinds = grouped(stores.map((each) => [each.kind, each.conversations] as const));
  const counts = Array.from(kinds, ([kind, each]) => `${kind} ${numberText(each.reduce((a, b) => a + b, 0))}`);
  const bytes = stores.reduce((sum, each) => sum + each.bytes, 0);
  yield* wrap(`conversations: ${counts.join(', ')} (${bytesText(bytes)})`, 0, { width: screen.width, hang: 2 });
}

interface ConcealedConversations {
  readonly count: number;
  /** The most frequent reason for not being listed; null if it has no words. */
  readonly most: { readonly count: number; readonly kind: string; readonly are: string } | null;
}

export function concealedText({ count, most }: ConcealedConversations): string {
  const all = countText(count, 'more conversation');
  if (most?.count === count) return `${all} ${most.are}, which ${most.kind} does not list`;
  const programs = count === 1 ? 'its program does' : 'their programs do';
  const mostly = most === null || most.count * 2 <= count ? '' : `, ${numberText(most.count)} of them ${most.are}`;
  return `${all} that ${programs} not list${mostly}`;
}

export function* findingsText(findings: readonly CodeFindings[], screen: OverviewScreen): Generator<string> {
  const { width, paint, commandPrefix, idOf = shortener(findings.flatMap(({ first }) => first.id ?? [])) } = screen;
  for (const each of findings) {
    const [line = '', ...below] = commandLines(
      leadOf(each),
      `\`${nextForCode(each, { commandPrefix, idOf })}\``,
      0,
      width,
    );
    yield* below.length > 0 ? wrap(line, 0, { width, hang: 2 }) : [line];
    yield* below.map(paint.accent);
  }
}

function leadOf({ first, count, beside }: CodeFindings): string {
  const { code, kind, severity, message, owner } = first;
  // Messages about a whole store differ in their numbers.
  const isOfStore = !isDamage({ severity }) && count === 1 && first.path === first.root;
  const deed = owner === 'refuses' ? consequenceOf(first) : [];
  const what = isOfStore ? `${kind} ${message}` : [ruleOf(code).title, ...deed].join('; ');
  const more = beside === 0 ? '' : `, ${numberText(beside)} more with other findings`;
  const times = count > 1 ? `, ${countText(count, 'time')}` : '';
  return `${code}${times}${more}: ${printable(what)}:`;
}

/** The next command of a single finding; for several, one that shows all. */
export function nextForCode({ first, count }: Pick<CodeFindings, 'first' | 'count'>, naming: CommandNaming): string {
  const { code, id, severity } = first;
  const next = nextCommandOf(first);
  const isOne = count === 1 && (id !== null || (isNextCommand(next) && next.words.includes(TARGET)));
  if (isNextCommand(next) && next.program === 'convo' && (isOne || (!isDamage({ severity }) && isForAll(next))))
    return helpOf(first, naming);
  return commandText(cmd`verify --only ${code}`, naming.commandPrefix);
}

function isForAll({ words }: NextCommand): boolean {
  return !words.includes(ID) && !words.includes(PATH);
}
