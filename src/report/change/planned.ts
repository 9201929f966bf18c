import { type ReportItem, remarksOf } from '../../model/change-report.ts';
import { countEach, grouped } from '../../model/collections.ts';
import { type Conversation, sortTime } from '../../model/conversation.ts';
import { type Code, isCode, isLossy, ruleOf } from '../../model/finding.ts';
import { idsInRows, shortenerOfSome } from '../../model/ids.ts';
import type { ListScreen } from '../list/table.ts';
import { listTitle } from '../list/title.ts';
import { bytesText, columnsOf, countText, MIN_ONE_LINE_WIDTH, padded, printable, wrap } from '../text.ts';
import { whenText } from '../time.ts';
import { lessText, type WordedItem, type WordedReport } from '../worded.ts';
import { clause, effectsOf, isWaiting } from './change.ts';

export function storesChanged(items: readonly Pick<ReportItem, 'kind' | 'root' | 'state'>[]) {
  const stores = new Map<string, Pick<ReportItem, 'kind' | 'root'> & { changed: number }>();
  for (const { kind, root, state } of items) {
    if (state !== 'changed') continue;
    const key = JSON.stringify([kind, root]);
    const store = stores.get(key) ?? { kind, root, changed: 0 };
    store.changed++;
    stores.set(key, store);
  }
  return [...stores.values()];
}

const MAX_ITEMS = 20;
const MAX_LOSING_ITEMS = 100;

export function namedItems(plan: WordedReport): readonly WordedItem[] {
  const planned = plan.items.filter(({ state }) => state === 'changed');
  const losing = planned.filter((item) => isLosing(item, plan));
  const others = planned.filter((item) => !isLosing(item, plan));
  return [...losing.slice(0, MAX_LOSING_ITEMS), ...others.slice(0, Math.max(0, MAX_ITEMS - losing.length))];
}

function isLosing(item: WordedItem, { command }: WordedReport): boolean {
  return command === 'delete' || item.codes.some(isLossy) || lossOf(item, command === 'heal') !== '';
}

function lossOf({ codes, counts }: WordedItem, isHeal: boolean): string {
  return counts === undefined ? '' : lessText(counts, isHeal && !codes.some(isLossy));
}

interface PlanContext {
  readonly conversations: readonly Conversation[];
  codesOf(item: WordedItem): readonly string[];
}

export function* plannedText(plan: WordedReport, known: PlanContext, screen: ListScreen): Generator<string> {
  const { items, changed, command } = plan;
  const { paint, width } = screen;
  yield paint.strong(`${command}: ${countText(changed, 'change')} planned`);
  const stores = storesChanged(items);
  for (const { kind, root, changed } of stores.length > 1 ? stores : [])
    yield* wrap(`${countText(changed, 'change')} in the ${kind} store ${printable(root)}`, 2, { width, hang: 4 });
  for (const line of byCodeText(plan)) yield* wrap(line, 2, { width, hang: 4 });
  const planned = namedItems(plan);
  const idOf = shortenerOfSome([...planned.flatMap(({ id }) => id ?? []), ...idsInRows(known.conversations)]);
  for (const item of planned) {
    yield* itemLines(item, known.conversations, idOf, screen);
    yield* detailLines(item, { more: known.codesOf(item), isHeal: command === 'heal' }, screen);
  }
  if (changed > planned.length) yield paint.faint(`  and ${countText(changed - planned.length, 'more', 'more')}`);
  const refusals = items.filter((item) => item.state === 'refused' && !isWaiting(item));
  const reasons = countEach(refusals.map(({ reason = '' }) => reason));
  const waiting = items.filter(isWaiting).length;
  if (waiting > 0) yield paint.warn(`${countText(waiting, 'item needs', 'items need')} --lossy`);
  if (refusals.length > 0) yield paint.warn(`${countText(refusals.length, 'item')} refused:`);
  for (const [reason, count] of reasons) yield* wrap(`${count} × ${printable(reason)}`, 2, { width, hang: 6 });
  for (const remark of remarksOf(plan)) yield* wrap(printable(remark), 0, { width, hang: 2 });
}

const MAX_DETAILS = 8;

