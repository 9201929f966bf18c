import { type Conversation, DUE_WITHIN_DAYS, isResumable, sortTime } from '../../model/conversation.ts';
import { idWord, originalOf } from '../../model/ids.ts';
import type { Paint } from '../paint.ts';
import { bytesText, columnsOf, countText, numberText, padded, printable } from '../text.ts';
import { minuteText, timeText } from '../time.ts';
import { checkoutText, type Group, projectHeading, projectText, type ReaderPlace } from './headings.ts';
import { listTitle } from './title.ts';

export interface ListColumn {
  readonly name: 'id' | 'time' | 'project' | 'format' | 'messages' | 'size' | 'mark' | 'title';
  readonly head: string;
  readonly side: 'left' | 'right';
  /** `width`: for texts that shrink by more than cutting. */
  textOf(each: Conversation, width?: number): string;
  readonly brief?: Pick<ListColumn, 'head' | 'textOf'>;
  /** Where a terminal is too narrow, columns go in this order; others stay. */
  readonly dropRank?: number;
  /** False for a table that says no more with it. */
  isInformative?(all: readonly Conversation[]): boolean;
}

export interface RowFormat {
  idOf(id: string): string;
  /** Of the row itself. Default: by `idOf`. */
  nameOf?(id: string): string;
  timeOf(each: Conversation): string;
  projectOf(each: Conversation): string;
  readonly timeHead: string;
  readonly briefTime?: { readonly head: string; textOf(seconds: number | null): string };
  /** Deletion and damage have their own column, and no words before the title. */
  readonly signs?: boolean;
  /** The rows are in the order of their sizes, which stay where there is little room. */
  readonly isBySize?: boolean;
}

export interface ListedTime {
  /** Not `time` where a flag asks for another one. */
  readonly timeName: 'time' | 'active' | 'updated' | 'created' | 'timestamp';
  readonly isBySize: boolean;
}

/** Exact times; without seconds if space is short. */
export const UTC: Pick<RowFormat, 'timeHead' | 'briefTime'> = {
  timeHead: 'time (UTC)',
  briefTime: { head: 'UTC', textOf: (seconds) => minuteText(seconds) || 'unknown' },
};

const EXACT_FORMAT: Omit<RowFormat, 'projectOf'> = {
  idOf: (id) => id,
  timeOf: (each) => timeText(sortTime(each)) || 'unknown',
  timeHead: UTC.timeHead,
};

/** The project only if there are several; the title last. */
export function columnsFor(
  group: Group,
  { idOf, nameOf = idOf, timeOf, projectOf, timeHead, briefTime, signs = false, isBySize = false }: RowFormat,
): ListColumn[] {
  const column = (
    name: ListColumn['name'],
    textOf: ListColumn['textOf'],
    more: Partial<ListColumn> = {},
  ): ListColumn => ({ name, head: name, side: 'left', textOf, ...more });
  const brief = briefTime && { head: briefTime.head, textOf: timeWith(briefTime.textOf) };
  return [
    column('id', ({ id, earlier }) => printable(idWord({ id: nameOf(id), earlier }))),
    column('time', timeOf, { head: timeHead, ...(brief && { brief }) }),
    ...(isOneProject(group) ? [] : [column('project', projectOf)]),
    column('format', formatText, { dropRank: 2, isInformative: (all) => new Set(all.map(formatText)).size > 1 }),
    column('messages', messagesText, { side: 'right', isInformative: (all) => all.some(isCounted) }),
    column('size', ({ bytes }) => bytesText(bytes), { side: 'right', ...(isBySize ? {} : { dropRank: 1 }) }),
    ...(signs
      ? [column('mark', signOf, { head: '', isInformative: (all) => all.some((each) => signOf(each) !== '') })]
      : []),
    column('title', (each, width) => {
      // A shortened name shows already that the conversation is a copy.
      const row = nameOf(each.id) === each.id ? each : { ...each, id: originalOf(each.id) };
      return listTitle(row, { idOf, width, markPlace: signs ? 'signs' : 'title' });
    }),
  ];
}

function timeWith(textOf: (seconds: number | null) => string): ListColumn['textOf'] {
  return (each) => textOf(sortTime(each));
}

function formatText({ format }: Conversation): string {
  return format ?? 'unknown';
}

function isCounted({ messages }: Conversation): boolean {
  return messages !== null;
}

/** `…` where a large file was not read for its count. */
function messagesText({ messages, readable }: Conversation): string {
  if (messages !== null) return numberText(messages);
  return readable ? UNCOUNTED_MARK : '';
}

const UNCOUNTED_MARK = '…';

