import { type Conversation, isDeletedSoon, isResumable, sortTime } from '../../model/conversation.ts';
import { idWord, originalOf } from '../../model/ids.ts';
import type { Paint } from '../paint.ts';
import { bytesText, countText, numberText, printable } from '../text.ts';
import { minuteText, timeText } from '../time.ts';
import { type Group, groupFolder, isWithoutFolder, NO_FOLDER } from './headings.ts';
import { listTitle } from './title.ts';

export interface ListColumn {
  readonly name: 'id' | 'time' | 'project' | 'format' | 'messages' | 'size' | 'mark' | 'title';
  readonly head: string;
  readonly side: 'left' | 'right';
  /** Text of a cell. `width`: for texts that are shortened otherwise than by cutting. */
  textOf(each: Conversation, width?: number): string;
  readonly brief?: Pick<ListColumn, 'head' | 'textOf'>;
  /** True for a column that stays on narrow terminals, though it is one of `DROPPED`. */
  readonly stays?: boolean;
  /** False if the column has no information in this table. */
  isInformative?(all: readonly Conversation[]): boolean;
}

export interface RowFormat {
  idOf(id: string): string;
  /** Name of a row. Default: by `idOf`. */
  nameOf?(id: string): string;
  timeOf(each: Conversation): string;
  projectOf(each: Conversation): string;
  readonly timeHead: string;
  readonly briefTime?: { readonly head: string; textOf(seconds: number | null): string };
  /** True if deletion and damage have a column of their own, instead of words before the title. */
  readonly signs?: boolean;
  /** True for rows sorted by size; the size column then stays on narrow terminals. */
  readonly isBySize?: boolean;
}

export interface ListedTime {
  /** Name of the time column, if a flag selects another time. */
  readonly timeName: 'time' | 'active' | 'updated' | 'created' | 'timestamp';
  readonly isBySize: boolean;
}

/** Exact times, without seconds if there is little space. */
export const UTC_TIMES: Pick<RowFormat, 'timeHead' | 'briefTime'> = {
  timeHead: 'time (UTC)',
  briefTime: { head: 'UTC', textOf: (seconds) => minuteText(seconds) || 'unknown' },
};

/** Columns that narrow terminals omit, the first one first. */
export const DROPPED: readonly ListColumn['name'][] = ['size', 'format'];
/** Columns that are facts below the title on the narrowest terminals. */
export const STACKED: readonly ListColumn['name'][] = ['time', 'messages', 'project'];

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
    column('format', formatText, {
      isInformative: (all) => new Set(all.flatMap(({ format }) => format ?? [])).size > 1,
    }),
    column('messages', messagesText, { side: 'right', isInformative: (all) => all.some(isCounted) }),
    column('size', ({ bytes }) => bytesText(bytes), { side: 'right', stays: isBySize }),
    ...(signs
      ? [column('mark', signOf, { head: '', isInformative: (all) => all.some((each) => signOf(each) !== '') })]
      : []),
    column('title', (each, width) => {
      // The shortened name already marks a copy.
      const row = nameOf(each.id) === each.id ? each : { ...each, id: originalOf(each.id) };
      return listTitle(row, { idOf, width, markPlace: signs ? 'signs' : 'title' });
    }),
  ];
}

function timeWith(textOf: (seconds: number | null) => string): ListColumn['textOf'] {
  return (each) => textOf(sortTime(each));
}

function formatText({ format }: Conversation): string {
  return format ?? '';
}

function isCounted({ messages }: Conversation): boolean {
  return messages !== null;
}

/** The number of messages; `…` for a large file that was not read. */
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
  const isDue = daysLeft !== null && isDeletedSoon(conversation);
  return `${isResumable(conversation) ? '' : '✗'}${isDue ? `†${daysLeft <= 0 ? 'now' : `${daysLeft}d`}` : ''}`;
}

function isOneRoot({ conversations }: Group): boolean {
  return conversations.every(({ root }) => root === conversations[0]?.root);
}

function isOneProject(group: Group): boolean {
  const [first] = group.conversations;
  return isOneRoot(group) && group.conversations.every(({ project }) => project === first?.project);
}

/** Cells of a row through a pipe. `folder`: that of all rows, or null. */
const PIPED: Readonly<Record<string, (each: Conversation, folder: string | null, paint: Paint) => string>> = {
  id: ({ id, earlier }, _, paint) => paint.accent(printable(idWord({ id, earlier }))),
  'time in UTC': (each) => timeText(sortTime(each)) || 'unknown',
  program: ({ kind }) => kind,
  messages: messagesText,
  size: ({ bytes }) => bytesText(bytes),
  folder: (each, folder) => {
    const { cwd, project, worktree, root } = each;
    return isWithoutFolder(each, folder) ? NO_FOLDER : printable(cwd || folder || project || worktree || root);
  },
  title: (each, _, paint) => painted(each, listTitle(each, { idOf: (whole) => whole }), paint),
};

export const PIPED_NAMES = Object.keys(PIPED);

/** Separated by tabs, without a heading. */
export function* listText(group: Group, paint: Paint): Generator<string> {
  const folder = isOneProject(group) ? groupFolder(group) : null;
  const cells = Object.values(PIPED);
  for (const each of group.conversations) yield cells.map((textOf) => textOf(each, folder, paint)).join('\t');
}

export function painted(conversation: Conversation, text: string, paint: Paint): string {
  const { state } = conversation;
  if (!isResumable(conversation)) return paint.bad(text);
  return state === 'archived' ? paint.faint(text) : text;
}

export interface LeftOut {
  readonly archived: number;
  /** Number of conversations that their program hides by choice. */
  readonly hidden: number;
}

export interface Total extends LeftOut {
  readonly listed: number;
  /** Number of chosen ones, also beyond a limit. */
  readonly wanted: number;
  /** Number among the shown, since others may be unread. */
  readonly unreadable: number;
  readonly found: number;
}

export function listTotal(total: Total, commandPrefix: string): string {
  const { listed, wanted, unreadable, found, archived, hidden } = total;
  const all = countText(wanted, 'conversation');
  const rest = found > wanted + archived + hidden ? ` of ${numberText(found)} in scope` : '';
  return [
    listed < wanted ? `${numberText(listed)} of ${all}${rest} (\`--limit all\` lists the others)` : all + rest,
    ...(unreadable === 0
      ? []
      : [
          `${numberText(unreadable)}${listed < wanted ? ` of the ${numberText(listed)}` : ''} that cannot be resumed (\`${commandPrefix} verify\` says why)`,
        ]),
    ...(archived === 0 ? [] : [`${numberText(archived)} archived (\`--all\` includes them)`]),
    ...(hidden === 0 ? [] : [`${numberText(hidden)} hidden (\`--hidden\` lists them)`]),
  ].join(', ');
}