function* detailLines(
  item: WordedItem,
  { more, isHeal }: { readonly more: readonly string[]; readonly isHeal: boolean },
  { width }: ListScreen,
): Generator<string> {
  const { codes, counts, notes = [] } = item;
  const all = [...new Set([...codes, ...more])].map(printable).join(' ');
  const less = lossOf(item, isHeal);
  const said = mergedNotes(notes);
  const sentences = [
    ...(less === '' ? [] : [`loses ${less}`]),
    ...(isHeal ? effectsOf(counts, 'afterwards') : []),
    ...said.slice(0, MAX_DETAILS),
  ];
  const [first = '', ...others] = sentences.length === 0 && isHeal ? [titlesText(codes)] : sentences;
  const lead = `${all === '' ? '' : `[${all}] `}${printable(first)}`;
  if (lead !== '') yield* wrap(lead, 6, { width, hang: 8 });
  for (const note of others) yield* wrap(printable(note), 6, { width, hang: 8 });
  const rest = said.length - MAX_DETAILS;
  if (rest > 0) yield* wrap(`and ${countText(rest, 'more note')} (d shows them)`, 6, { width });
}

/** Titles of the healed codes, if nothing else describes the heal. */
function titlesText(codes: readonly string[]): string {
  return codes
    .filter(isCode)
    .map((code) => clause(ruleOf(code).title))
    .join('; ');
}

function mergedNotes(notes: readonly string[]): string[] {
  return Array.from(grouped(notes.map((note) => [note.replace(/\d+/g, '#'), note] as const)).values(), (all) =>
    all.length === 1 ? (all[0] ?? '') : `${all[0]}, and ${countText(all.length - 1, 'more like it', 'more like it')}`,
  );
}

/** Least columns of a title; if a copy's name leaves fewer, it gets its own line. */
const MIN_TITLE_WIDTH = 8;

const OWN_LINE_INDENT = 6;

function itemLines(
  { id, path }: WordedItem,
  conversations: readonly Conversation[],
  idOf: (id: string) => string,
  { width, clock, paint }: ListScreen,
): string[] {
  const each = conversations.find((other) => other.path === path) ?? conversations.find((other) => other.id === id);
  if (id === null || each === undefined) return [`  ${printable(path)}`];
  const short = printable(idOf(id));
  const facts = `${whenText(sortTime(each), clock)}, ${bytesText(each.bytes)}`;
  const lead = `  ${short}  `;
  const columns = width - columnsOf(lead);
  const beside = columns - columnsOf(facts) - 2;
  if ((width < MIN_ONE_LINE_WIDTH ? columns : beside) < MIN_TITLE_WIDTH)
    return [
      ...wrap(short, 2, { width, hang: 4 }),
      `${' '.repeat(OWN_LINE_INDENT)}${listTitle(each, { idOf, width: width - OWN_LINE_INDENT })}`,
      ...wrap(facts, OWN_LINE_INDENT, { width }).map(paint.faint),
    ];
  if (width < MIN_ONE_LINE_WIDTH)
    return [
      lead + listTitle(each, { idOf, width: columns }),
      ...wrap(facts, columnsOf(lead), { width }).map(paint.faint),
    ];
  return [`${lead}${padded(listTitle(each, { idOf, width: beside }), beside)}  ${paint.faint(facts)}`];
}

/** Larger plans begin with a summary by code. */
const MAX_UNSUMMED = 3;
/** Most codes that are named; with the rest of a summary they fit a screen. */
const NAMED_CODES = 12;

/** Heals of a planned report by code, most frequent first. Empty for a small one. */
export function byCodeText({ items }: Pick<WordedReport, 'items'>): string[] {
  if (items.length <= MAX_UNSUMMED) return [];
  const counts = countEach(items.flatMap(({ state, codes }) => (state === 'changed' ? codes : [])));
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const lines = sorted
    .slice(0, NAMED_CODES)
    .map(([code, count]) => `${code} in ${countText(count, 'conversation')}: ${ruleOf(code as Code).title}`);
  const rest = sorted.length - NAMED_CODES;
  if (rest > 0) lines.push(`and ${countText(rest, 'more code')}`);
  return lines.length === 0 ? [] : [...lines, ''];
}
