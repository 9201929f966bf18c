import type { Members } from '../contract/documents.ts';
import { addToCount, maximum } from '../model/collections.ts';
import { type Code, type Covered, ruleOf } from '../model/finding.ts';
import type { ContentSize, CountsByName, StatsGrouping, StoreStats } from '../model/stats.ts';
import { contractJson, missedJson } from './json-text.ts';
import { withTilde } from './list/headings.ts';
import { titleText } from './list/title.ts';
import type { Screen } from './paint.ts';
import { tokensMarkdown, tokensText } from './stats-by.ts';
import { callsByTool, nameOf, rowsBy, rowsTogether, type Sizes, tokensBy, totalOf } from './stats-rows.ts';
import { storeTotals } from './store-totals.ts';
import {
  bytesText,
  clipTo,
  columnsOf,
  countText,
  entriesText,
  escapedMarkdown,
  fitted,
  numberText,
  padded,
  printable,
} from './text.ts';
import { isoText, timeText } from './time.ts';

const BAR_WIDTH = 20;
/** Columns of a name: with count and bar a row fits 80. */
const LABEL = 44;
const ROWS = 8;
const NEWEST_MONTHS = 48;
const LEVELS = '▁▂▃▄▅▆▇█';

export function* statsText(
  all: readonly StoreStats[],
  { paint, width, home }: Screen & { readonly home: string | null },
): Generator<string> {
  const totals = storeTotals(all);
  for (const { total, projects } of totals) {
    for (const line of storeText(total, sizesOf(projects, home), { paint, width })) yield* fitted(line, width);
  }
  // The block of a single store shows its sum already.
  if (totals.filter(({ total }) => total.conversations > 0).length === 1) return;
  yield* fitted(paint.strong(`in all: ${sizeOf(totalOf(all))}`), width);
  yield* tokensText(
    all.flatMap(({ tokens }) => tokens),
    { paint, width },
  );
}

/** Bytes of projects by their folder, most first; two projects of one folder are added up. */
function sizesOf(projects: readonly StoreStats[], home: string | null): CountsByName {
  const sizes = projects.map((each) => [withTilde(nameOf(each, 'project'), { home }), each.bytes] as const);
  return [...summed(sizes)].sort(([, a], [, b]) => b - a);
}

function* storeText(stats: StoreStats, projects: CountsByName, { paint, width }: Screen): Generator<string> {
  yield paint.accent(headOf(stats));
  // Store-wide rows have findings only.
  if (stats.conversations > 0) yield `  ${sizeOf(stats)}`;
  // Files copied at once have no meaningful times.
  if (stats.newest !== null && stats.newest !== stats.oldest)
    yield `  dated between ${timeText(stats.oldest)} and ${timeText(stats.newest)} UTC`;
  yield* block('projects', projects, { paint, width }, bytesText, '--by project');
  yield* block('formats', shares(stats.formats), { paint, width });
  yield* block('messages by role', stats.roles, { paint, width });
  yield* block('messages by type', stats.types, { paint, width });
  yield* block('tool calls', callsByTool(stats), { paint, width });
  yield* block(
    'where the bytes go, and in how many blocks or records',
    contentSizes(stats.contents),
    { paint, width },
    bytesText,
  );
  yield* tokensText(stats.tokens, { paint, width });
  yield* growth(stats.months, { paint, width });
  yield* largest(stats, { paint, width });
  yield* block('findings, by their cause', namedCodes(stats), { paint, width });
  yield '';
}

export function* statsMarkdown(all: readonly StoreStats[], home: string | null): Generator<string> {
  for (const { total: stats, projects } of storeTotals(all)) {
    yield `## ${escapedMarkdown(headOf(stats))}`;
    if (stats.conversations > 0) yield* ['', `${escapedMarkdown(sizeOf(stats))}.`];
    yield* tableOf('Project', 'Size', sizesOf(projects, home), bytesText);
    const tables = {
      Format: stats.formats,
      Role: stats.roles,
      Type: stats.types,
      Tool: callsByTool(stats),
      Month: stats.months,
      Finding: namedCodes(stats),
    };
    for (const [head, counts] of Object.entries(tables)) yield* tableOf(head, 'Count', counts, numberText);
    yield* contentTable(stats.contents);
    yield* tokensMarkdown(stats.tokens);
    yield '';
  }
}

