import { maximum } from '../../model/collections.ts';
import { ruleOf } from '../../model/finding.ts';
import { shortenerOfSome } from '../../model/ids.ts';
import { isDamage } from '../../model/rules/row.ts';
import type { CodeFindings, CountsByName, HomeReport, StoreStats } from '../../model/stats.ts';
import { deletionTimeText, dueCountText, storesIn } from '../home/sums.ts';
import { titleText } from '../list/title.ts';
import { nextForCode } from '../overview.ts';
import { contentName } from '../stats.ts';
import { manyText, TOKEN_COLUMNS } from '../stats-by.ts';
import { type AnswerTokens, callsByTool, tokensBy, totalOf } from '../stats-rows.ts';
import { contentsOf, countsOf, largestOf } from '../store-totals.ts';
import { bytesText, countText, numberText, printable } from '../text.ts';
import { timeText } from '../time.ts';
import { HOME_STYLE } from './assets.ts';
import { monthChart, summedByMonth } from './chart.ts';
import { escapeHtml } from './escape.ts';
import { commandHtml, detailsHtml, pageEnd, pageHead } from './frame.ts';

/** Self-contained overview page. `commandPrefix`: command line up to the verb. */
export function* homePage(report: HomeReport, commandPrefix: string): Generator<string> {
  const sections = homeSections(report, commandPrefix).filter(({ html }) => html !== '');
  const { conversations } = totalOf(report.stores);
  const stores = storesIn(report);
  const title = `${countText(conversations, 'conversation')} in ${countText(stores.length, 'store')}`;
  yield pageHead(title, [HOME_STYLE]);
  yield '<a class="skip" href="#report">to the report</a>\n<nav aria-label="contents">\n<ol class="plain">\n';
  for (const { id, name } of sections) yield `<li><a href="#${id}">${escapeHtml(name)}</a></li>\n`;
  yield `</ol>\n</nav>\n<div>\n<header>\n<h1>${title}</h1>\n`;
  yield `<p class="facts">as of ${timeText(report.now)} UTC; ${commandHtml(`${commandPrefix} report --html`)}</p>\n`;
  yield `${figuresHtml(report)}</header>\n<main id="report">\n`;
  yield* sections.map(sectionHtml);
  yield `</main>\n</div>\n${pageEnd()}`;
}

function sectionHtml({ id, name, html }: HomeSection): string {
  return `<section id="${id}" data-find><h2>${escapeHtml(name)}</h2>\n${html}</section>\n`;
}

function figuresHtml({ stores, summary, due }: HomeReport): string {
  const { conversations, messages, bytes, unreadable } = totalOf(stores);
  const { errors, warnings, unjudged } = summary;
  const all = [
    ['conversations', numberText(conversations), ''],
    ['texts, calls and results', numberText(messages), ''],
    ['size', bytesText(bytes), ''],
    ['errors', numberText(errors), errors > 0 ? 'bad' : 'good'],
    ['warnings', numberText(warnings), warnings > 0 ? 'warn' : 'good'],
    ...(unreadable > 0 ? [['cannot be resumed', numberText(unreadable), 'bad']] : []),
    ...(unjudged > 0 ? [['not judged', numberText(unjudged), 'bad']] : []),
    ...(due.length > 0 ? [['deleted soon', numberText(due.length), 'warn']] : []),
  ] as const;
  const items = all.map(([name, value, style]) => {
    const mark = style === '' ? '' : ` class="${style}"`;
    return `<div><dt>${name}</dt><dd${mark}>${escapeHtml(String(value))}</dd></div>`;
  });
  const said = due.length === 0 ? '' : `<p class="finding warning">${dueCountText(due)}</p>\n`;
  return `<dl class="figures">${items.join('')}</dl>\n${said}`;
}

interface HomeSection {
  readonly id: string;
  readonly name: string;
  readonly html: string;
}

function homeSections(report: HomeReport, commandPrefix: string): HomeSection[] {
  const { stores } = report;
  const tools = barTable('tool calls', ['tool', 'calls'], {
    counts: callsByTool({
      tools: [...countsOf(stores, 'tools')],
      otherCalls: stores.reduce((sum, { otherCalls }) => sum + otherCalls, 0),
    }),
    say: numberText,
    max: 12,
  });
  return [
    { id: 'findings', name: 'Findings', html: findings(report, commandPrefix) },
    { id: 'due', name: 'Deleted soon', html: dueHtml(report, commandPrefix) },
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
      commandCell(nextForCode(each, { commandPrefix, idOf })),
      numberText(each.count) + (each.beside === 0 ? '' : ` + ${numberText(each.beside)}`),
    ];
  };
  const heads = ['severity', 'code', 'what is wrong', 'repair', 'next', 'found'];
  const [grave, infos] = [true, false].map((isGrave) =>
    all.filter(({ first }) => isDamage(first) === isGrave).map(rowOf),
  );
  const tableOf = (label: string, rows: TableCell[][] = []) =>
    rows.length === 0 ? '' : tableHtml({ label, heads, rows, right: 5 });
  const rest = tableOf('what is good to know', infos);
  return `${tableOf('errors and warnings', grave)}${rest === '' ? '' : detailsHtml(`${countText(infos?.length ?? 0, 'code')} of what is good to know`, rest)}${all.some(({ beside }) => beside > 0) ? COUNTS_NOTE : ''}${EXPLAIN}`;
}

const COUNTS_NOTE = '<p class="facts">3 + 7: seven more are reported with findings of other codes.</p>\n';

const EXPLAIN = `<p class="facts">${commandHtml('convo explain CODE')} says what each means, and what is still sound.</p>\n`;

const HEALING = { safe: 'loses nothing', lossy: 'loses something', manual: 'by a person' } as const;

