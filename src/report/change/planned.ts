import { type ChangeItem, type ChangeReport, remarksOf } from '../../model/change-report.ts';
import type { Conversation } from '../../model/conversation.ts';
import { columnsOf, cutTo, padded } from '../columns.ts';
import { listTitle, shortener } from '../list/rows.ts';
import type { ListScreen } from '../list/table.ts';
import { bytesText, countText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { whenText } from '../time.ts';
import { wrap } from '../wrap.ts';

/** Conversations that are named before a question. */
export const NAMED = 20;

/** What a person is asked about: the first conversations of a plan by title, age and size, what is refused, and how many. */
export function* plannedText(
  plan: ChangeReport,
  conversations: readonly Conversation[],
  screen: ListScreen,
): Generator<string> {
  const { items, changed, refused, command } = plan;
  const { paint, width } = screen;
  yield paint.strong(`${command}: ${countText(changed, 'change')} planned`);
  const planned = items.filter(({ state }) => state === 'changed');
  const idOf = shortener(planned.flatMap(({ id }) => id ?? []));
  for (const item of planned.slice(0, NAMED)) yield* itemLines(item, conversations, idOf, screen);
  if (planned.length > NAMED) yield paint.faint(`  and ${countText(planned.length - NAMED, 'more', 'more')}`);
  const reasons = new Map<string, number>();
  for (const { state, reason = '' } of items)
    if (state === 'refused') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  if (refused > 0) yield paint.warn(`${countText(refused, 'item')} refused:`);
  for (const [reason, count] of reasons) yield* wrap(`${count} × ${printable(reason)}`, 2, { width, hang: 6 });
  for (const remark of remarksOf(plan)) yield* wrap(printable(remark), 0, { width, hang: 2 });
}

/** Below this width the age and the size of a conversation have a line of their own. */
const NARROW = 60;

function itemLines(
  { id, path }: ChangeItem,
  conversations: readonly Conversation[],
  idOf: (id: string) => string,
  { width, clock, paint }: ListScreen,
): string[] {
  const each = conversations.find((other) => other.path === path) ?? conversations.find((other) => other.id === id);
  if (id === null || each === undefined) return [`  ${printable(path)}`];
  const short = printable(idOf(id));
  const facts = `${whenText(each.updatedAt, clock)}, ${bytesText(each.bytes)}`;
  const lead = `  ${short}  `;
  if (width < NARROW)
    return [
      lead + cutTo(listTitle(each), width - columnsOf(lead)),
      ...wrap(facts, columnsOf(lead), { width }).map(paint.faint),
    ];
  const room = width - columnsOf(lead) - columnsOf(facts) - 2;
  return [`${lead}${padded(cutTo(listTitle(each), room), room)}  ${paint.faint(facts)}`];
}