function* tableOf(
  head: string,
  count: string,
  counts: CountsByName,
  say: (count: number) => string,
): Generator<string> {
  if (counts.length > 0) yield* ['', `| ${head} | ${count} |`, '|---|--:|'];
  for (const [name, each] of counts) yield `| ${escapedMarkdown(name)} | ${say(each)} |`;
}

function* contentTable(contents: readonly ContentSize[]): Generator<string> {
  if (contents.length > 0) yield* ['', '| Content | Bytes | Count |', '|---|--:|--:|'];
  for (const each of contents)
    yield `| ${escapedMarkdown(contentName(each))} | ${numberText(each.bytes)} | ${numberText(each.count)} |`;
}

function shares(counts: CountsByName): CountsByName {
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return counts.map(([name, count]) => [`${name} ${percentOf(count, all)}%`, count]);
}

/** A percentage; 100 only for all, 0 only for none. */
function percentOf(count: number, all: number): number {
  if (count === 0 || count === all) return count === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * count) / all)));
}

const CONTENT_NAMES: Readonly<Record<ContentSize['what'], string>> = {
  text: 'text',
  thinking: 'thinking',
  'tool-calls': 'tool calls',
  'tool-results': 'tool results',
  images: 'images and documents',
  'other-blocks': 'other blocks',
  'message-fields': 'fields around messages',
  'result-copies': 'copies of tool results',
  'request-copies': 'copies of requests',
  attachments: 'attachments',
  records: 'other records',
  'no-record': 'lines that are not records',
  subagents: 'subagents, files beside',
  companions: 'other files beside',
};

export function contentName({ what, type }: ContentSize): string {
  return type === null ? CONTENT_NAMES[what] : `${type} records`;
}

function contentSizes(contents: readonly ContentSize[]): CountsByName {
  return contents.map((each) => [`${contentName(each)}, ${numberText(each.count)}`, each.bytes]);
}

function headOf({ kind, root, project, cwd }: StoreStats): string {
  return `${kind} store ${printable(root)}${project === null ? '' : `, project ${printable(cwd ?? project)}`}`;
}

type SizesOfStore = Omit<Sizes, 'hidden'> & Partial<Pick<Sizes, 'hidden'>>;

export function sizeOf({ conversations, archived, unreadable, hidden = 0, bytes, messages }: SizesOfStore): string {
  const all = countText(conversations, 'conversation');
  const parts = [
    hidden > 0 ? `${all} with ${numberText(hidden)} hidden` : all,
    entriesText(messages),
    bytesText(bytes),
  ];
  if (archived > 0) parts.push(`${numberText(archived)} archived`);
  if (unreadable > 0) parts.push(`${numberText(unreadable)} that cannot be resumed`);
  return parts.join(', ');
}

function* block(
  head: string,
  counts: CountsByName,
  { paint, width: columns }: Screen,
  say = numberText,
  fullFlag = '--json',
): Generator<string> {
  if (counts.length === 0) return;
  const max = maximum(counts.map(([, count]) => count));
  const digits = maximum(counts.slice(0, ROWS).map(([, count]) => say(count).length));
  const longest = Math.min(BAR_WIDTH, Math.floor(columns / 4));
  const available = Math.min(LABEL, columns - longest - digits - 8);
  const rows = counts.slice(0, ROWS).map(([name, count]) => ({ name: clipTo(printable(name), available), count }));
  const width = maximum(rows.map(({ name }) => columnsOf(name)));
  yield `  ${paint.strong(head)}`;
  for (const { name, count } of rows) {
    const bar = '█'.repeat(Math.max(1, Math.round((count / max) * longest)));
    yield `    ${padded(name, width)}  ${say(count).padStart(digits)}  ${paint.faint(bar)}`;
  }
  if (counts.length > ROWS) yield `    and ${numberText(counts.length - ROWS)} more (${fullFlag} lists all)`;
}

