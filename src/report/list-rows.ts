import type { Conversation } from '../model/conversation.ts';
import type { Sharing } from '../model/sharing.ts';
import { bytesText } from './bytes.ts';
import { numberText } from './count.ts';
import { firstLine } from './first-line.ts';
import { printable } from './printable.ts';
import { timeText } from './time.ts';

/** The columns of a list; the title is the last and takes what room is left. */
export const HEADS = ['id', 'time (UTC)', 'format', 'messages', 'size', 'title'] as const;

/** Columns whose texts are set to the right. */
export const RIGHT: ReadonlySet<number> = new Set([3, 4]);

/** One conversation as the cells under `HEADS`; `idOf` may shorten its id. */
export function cells(each: Conversation, idOf: (id: string) => string): string[] {
  return [
    printable(idOf(each.id)),
    timeText(each.timestamp ?? each.createdAt ?? each.updatedAt) || 'unknown',
    each.format ?? 'unknown',
    each.messages === null ? '-' : numberText(each.messages),
    bytesText(each.bytes),
    titleOf(each),
  ];
}

function titleOf({ kind, title, readable, state }: Conversation): string {
  const mark = state === 'archived' ? '[archived] ' : '';
  const text = title === null ? '' : firstLine(title);
  if (!readable) return `${mark}(${kind} cannot read this${text === '' ? '' : `: ${text}`})`;
  return `${mark}${text === '' ? '(no title)' : text}`;
}

/** Where in a repository the store lies. */
function checkoutOf(worktree: string, branch: string | null): string {
  const on = branch === null ? 'no branch checked out' : `branch ${printable(branch)}`;
  return `worktree ${printable(worktree)}, ${on}`;
}

/** Conversations that are listed together, and who shares them where that is known. */
export interface Group {
  readonly conversations: readonly Conversation[];
  readonly sharing: Sharing | null;
}

/** What a group has in common: `orchard (fnord store /home/ann/.fnord)`, and on a line of its own who shares it. */
export function* headingOf({ conversations, sharing }: Group): Generator<string> {
  const [first] = conversations;
  if (first === undefined) return;
  const { kind, root, project } = first;
  const oneRoot = conversations.every((each) => each.root === root);
  const oneProject = oneRoot && conversations.every((each) => each.project === project);
  const store = oneRoot ? `${kind} store ${printable(root)}` : 'all stores';
  yield project === null || !oneProject ? store : `${printable(project)} (${store})`;
  if (oneRoot && first.worktree !== undefined) yield checkoutOf(first.worktree, first.branch ?? null);
  if (sharing === null) return;
  const [worktree, ...more] = sharing.worktrees.map(printable);
  const worktrees = worktree === undefined ? '' : `, and of its worktrees ${[worktree, ...more].join(', ')}`;
  yield `conversations of ${printable(sharing.folder)}${worktrees}`;
}