const MAX_ROWS = 50;

function dueHtml({ due: all }: HomeReport, commandPrefix: string): string {
  if (all.length === 0) return '';
  const idOf = shortenerOfSome(all.map(({ id }) => id));
  const rows = all
    .slice(0, MAX_ROWS)
    .map((each) => [
      { html: `<code>${escapeHtml(idOf(each.id))}</code>` },
      titleText(each, 90),
      pathCell(each.cwd ?? each.project ?? ''),
      deletionTimeText(each.daysLeft ?? 0),
      bytesText(each.bytes),
    ]);
  const rest =
    all.length > MAX_ROWS ? `<p class="facts">and ${countText(all.length - MAX_ROWS, 'more', 'more')}</p>\n` : '';
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

/** Most projects in a table; `stats` shows all. */
const PROJECTS = 100;

function projectTable(stores: readonly StoreStats[]): string {
  const all = stores.filter(({ project, conversations }) => project !== null && conversations > 0);
  if (all.length < 2) return '';
  const rows = all
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, PROJECTS)
    .map(({ kind, project, cwd, conversations, messages, bytes }) => [
      kind,
      pathCell(cwd ?? project ?? ''),
      numberText(conversations),
      numberText(messages),
      bytesText(bytes),
    ]);
  const heads = ['kind', 'project', 'conversations', 'messages', 'size'];
  return detailsHtml(countText(all.length, 'project'), tableHtml({ label: 'projects', heads, rows, right: 2 }));
}

function monthOf({ now }: HomeReport): string {
  return timeText(now).slice(0, 7);
}

function growth(report: HomeReport): string {
  const values = summedByMonth(
    report.stores.flatMap(({ kind, months }) => months.map(([month, count]) => [month, kind, count] as const)),
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
  return `<p class="facts">conversations begun in each month</p>\n${chart}${detailsHtml('the same as a table', table)}`;
}

function contents(stores: readonly StoreStats[]): string {
  const counts = contentsOf(stores).map((each) => [contentName(each), each.bytes] as const);
  return barTable('where the bytes go', ['what', 'size'], { counts, say: bytesText, max: 12 });
}

function formats(stores: readonly StoreStats[]): string {
  const counts = [...countsOf(stores, 'formats', (name, { kind }) => (name === kind ? kind : `${kind} ${name}`))];
  return barTable('formats', ['format', 'conversations'], { counts, say: numberText, max: 20 });
}

function largest(stores: readonly StoreStats[], commandPrefix: string): string {
  const all = largestOf(stores);
  if (all.length === 0) return '';
  const idOf = shortenerOfSome(all.map(({ id }) => id));
  const highest = Math.max(1, maximum(all.map(({ bytes }) => bytes)));
  const rows = all.map((each) => [
    each.kind,
    pathCell(each.cwd ?? each.project ?? ''),
    titleText(each, 90),
    commandCell(`${commandPrefix} show ${idOf(each.id)}`),
    bytesText(each.bytes),
    bar(each.bytes / highest),
  ]);
  const heads = ['kind', 'project', 'title', 'read it', 'size', ''];
  return tableHtml({ label: 'the largest conversations', heads, rows, right: 4 });
}

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
    heads: ['model', ...TOKEN_COLUMNS],
    rows: models.map(([model, sums]) => [printable(model), ...cellsOf(sums)]),
    right: 1,
  });
  const monthly = [...tokensBy(all, ({ model, month }) => `${month ?? 'unknown'} ${model}`)].sort(([a], [b]) =>
    a < b ? 1 : -1,
  );
  const byMonth = tableHtml({
    label: 'tokens by month and model',
    heads: ['month', 'model', ...TOKEN_COLUMNS],
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

type TableCell = string | { readonly html: string };

interface TableData {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly right: number;
}

/** A table that scrolls by keyboard if it is too wide. */
function tableHtml({ label, heads, rows, right }: TableData): string {
  const sideOf = (column: number) => (column >= right ? ' class="right"' : '');
  const head = heads
    .map((each, i) => (each === '' ? '<td></td>' : `<th scope="col"${sideOf(i)}>${escapeHtml(each)}</th>`))
    .join('');
  const body = rows.map((row) => `<tr>${row.map((cell, i) => cellHtml(cell, sideOf(i))).join('')}</tr>\n`).join('');
  return `<div class="wide" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}</tbody>\n</table></div>\n`;
}

function cellHtml(cell: TableCell, side: string): string {
  return `<td${side}>${typeof cell === 'string' ? escapeHtml(cell) : cell.html}</td>`;
}

function commandCell(command: string): TableCell {
  return { html: commandHtml(command) };
}

function pathCell(path: string): TableCell {
  return { html: `<span class="path">${escapeHtml(printable(path))}</span>` };
}

function barTable(
  label: string,
  heads: readonly [string, string],
  { counts, say, max }: { counts: CountsByName; say: (count: number) => string; max: number },
): string {
  const all = counts.filter(([, count]) => count > 0);
  if (all.length === 0) return '';
  const rest = all.slice(max).reduce((sum, [, count]) => sum + count, 0);
  const first = all.slice(0, max);
  const rows = rest === 0 ? first : [...first, [`${all.length - max} others`, rest] as const];
  const highest = maximum(rows.map(([, count]) => count));
  return tableHtml({
    label,
    heads: [...heads, ''],
    rows: rows.map(([name, count]) => [
      printable(name),
      { html: `<span class="count">${escapeHtml(say(count))}</span>` },
      bar(count / highest),
    ]),
    right: 3,
  });
}

/** A bar that repeats the number beside it. */
function bar(share: number): TableCell {
  const width = Math.max(0.5, 100 * share).toFixed(1);
  return {
    html: `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`,
  };
}
