import { byKey } from '../../model/collections.ts';
import type { HomeReport } from '../../model/home-report.ts';
import { columnsOf, cutTo } from '../columns.ts';
import { contractJson, conversationJson } from '../json-text.ts';
import { shortenerOfSome } from '../list/rows.ts';
import { bytesText, countText } from '../numbers.ts';
import { countsJson, type OverviewScreen, storesText, troublesText } from '../overview.ts';
import { firstLine, printable } from '../printable.ts';
import { growth, sizeOf } from '../stats.ts';
import { tokensText, totalOf } from '../stats-by.ts';
import { statsMembers } from '../stats-json.ts';
import { fitted } from '../wrap.ts';
import { countsOf, dueText, goesText, largestOf, storesIn } from './sums.ts';

/** Conversations due for deletion that are named. */
const NAMED = 5;

/** For a terminal: stores, problems, deletions, growth. */
export function* homeText(report: HomeReport, screen: OverviewScreen): Generator<string> {
  const { stores } = report;
  const { paint, width } = screen;
  yield* fitted(paint.strong(sizeOf(totalOf(stores))), width);
  yield* storesText(storesIn(report), screen);
  yield* part('findings', troublesText(report.findings, screen), screen);
  yield* part('deleted soon', dueLines(report, screen), screen);
  const months = Object.fromEntries([...countsOf(stores, 'months')].sort(byKey));
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
  for (const line of all) yield columnsOf(line) <= width ? line : cutTo(line, width);
}

function* dueLines({ due }: HomeReport, { commandPrefix }: OverviewScreen): Generator<string> {
  if (due.length === 0) return;
  const bytes = due.reduce((sum, each) => sum + each.bytes, 0);
  yield `${dueText(due)}, ${bytesText(bytes)}: \`${commandPrefix} keep DIR\``;
  const idOf = shortenerOfSome(due.map(({ id }) => id));
  for (const { id, title, daysLeft } of due.slice(0, NAMED))
    yield `  ${printable(idOf(id))}  ${goesText(daysLeft ?? 0)}  ${firstLine(title ?? '')}`.trimEnd();
  if (due.length > NAMED) yield `  and ${countText(due.length - NAMED, 'more', 'more')}`;
}

function* largestLines({ stores }: HomeReport): Generator<string> {
  const all = largestOf(stores);
  const idOf = shortenerOfSome(all.map(({ id }) => id));
  for (const { id, title, bytes } of all)
    yield `${bytesText(bytes).padStart(8)}  ${printable(idOf(id))}  ${firstLine(title ?? '')}`.trimEnd();
}

/** Members of `stats --json`, the summary of `verify --json`, and their conclusions. */
export function homeJson({ stores, summary, findings, due }: HomeReport, commandPrefix: string): string {
  return contractJson('report', {
    ...statsMembers(stores),
    summary: { ...summary },
    findings: countsJson(findings, commandPrefix),
    due: due.map(conversationJson),
  });
}
