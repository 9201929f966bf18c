import { type Conversation, isDeletedSoon, isResumable } from '../../model/conversation.ts';
import { isNameOfCopy, originalOf } from '../../model/ids.ts';
import { clipTo, columnsOf, countText, firstLine, printable } from '../text.ts';

/** Place of the marks for damage and deletion. `below`: all marks, on their own line. */
type MarkPlace = 'title' | 'signs' | 'elsewhere' | 'below';

interface TitleFormat {
  idOf(id: string): string;
  /** Columns; undefined for a pipe. */
  readonly width?: number | undefined;
  readonly markPlace?: MarkPlace;
}

/** The title within `width`: urgent words first, reasons for a missing list entry last. */
export function listTitle(
  each: Conversation,
  { idOf, width = Number.POSITIVE_INFINITY, markPlace = 'title' }: TitleFormat,
): string {
  const text = titleText(each);
  // A sign, or a column of its own, says already that its program cannot resume it.
  const isSaid = markPlace === 'elsewhere' || markPlace === 'signs';
  const name = text === '' && (each.readable || isSaid) ? '(no title)' : text;
  const due = markPlace === 'title' ? dueDeletionText(each) : '';
  const isUnreadable = !isResumable(each) && (markPlace === 'title' || name === '');
  const marks = `${due === '' ? '' : `[${due}] `}${isUnreadable ? `[${unreadableText(each)}] ` : ''}`;
  const behind = BEHIND[markPlace](each, idOf);
  const whole = `${marks}${name}`.trimEnd();
  const columns = width - columnsOf(behind);
  // A mark without a title says little.
  return columns < MIN_TITLE_WIDTH ? clipTo(whole + behind, width) : clipTo(whole, columns) + behind;
}

/** The title from its program, else its first question; both if the title says nothing. Empty for neither. */
export function titleText({ title, asked = null }: Pick<Conversation, 'title' | 'asked'>, length?: number): string {
  if (title === null) return asked === null ? '' : firstLine(asked, length);
  const line = firstLine(title, length);
  return asked !== null && THROWAWAY.test(line) ? `${line} · ${firstLine(asked, length)}` : line;
}

const MIN_TITLE_WIDTH = 5;

/** A title of one or two short words, such as `go on`, which says nothing. */
const THROWAWAY = /^[/\p{L}\p{N}'’-]{1,9}(?: [\p{L}\p{N}'’-]{1,7})?[.!?…]*$/u;

export function unreadableText(conversation: Conversation): string {
  return isResumable(conversation) ? '' : `${conversation.kind} cannot resume this`;
}

export function dueDeletionText(conversation: Conversation): string {
  const { daysLeft = null } = conversation;
  if (daysLeft === null || !isDeletedSoon(conversation)) return '';
  return `deleted ${daysLeft <= 0 ? 'at next start' : `in ${countText(daysLeft, 'day')}`}`;
}

const BEHIND: Readonly<Record<MarkPlace, typeof marksBehind>> = {
  title: marksBehind,
  signs: signedBehind,
  elsewhere: marksBehind,
  below: tagBehind,
};

function signedBehind(each: Conversation, idOf: TitleFormat['idOf']): string {
  const source = lineageText(each);
  return source === null ? marksBehind(each, idOf) : ` ←${printable(idOf(source))}${tagBehind(each)}`;
}

function marksBehind(each: Conversation, idOf: TitleFormat['idOf']): string {
  const words = markWords(each, idOf).map((word) => ` [${word}]`);
  return words.join('') + tagBehind(each);
}

export function markWords(each: Conversation, idOf: TitleFormat['idOf']): string[] {
  const { state, hidden = null } = each;
  const origin = originOf(each, idOf);
  return [
    ...(state === 'archived' ? ['archived'] : []),
    ...(hidden === null ? [] : [`hidden: ${hidden}`]),
    ...(origin === null ? [] : [origin]),
  ];
}

function tagBehind({ tag = null }: Conversation): string {
  return tag === null ? '' : ` #${firstLine(tag, MAX_TAG_LENGTH)}`;
}

const MAX_TAG_LENGTH = 24;

function originOf(
  { id, hidden, forkedFrom, goesOnIn, cameFrom = [] }: Conversation,
  idOf: TitleFormat['idOf'],
): string | null {
  const named = (each: string) => printable(idOf(each));
  // Its name has the id of its session, of which it may be the only file.
  if (hidden === 'compressed') return `gzip of ${named(originalOf(id))}`;
  if (isNameOfCopy(id)) return `copy of ${named(originalOf(id))}`;
  if (goesOnIn !== undefined) return `goes on in ${named(goesOnIn)}`;
  const [first] = cameFrom;
  if (first !== undefined) return `came from ${named(first)}`;
  return forkedFrom === undefined ? null : `fork of ${named(forkedFrom)}`;
}

export function lineageText({ state, hidden = null, goesOnIn, forkedFrom, cameFrom }: Conversation): string | null {
  if (state !== 'active' || hidden !== null || goesOnIn !== undefined) return null;
  return cameFrom?.[0] ?? forkedFrom ?? null;
}