export function uncountedText(commandPrefix: string): string {
  return `${UNCOUNTED_MARK} not counted, to be quick: \`${commandPrefix} list --count\` counts all messages, and finds what cannot be read`;
}

/** `†3d`: deleted in 3 days; `†now`: at the program's next start; `✗`: its program cannot resume it. */
export function signOf(conversation: Conversation): string {
  const { daysLeft = null } = conversation;
  const isDue = daysLeft !== null && daysLeft <= DUE_WITHIN_DAYS;
  return `${isResumable(conversation) ? '' : '✗'}${isDue ? `†${daysLeft <= 0 ? 'now' : `${daysLeft}d`}` : ''}`;
}

function isOneRoot({ conversations }: Group): boolean {
  return conversations.every(({ root }) => root === conversations[0]?.root);
}

function isOneProject(group: Group): boolean {
  const [first] = group.conversations;
  return isOneRoot(group) && group.conversations.every(({ project }) => project === first?.project);
}

function* headingOf(group: Group, around: ReaderPlace): Generator<string> {
  const [first] = group.conversations;
  if (first === undefined) return;
  const { kind, root } = first;
  const store = isOneRoot(group) ? `${kind} store ${printable(root)}` : 'all stores';
  const [name, ...worktrees] = isOneProject(group) ? projectHeading(group, around) : [];
  yield name === undefined ? store : `${name} (${store})`;
  if (isOneRoot(group) && first.worktree !== undefined) yield checkoutText(first.worktree, first.branch ?? null);
  yield* worktrees;
}

/** A group for a pipe: heading and aligned columns with whole ids, times and titles. */
export function* listText(
  group: Group,
  paint: Paint,
  around: ReaderPlace & Pick<ListedTime, 'timeName'>,
): Generator<string> {
  const { conversations } = group;
  // The title is last and needs no alignment: not held.
  const columns = columnsFor(group, {
    ...EXACT_FORMAT,
    timeHead: `${around.timeName} (UTC)`,
    projectOf: (each) => projectText(each, around),
  })
    .slice(0, -1)
    .map((column) => alignedIn(column, conversations));
  for (const line of headingOf(group, around)) yield paint.accent(line);
  yield paint.strong(lineOf(columns, 0, 'title'));
  for (let n = 0; n < conversations.length; n++) {
    const each = conversations[n] as Conversation;
    yield painted(each, lineOf(columns, n + 1, listTitle(each, EXACT_FORMAT)), paint);
  }
  yield '';
}

export function painted(conversation: Conversation, text: string, paint: Paint): string {
  const { state } = conversation;
  if (!isResumable(conversation)) return paint.bad(text);
  return state === 'archived' ? paint.faint(text) : text;
}

interface AlignedColumn {
  readonly cells: readonly string[];
  readonly width: number;
  readonly side: ListColumn['side'];
}

function alignedIn({ head, side, textOf }: ListColumn, conversations: readonly Conversation[]): AlignedColumn {
  const cells = [head];
  let width = columnsOf(head);
  for (const each of conversations) {
    const cell = textOf(each);
    cells.push(cell);
    width = Math.max(width, columnsOf(cell));
  }
  return { cells, width, side };
}

function lineOf(columns: readonly AlignedColumn[], n: number, title: string): string {
  let text = '';
  for (const { cells, width, side } of columns) text += `  ${padded(cells[n] ?? '', width, side)}`;
  return `${text}  ${title}`.trimEnd();
}

export interface LeftOut {
  readonly archived: number;
  /** Hidden by their program's choice. */
  readonly hidden: number;
}

/** `wanted`: chosen, also beyond a limit. `unreadable`: among those shown, since not all others are read. */
export interface Total extends LeftOut {
  readonly shown: number;
  readonly wanted: number;
  readonly unreadable: number;
  readonly found: number;
}

export function listTotal(total: Total, commandPrefix: string): string {
  const { shown, wanted, unreadable, found, archived, hidden } = total;
  const all = countText(wanted, 'conversation');
  const rest = found > wanted + archived + hidden ? ` of ${numberText(found)} in scope` : '';
  return [
    shown < wanted ? `${numberText(shown)} of ${all}${rest} (\`--limit all\` lists the others)` : all + rest,
    ...(unreadable === 0
      ? []
      : [
          `${numberText(unreadable)}${shown < wanted ? ` of the ${numberText(shown)}` : ''} that cannot be resumed (\`${commandPrefix} verify\` says why)`,
        ]),
    ...(archived === 0 ? [] : [`${numberText(archived)} archived (\`--all\` includes them)`]),
    ...(hidden === 0 ? [] : [`${numberText(hidden)} hidden (\`--hidden\` lists them)`]),
  ].join(', ');
}
