import { ruleOf } from '../../model/findings.ts';
import type { CodeFindings, HomeReport } from '../../model/home-report.ts';
import { maximum } from '../../model/maximum.ts';
import type { StoreStats } from '../../model/stats.ts';
import { contentsOf, countsOf, goesText, largestOf, storesIn } from '../home/sums.ts';
import { shortenerOfSome } from '../list/rows.ts';
import { bytesText, countText, numberText } from '../numbers.ts';
import { nextFor } from '../overview.ts';
import { firstLine, printable } from '../printable.ts';
import { contentName } from '../stats.ts';
import { type AnswerTokens, manyText, tokensBy } from '../stats-by.ts';
import { timeText } from '../time.ts';
import { monthChart, summedByMonth } from './chart.ts';
import { commandHtml, escapeHtml } from './escape.ts';
import { bar, barTable, commandCell, pathCell, type TableCell, tableHtml } from './table.ts';

/** Omitted if its markup is empty. */
export interface HomeSection {
  readonly id: string;
  readonly name: string;
  readonly html: string;
}

/** In page order: problems first. */
export function homeSections(report: HomeReport, commandPrefix: string): HomeSection[] {
  const { stores } = report;
  const tools = barTable('tool calls', ['tool', 'calls'], {
    counts: countsOf(stores, 'tools'),
    say: numberText,
    most: 12,
  });
  return [
    { id: 'findings', name: 'Findings', html: findings(report, commandPrefix) },
    { id: 'due', name: 'Deleted soon', html: due(report, commandPrefix) },
    { id: 'stores', name: 'Stores', html: storeTable(report) + projectTable(stores) },
    { id: 'growth', name: 'Growth', html: growth(report) },
    { id: 'tokens', name: 'Tokens', html: tokensSection(stores, monthOf(report)) },
    { id: 'bytes', name: 'Where the bytes go', html: contents(stores) },
    { id: 'formats', name: 'Formats', html: formats(stores) },
    { id: 'tools', name: 'Tool calls', html: tools },
    { id: 'largest', name: 'The largest', html: largest(stores, commandPrefix) },
  ];
}

function findings({ findings: all }: HomeReport, commandPrefix: string): string {
  if (all.length === 0) return '<p class="good">Nothing was found: every file is sound.</p>\n';
  const idOf = shortenerOfSome(all.flatMap(({ first }) => first.id ?? []));
  const rowOf = (each: CodeFindings): TableCell[] => {
    const { code, severity, healing } = each.first;
    return [
      { html: `<span class="severity ${severity}">${severity}</span>` },
      { html: `<strong>${code}</strong>` },
      ruleOf(code).title,
      HEALING[healing],
      commandCell(nextFor(each, { commandPrefix, idOf })),
      numberText(each.count),
    ];
  };
  const heads = ['severity', 'code', 'what is wrong', 'repair', 'next', 'found'];
  const [grave, infos] = [true, false].map((isGrave) =>
    all.filter(({ first }) => (first.severity !== 'info') === isGrave).map(rowOf),
  );
  const tableOf = (label: string, rows: TableCell[][] = []) =>
    rows.length === 0 ? '' : tableHtml({ label, heads, rows, right: 5 });
  const rest = tableOf('what is good to know', infos);
  return `${tableOf('errors and warnings', grave)}${rest === '' ? '' : folded(`${countText(infos?.length ?? 0, 'code')} of what is good to know`, rest)}${EXPLAIN}`;
}

const EXPLAIN = `<p class="facts">${commandHtml('convo explain CODE')} says what each means, and what is still sound.</p>\n`;

const HEALING = { safe: 'loses nothing', lossy: 'loses something', manual: 'by a person' } as const;

/** Conversations due for deletion that are named. */
const NAMED = 50;

function due({ due: all }: HomeReport, commandPrefix: string): string {
  if (all.length === 0) return '';
  const idOf = shortenerOfSome(all.map(({ id }) => id));
  const rows = all
    .slice(0, NAMED)
    .map(({ id, title, project, daysLeft, bytes }) => [
      { html: `<code>${escapeHtml(idOf(id))}</code>` },
      firstLine(title ?? '', 90),
      pathCell(project ?? ''),
      goesText(daysLeft ?? 0),
      bytesText(bytes),
    ]);
  const rest = all.length > NAMED ? `<p class="facts">and ${countText(all.length - NAMED, 'more', 'more')}</p>\n` : '';
  const lead = `<p>Their program deletes them by their age. This copies them to a folder: ${commandHtml(`${commandPrefix} keep DIR`)}</p>\n`;
  const heads = ['id', 'title', 'project', 'deleted', 'size'];
  return lead + tableHtml({ label: 'conversations that will be deleted soon', heads, rows, right: 3 }) + rest;
}

function storeTable(report: HomeReport): string {
  const all = storesIn(report);
  const highest = Math.max(1, maximum(all.map(({ bytes }) => bytes)));
  const rows = all.map(({ kind, root, projects, conversations, archived, messages, bytes, newest }) => [
    kind,
    pathCell(root),
    numberText(projects),
    numberText(conversations),
    numberText(archived),
    numberText(messages),
    newest === null ? '' : timeText(newest).slice(0, 10),
    bytesText(bytes),
    bar(bytes / highest),
  ]);
  const counts = ['projects', 'conversations', 'archived', 'messages', 'newest', 'size', ''];
  return tableHtml({ label: 'stores', heads: ['kind', 'folder', ...counts], rows, right: 2 });
}

