import type { Source } from '../../../codecs/lines/source.ts';
import { once } from '../../once.ts';
import { fromIso } from '../python/from-iso.ts';
import { type FirstPrompt, firstPrompt } from './first-prompt.ts';
import { firstField, headWindow, keyNamed, lastField, listWindows, type Windows } from './windows.ts';

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

const KEYS = {
  customTitle: keyNamed('customTitle'),
  aiTitle: keyNamed('aiTitle'),
  lastPrompt: keyNamed('lastPrompt'),
  summary: keyNamed('summary'),
  gitBranch: keyNamed('gitBranch'),
  cwd: keyNamed('cwd'),
  timestamp: keyNamed('timestamp'),
  tag: keyNamed('tag'),
};

/** What the reader makes of one session file, from its two windows alone; what needs the second one is looked for when asked for. */
export function listingOf(source: Source): Listing {
  if (source.size === 0) return { ...NOTHING, hidden: 'empty' };
  const head = headWindow(source);
  const prompt = firstPrompt(head);
  const given = once(() => givenIn(listWindows(source), prompt.text));
  return {
    hidden: hiddenBy(head, prompt, () => given().title),
    firstPrompt: prompt.text,
    cwd: some(firstField(head, KEYS.cwd)),
    createdAt: fromIso((firstField(head, KEYS.timestamp) ?? '').replace(/Z$/, '+00:00')),
    get title() {
      return given().title;
    },
    get customTitle() {
      return given().customTitle;
    },
    get branch() {
      return given().branch;
    },
    get tag() {
      return given().tag;
    },
  };
}

function givenIn(windows: Windows, prompt: string | null): Pick<Listing, 'title' | 'customTitle' | 'branch' | 'tag'> {
  const { head, tail } = windows;
  const customTitle = customTitleOf(windows);
  return {
    title: customTitle ?? some(lastField(tail, KEYS.lastPrompt)) ?? some(lastField(tail, KEYS.summary)) ?? prompt,
    customTitle,
    branch: some(lastField(tail, KEYS.gitBranch)) ?? some(firstField(head, KEYS.gitBranch)),
    tag: tagOf(tail),
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
    some(lastField(tail, KEYS.customTitle)) ??
    some(lastField(head, KEYS.customTitle)) ??
    some(lastField(tail, KEYS.aiTitle)) ??
    some(lastField(head, KEYS.aiTitle))
  );
}

function hiddenBy(head: Buffer, { text, raises }: FirstPrompt, title: () => string | null): Hidden | null {
  const first = lineAt(head, 0);
  if (SIDECHAIN.some((flag) => first.includes(flag))) return 'sidechain-first';
  if (raises) return 'list-raises';
  return text === null && title() === null ? 'nothing-to-show' : null;
}

const SIDECHAIN = ['"isSidechain":true', '"isSidechain": true'];
const TAG = '{"type":"tag"';

/** Of the last line that begins as one with a tag does. */
function tagOf(tail: Buffer): string | null {
  const at = tail.lastIndexOf(`\n${TAG}`) + 1;
  const line = lineAt(tail, at);
  return line.indexOf(TAG) === 0 ? some(lastField(line, KEYS.tag)) : null;
}

function lineAt(window: Buffer, at: number): Buffer {
  const end = window.indexOf('\n', at);
  return window.subarray(at, end < 0 ? window.length : end);
}

/** To the reader an empty text is none. */
function some(text: string | null): string | null {
  return text === '' ? null : text;
}
