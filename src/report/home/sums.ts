import { byKey } from '../../model/collections.ts';
import { DUE_WITHIN_DAYS } from '../../model/conversation.ts';
import { shortenerOfSome } from '../../model/ids.ts';
import type { KindName } from '../../model/kinds.ts';
import type { HomeReport } from '../../model/stats.ts';
import { contractJson, conversationJson } from '../json-text.ts';
import { titleText } from '../list/title.ts';
import { countsJson, findingsText, type OverviewScreen, storesText } from '../overview.ts';
import { growth, sizeOf, statsMembers } from '../stats.ts';
import { tokensText } from '../stats-by.ts';
import { type Sizes, totalOf } from '../stats-rows.ts';
import { countsOf, largestOf, timeSpanOf } from '../store-totals.ts';
import { bytesText, clipTo, columnsOf, countText, fitted, printable } from '../text.ts';

export interface StoreSums extends Sizes {
  readonly kind: KindName;
  readonly root: string;
  readonly projects: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

export function storesIn({ roots, stores }: Pick<HomeReport, 'roots' | 'stores'>): StoreSums[] {
  return roots.map(({ kind, root }) => {
    const own = stores.filter((each) => each.kind === kind && each.root === root);
    const projects = own.filter(({ conversations }) => conversations > 0).length;
    return { kind, root, projects, ...totalOf(own), ...timeSpanOf(own) };
  });
}

export function dueCountText(due: HomeReport['due']): string {
  return `${countText(due.length, 'conversation')} will be deleted within ${DUE_WITHIN_DAYS} days`;
}

export function deletionTimeText(daysLeft: number): string {
  return daysLeft > 0 ? `in ${countText(daysLeft, 'day')}` : 'at the next start';
}

const MAX_DUE_NAMED = 5;

export function* homeText(report: HomeReport, screen: OverviewScreen): Generator<string> {
  const { stores } = report;
  const { paint, width } = screen;
  // Only listed conversations: the overview counts no others.
  yield* fitted(paint.strong(sizeOf(totalOf(stores))), width);
  yield* storesText(storesIn(report), screen);
  yield* part('findings', findingsText(report.findings, screen), screen);
  yield* part('deleted soon', dueLines(report, screen), screen);
  const months = [...countsOf(stores, 'months')].sort(byKey);
  const more = [
    ...growth(months, screen),
    ...tokensText(
      stores.flatMap(({ tokens }) => tokens),
      screen,
    ),
  ];
  if (more.length > 0) yield* ['', ...more.map((line) => line.replace(/^ {2}/, ''))];
  yield* part('largest', largestLines(report), screen);
}

function* part(title: string, lines: Iterable<string>, { paint, width }: OverviewScreen): Generator<string> {
  const all = [...lines];
  if (all.length === 0) return;
  yield* ['', paint.strong(title)];
  for (const line of all) yield columnsOf(line) <= width ? line : clipTo(line, width);
}

function* dueLines({ due }: HomeReport, { commandPrefix }: OverviewScreen): Generator<string> {
  if (due.length === 0) return;
  const bytes = due.reduce((sum, each) => sum + each.bytes, 0);
  yield `${dueCountText(due)}, ${bytesText(bytes)}: \`${commandPrefix} keep DIR\``;
  const idOf = shortenerOfSome(due.map(({ id }) => id));
  for (const each of due.slice(0, MAX_DUE_NAMED))
    yield `  ${printable(idOf(each.id))}  ${deletionTimeText(each.daysLeft ?? 0)}  ${titleText(each)}`.trimEnd();
  if (due.length > MAX_DUE_NAMED) yield `  and ${countText(due.length - MAX_DUE_NAMED, 'more', 'more')}`;
}

function* largestLines({ stores }: HomeReport): Generator<string> {
  const all = largestOf(stores);
  const idOf = shortenerOfSome(all.map(({ id }) => id));
  for (const each of all)
    yield `${bytesText(each.bytes).padStart(8)}  ${printable(idOf(each.id))}  ${titleText(each)}`.trimEnd();
}

/** The document of `report --json`: members of `stats --json`, the summary of `verify --json`, and their conclusions. */
export function homeJson({ stores, summary, findings, due }: HomeReport, commandPrefix: string): string {
  return contractJson('report', {
    ...statsMembers(stores),
    summary: { ...summary },
    findings: countsJson(findings, commandPrefix),
    due: due.map(conversationJson),
  });
}