/** `months`: in order. */
export function* growth(months: CountsByName, { paint, width }: Screen): Generator<string> {
  const [first] = months[0] ?? [];
  const [last] = months.at(-1) ?? [];
  if (first === undefined || last === undefined || months.length < 2) return;
  const counts = new Map(months);
  const all = monthsBetween(first, last).slice(-Math.min(NEWEST_MONTHS, Math.max(6, width - 24)));
  const max = maximum(all.map((month) => counts.get(month) ?? 0));
  const line = all.map((month) => levelOf(counts.get(month) ?? 0, max)).join('');
  yield `  ${paint.strong('begun by month')}`;
  yield* fitted(`    ${all[0]} ${line} ${last}, at most ${numberText(max)} a month`, width);
}

function levelOf(count: number, max: number): string {
  if (count === 0) return ' ';
  return LEVELS[Math.min(LEVELS.length - 1, Math.floor((count / max) * LEVELS.length))] ?? ' ';
}

function* largest({ largest }: StoreStats, { paint, width }: Screen): Generator<string> {
  if (largest.length === 0) return;
  yield `  ${paint.strong('largest')}`;
  for (const each of largest) {
    const { id, bytes } = each;
    const lead = `    ${bytesText(bytes).padStart(8)}  ${printable(id)}`;
    const about = titleText(each, 40);
    if (columnsOf(`${lead}  ${about}`) <= width) yield `${lead}  ${about}`.trimEnd();
    else yield* [clipTo(lead, width), ...(about === '' ? [] : [`      ${clipTo(about, width - 6)}`])];
  }
}

function namedCodes({ graded = [] }: StoreStats): CountsByName {
  return graded.map(([name, count]) => {
    const { healing, title } = ruleOf(name.replace(/ .*/, '') as Code);
    return [`${name}, ${healing}: ${title}`, count];
  });
}

/** Most months, so that a wrong year does not make an endless list. */
const MAX_MONTHS = 1200;

/** Months like `2026-03`, inclusive; of too many the last ones. */
export function monthsBetween(first: string, last: string): string[] {
  const end = monthNumber(last);
  const start = Math.max(monthNumber(first), end - MAX_MONTHS);
  return Array.from({ length: end - start + 1 }, (_, i) => monthName(start + i));
}

function monthNumber(month: string): number {
  const at = month.lastIndexOf('-');
  return Number(month.slice(0, at)) * 12 + Number(month.slice(at + 1)) - 1;
}

function monthName(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

export function statsJson(all: readonly StoreStats[], counted: Covered, by: readonly StatsGrouping[]): string {
  const tables = by.map((what) => ({ what, rows: rowsBy(all, what) }));
  const together = rowsTogether(all, by);
  const several = {
    ...(tables.length > 1 ? { tables } : {}),
    ...(together === null ? {} : { together: { what: by, rows: together } }),
  };
  return contractJson('stats', { ...statsMembers(all), by: tables[0], ...several, findings: missedJson(counted) });
}

/** A tool may be called `others`, as the rarer ones together are. */
function countsJson(counts: CountsByName): Record<string, number> {
  return Object.fromEntries(summed(counts));
}

function summed(counts: CountsByName): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) addToCount(sums, name, count);
  return sums;
}

export function statsMembers(all: readonly StoreStats[]): Pick<Members<'stats'>, 'stores' | 'total'> {
  const stores = all.map(({ days: _, daily: __, graded: ___, otherCalls, ...each }) => ({
    ...each,
    roles: countsJson(each.roles),
    types: countsJson(each.types),
    tools: countsJson(callsByTool({ tools: each.tools, otherCalls })),
    ...(otherCalls === 0 ? {} : { otherCalls }),
    formats: countsJson(each.formats),
    months: countsJson(each.months),
    findings: countsJson(each.findings),
    healing: countsJson(each.healing),
    oldestIso: isoText(each.oldest),
    newestIso: isoText(each.newest),
    largest: each.largest.map((one) => ({ ...one })),
    contents: each.contents.map((one) => ({ ...one })),
    tokens: each.tokens.map((one) => ({ ...one })),
  }));
  const { conversations, archived, unreadable, hidden, bytes, messages } = totalOf(all);
  const tokens = tokensBy(
    all.flatMap((each) => each.tokens),
    ({ model }) => model,
  );
  const total = {
    conversations,
    archived,
    unreadable,
    hidden,
    bytes,
    messages,
    tokens: [...tokens].map(([model, sums]) => ({ model, ...sums })),
  };
  return { stores, total };
}