/** `stats` shows all. */
const PROJECTS = 100;

function projectTable(stores: readonly StoreStats[]): string {
  const all = stores.filter(({ project, conversations }) => project !== null && conversations > 0);
  if (all.length < 2) return '';
  const rows = all
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, PROJECTS)
    .map(({ kind, project, conversations, messages, bytes }) => [
      kind,
      pathCell(project ?? ''),
      numberText(conversations),
      numberText(messages),
      bytesText(bytes),
    ]);
  const heads = ['kind', 'project', 'conversations', 'messages', 'size'];
  return folded(countText(all.length, 'project'), tableHtml({ label: 'projects', heads, rows, right: 2 }));
}

function monthOf({ now }: HomeReport): string {
  return timeText(now).slice(0, 7);
}

function growth(report: HomeReport): string {
  const values = summedByMonth(
    report.stores.flatMap(({ kind, months }) =>
      Object.entries(months).map(([month, count]) => [month, kind, count] as const),
    ),
  );
  const rows = [...values]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, counts]) => [
      month,
      [...counts].map(([kind, count]) => `${kind} ${numberText(count)}`).join(', '),
      numberText([...counts.values()].reduce((sum, count) => sum + count, 0)),
    ]);
  if (rows.length === 0) return '';
  const chart = monthChart({
    label: 'conversations begun by month and kind',
    values,
    say: numberText,
    until: monthOf(report),
  });
  const table = tableHtml({
    label: 'conversations begun by month',
    heads: ['month', 'kinds', 'begun'],
    rows,
    right: 2,
  });
  return `<p class="facts">conversations begun in each month</p>\n${chart}${folded('the same as a table', table)}`;
}

function contents(stores: readonly StoreStats[]): string {
  const counts = new Map(contentsOf(stores).map((each) => [printable(contentName(each)), each.bytes]));
  return barTable('where the bytes go', ['what', 'size'], { counts, say: bytesText, most: 12 });
}

function formats(stores: readonly StoreStats[]): string {
  const counts = countsOf(stores, 'formats', (name, { kind }) => (name === kind ? kind : `${kind} ${name}`));
  return barTable('formats', ['format', 'conversations'], { counts, say: numberText, most: 20 });
}

function largest(stores: readonly StoreStats[], commandPrefix: string): string {
  const all = largestOf(stores);
  if (all.length === 0) return '';
  const idOf = shortenerOfSome(all.map(({ id }) => id));
  const highest = Math.max(1, maximum(all.map(({ bytes }) => bytes)));
  const rows = all.map(({ kind, project, id, title, bytes }) => [
    kind,
    pathCell(project ?? ''),
    firstLine(title ?? '', 90),
    commandCell(`${commandPrefix} show ${idOf(id)}`),
    bytesText(bytes),
    bar(bytes / highest),
  ]);
  const heads = ['kind', 'project', 'title', 'read it', 'size', ''];
  return tableHtml({ label: 'the largest conversations', heads, rows, right: 4 });
}

function folded(title: string, inside: string): string {
  return `<details class="fold"><summary>${escapeHtml(title)}</summary>\n${inside}</details>\n`;
}

const HEADS = ['answers', 'input', 'output', 'cache read', 'cache write'];

/** By model, then by month up to `until`. Empty without tokens. */
function tokensSection(stores: readonly StoreStats[], until: string): string {
  const all = stores.flatMap(({ tokens }) => tokens);
  if (all.length === 0) return '';
  const values = summedByMonth(
    all.flatMap(({ month, model, output }) => (month === null ? [] : [[month, printable(model), output] as const])),
  );
  const chart = monthChart({ label: 'output tokens by month and model', values, say: manyText, until });
  const models = [...tokensBy(all, ({ model }) => model)].sort(([, a], [, b]) => b.output - a.output);
  const byModel = tableHtml({
    label: 'tokens by model',
    heads: ['model', ...HEADS],
    rows: models.map(([model, sums]) => [printable(model), ...cellsOf(sums)]),
    right: 1,
  });
  const monthly = [...tokensBy(all, ({ model, month }) => `${month ?? 'unknown'} ${model}`)].sort(([a], [b]) =>
    a < b ? 1 : -1,
  );
  const byMonth = tableHtml({
    label: 'tokens by month and model',
    heads: ['month', 'model', ...HEADS],
    rows: monthly.map(([name, sums]) => {
      const [month = '', ...model] = name.split(' ');
      return [month, printable(model.join(' ')), ...cellsOf(sums)];
    }),
    right: 2,
  });
  return `${byModel}<p class="facts">output tokens in each month</p>\n${chart}<details class="fold"><summary>by month and model</summary>\n${byMonth}</details>\n`;
}

function cellsOf({ answers, input, output, cacheRead, cacheWrite }: AnswerTokens): string[] {
  return [answers, input, output, cacheRead, cacheWrite].map(numberText);
}
