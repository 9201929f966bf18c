import type { Source } from '../../../codecs/lines/source.ts';
import { fromIso } from '../python/from-iso.ts';
import { type FirstPrompt, firstPrompt } from './first-prompt.ts';
import { firstField, lastField, listWindows, type Windows } from './windows.ts';

/** Why the reader's list leaves a session out; null for one that is listed. */
export type Hidden =
  | 'name'
  | 'nested-project-folder'
  | 'companion-without-session'
  | 'unreadable'
  | 'empty'
  | 'sidechain-first'
  | 'nothing-to-show'
  | 'older-duplicate'
  | 'list-raises';

/** A session's entry in the reader's list, and why it is not there. */
export interface Listing {
  readonly hidden: Hidden | null;
  readonly title: string | null;
  readonly customTitle: string | null;
  readonly firstPrompt: string | null;
  readonly branch: string | null;
  readonly cwd: string | null;
  readonly tag: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number | null;
}

/** What the reader makes of one session file, from its two windows alone. */
export function listingOf(source: Source): Listing {
  if (source.size === 0) return { ...NOTHING, hidden: 'empty' };
  const windows = listWindows(source);
  const { head, tail } = windows;
  const prompt = firstPrompt(head);
  const customTitle = customTitleOf(windows);
  const title = customTitle ?? some(lastField(tail, 'lastPrompt')) ?? some(lastField(tail, 'summary')) ?? prompt.text;
  return {
    hidden: hiddenBy(head, title, prompt),
    title,
    customTitle,
    firstPrompt: prompt.text,
    branch: some(lastField(tail, 'gitBranch')) ?? some(firstField(head, 'gitBranch')),
    cwd: some(firstField(head, 'cwd')),
    tag: tagOf(tail),
    createdAt: fromIso((firstField(head, 'timestamp') ?? '').replace(/Z$/, '+00:00')),
  };
}

const NOTHING: Listing = {
  hidden: null,
  title: null,
  customTitle: null,
  firstPrompt: null,
  branch: null,
  cwd: null,
  tag: null,
  createdAt: null,
};

/** A session that the reader cannot open. */
export const UNREADABLE: Listing = { ...NOTHING, hidden: 'unreadable' };

/** The title that was given to a session: by hand, else by the program. */
function customTitleOf({ head, tail }: Windows): string | null {
  return (
    some(lastField(tail, 'customTitle')) ??
    some(lastField(head, 'customTitle')) ??
    some(lastField(tail, 'aiTitle')) ??
    some(lastField(head, 'aiTitle'))
  );
}

function hiddenBy(head: string, title: string | null, prompt: FirstPrompt): Hidden | null {
  const end = head.indexOf('\n');
  const first = end < 0 ? head : head.slice(0, end);
  if (first.includes('"isSidechain":true') || first.includes('"isSidechain": true')) return 'sidechain-first';
  if (prompt.raises) return 'list-raises';
  return title === null ? 'nothing-to-show' : null;
}

const TAG = '{"type":"tag"';

function tagOf(tail: string): string | null {
  const line = tail.split('\n').findLast((each) => each.startsWith(TAG));
  return line === undefined ? null : some(lastField(line, 'tag'));
}

/** To the reader an empty text is none. */
function some(text: string | null): string | null {
  return text === '' ? null : text;
}
