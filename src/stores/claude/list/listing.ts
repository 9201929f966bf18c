import { asBuffer } from '../../../codecs/bytes.ts';
import { afterBlanks } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { isUuid } from '../../../model/ids.ts';
import { objectTexts } from '../../engine/range-edits.ts';
import { firstPrompt } from './first-prompt.ts';
import { cloudSession, continuedIn } from './succession.ts';
import {
  closedText,
  firstBytes,
  LIST_WINDOW,
  type LineRecord,
  ListWindow,
  lastBytes,
  recordIn,
  type SoughtMember,
  windowLines,
  windowLinesFromEnd,
} from './windows.ts';

/** Why the program's picker omits a session; null for a listed one. */
export type Hidden =
  | 'name'
  | 'compressed'
  | 'nested-project-folder'
  | 'companion-without-session'
  | 'unreadable'
  | 'sidechain-first'
  | 'begun-by-print'
  | 'of-a-team'
  | 'of-a-daemon'
  | 'continued';

export interface Listing {
  readonly hidden: Hidden | null;
  /** The title that the picker shows, on one line; null for `(session)`. */
  readonly title: string | null;
  /** A person's title, else the program's. */
  readonly customTitle: string | null;
  /** True if the title is a name and no prompt. */
  readonly isNamed: boolean;
  readonly firstPrompt: string | null;
  readonly branch: string | null;
  readonly tag: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number | null;
  /** Time of the last question or answer, in milliseconds, as the program finds it. */
  readonly lastAt: number | null;
  /** False if anything was said later in JSON that the program ignores. */
  readonly isLastSaid: boolean;
  readonly continuedIn: string | null;
  /** The session that `/branch` copied to this one; null for none. */
  readonly forkedFrom: string | null;
  readonly cloud: string | null;
}

export const UNREADABLE: Listing = {
  hidden: 'unreadable',
  title: null,
  customTitle: null,
  isNamed: false,
  firstPrompt: null,
  branch: null,
  tag: null,
  createdAt: null,
  lastAt: null,
  isLastSaid: false,
  continuedIn: null,
  forkedFrom: null,
  cloud: null,
};

/** The picker's row of a file, from its first and last 64 KiB only. */
export function listingOf(source: Source): Listing {
  const first = new ListWindow(firstBytes(source));
  const head = headOf(first);
  // Read after the first window, whose memory it reuses.
  const last = source.size <= LIST_WINDOW ? first : new ListWindow(lastBytes(source));
  const { branch, createdAt, forkedFrom } = head;
  const customTitle =
    nonEmpty(lastGiven(last, CUSTOM_TITLE) ?? head.title) ?? nonEmpty(lastGiven(last, AI_TITLE) ?? head.aiTitle);
  const named = customTitle ?? nonEmpty(lastGiven(last, SUMMARY));
  const prompt = head.prompt ?? nonEmpty(firstPrompt(last));
  return {
    hidden: head.hidden ?? hiddenByEntrypoint(head.entrypoint ?? last.lastText('entrypoint')),
    title: titleOf(last, named, prompt),
    customTitle,
    isNamed: named !== null,
    firstPrompt: prompt,
    branch: nonEmpty(last.lastText('gitBranch')) ?? branch,
    tag: nonEmpty(lastGiven(last, TAG)),
    createdAt,
    forkedFrom,
    ...lastAt(last.bytes),
    continuedIn: last.first('continued') < 0 ? null : continuedIn(last.bytes),
    cloud: cloudSession(last),
  };
}

/** `hidden` of the file's listing, mostly from the first window only. */
export function hiddenIn(source: Source): Hidden | null {
  const first = new ListWindow(firstBytes(source));
  const hidden = hiddenBy(first);
  if (hidden !== null) return hidden;
  return hiddenByEntrypoint(first.firstText('entrypoint') ?? new ListWindow(lastBytes(source)).lastText('entrypoint'));
}

/**
 * Time of the last question or answer, in milliseconds, anywhere in the file and with any layout of JSON. The program looks only at the
 * last window, and there at lines without a blank after the colon.
 */
export function lastSaidAt(source: Source): number | null {
  for (let length = LIST_WINDOW; ; length *= 16) {
    const from = Math.max(0, source.size - length);
    const at = lastInAnyRecord(asBuffer(source.slice(from, source.size - from)));
    if (at !== null) return at;
    if (from === 0) return lastOverLines(source);
  }
}

/** Time of the last message in records over several lines, or in one list; null for none. */
function lastOverLines(source: Source): number | null {
  for (const text of objectTexts(source).reverse()) {
    const at = timeSaid(recordIn(text));
    if (at !== null) return at;
  }
  return null;
}

export function cwdOf(source: Source): string | null {
  return nonEmpty(firstTextOf(firstBytes(source), 'cwd'));
}

export type SessionTimes = Pick<Listing, 'createdAt' | 'lastAt' | 'isLastSaid'>;

export function timesOf(source: Source): SessionTimes {
  return { createdAt: timeIn(firstTextOf(firstBytes(source), 'timestamp')), ...lastAt(lastBytes(source)) };
}

/** The first text of a key in the window, with any blanks around the colon. */
function firstTextOf(bytes: Buffer, key: string): string | null {
  const sought = `"${key}"`;
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + 1)) {
    const colon = afterBlanks(bytes, at + sought.length);
    const text = bytes[colon] === COLON ? closedText(bytes, afterBlanks(bytes, colon + 1)) : null;
    if (text !== null) return text;
  }
  return null;
}

function titleOf(last: ListWindow, named: string | null, prompt: string | null): string | null {
  return named === null
    ? askedPrompt(nonEmpty(lastGiven(last, LAST_PROMPT)) ?? prompt)
    : shownTitle(withoutTags(named) || named);
}

function headOf(window: ListWindow) {
  return {
    hidden: hiddenBy(window),
    entrypoint: window.firstText('entrypoint'),
    title: lastGiven(window, CUSTOM_TITLE),
    aiTitle: lastGiven(window, AI_TITLE),
    prompt: nonEmpty(firstPrompt(window)),
    branch: nonEmpty(window.firstText('gitBranch')),
    createdAt: timeIn(firstTextOf(window.bytes, 'timestamp')),
    forkedFrom: forkedFromIn(window),
  };
}

const SOURCE = '{"sessionId":"';

function forkedFromIn(window: ListWindow): string | null {
  const { bytes } = window;
  for (const at of window.places('forkedFrom')) {
    const from = at + SOURCE.length;
    if (bytes[at - 1] !== COLON || bytes.toString('latin1', at, from) !== SOURCE) continue;
    const id = bytes.toString('latin1', from, from + 36);
    return isUuid(id) ? id : null;
  }
  return null;
}

const COLON = 0x3a;

function askedPrompt(prompt: string | null): string | null {
  if (prompt === null) return null;
  return prompt.startsWith('<tick>') ? 'Autonomous session' : shownTitle(withoutTags(prompt));
}

/** Removes the program's tags from a title; an unclosed tag is part of it. */
function withoutTags(text: string): string {
  if (!text.includes('</')) return text.trim();
  const closed = new Map(Array.from(text.matchAll(/<\/([a-z][\w-]*)>/g), ({ 1: name = '', index }) => [name, index]));
  let stripped = '';
  let from = 0;
  for (const { 0: opening, 1: name = '', index } of text.matchAll(/<([a-z][\w-]*)(?:\s[^<>]*)?>/g)) {
    const inner = index + opening.length;
    if (index < from || (closed.get(name) ?? -1) < inner) continue;
    stripped += text.slice(from, index);
    from = text.indexOf('>', text.indexOf(`</${name}>`, inner)) + 1;
  }
  return (stripped + text.slice(from)).trim();
}

function shownTitle(text: string): string | null {
  if (!UNLIKE_SHOWN.test(text)) return nonEmpty(text.trim());
  return nonEmpty(text.replace(ESCAPES, '').replace(/\s+/g, ' ').replace(CONTROLS, '').trim());
}

/** Anything other than words with one blank between them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are left out
const UNLIKE_SHOWN = /[\u0000-\u001f\u007f-\u009f]|[^\S ]|\s\s/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal acts on
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g;
const CONTROLS = /\p{Cc}/gu;

function hiddenBy(head: ListWindow): Hidden | null {
  if (head.first('isSidechain') >= 0) return 'sidechain-first';
  if (nonEmpty(head.firstText('teamName')) !== null) return 'of-a-team';
  return isOfDaemon(head) ? 'of-a-daemon' : null;
}

/** Entry points of `claude -p` and the SDKs. */
const PRINTING: ReadonlySet<string | null> = new Set(['sdk-cli', 'sdk-ts', 'sdk-py']);

function hiddenByEntrypoint(entrypoint: string | null): Hidden | null {
  return PRINTING.has(entrypoint) ? 'begun-by-print' : null;
}

/** True for a daemon's session, by its first message, else by the first record that names a kind of session. */
function isOfDaemon(head: ListWindow): boolean {
  const named = head.firstText('sessionKind');
  if (named === null) return false;
  for (const line of windowLines(head.bytes)) if (line.includes('"parentUuid"')) return DAEMON.has(kindIn(head, line));
  return DAEMON.has(named);
}

function kindIn(head: ListWindow, line: Buffer): string | null {
  const start = line.byteOffset - head.bytes.byteOffset;
  for (const at of head.places('sessionKind')) {
    const text = at < start || at > start + line.length ? null : closedText(line, at - start);
    if (text !== null) return text;
  }
  return null;
}

const DAEMON: ReadonlySet<string | null> = new Set(['daemon', 'daemon-worker']);

const USER = Buffer.from('"type":"user"');
const ASSISTANT = Buffer.from('"type":"assistant"');
const SAID = /"type"\s*:\s*"(?:user|assistant)"/;

/** The program reads one record per line, without a blank after the colon. */
function lastAt(tail: Buffer): Pick<Listing, 'lastAt' | 'isLastSaid'> {
  let isLastSaid = true;
  for (const line of windowLinesFromEnd(tail)) {
    if (!mayBeSaid(line)) continue;
    const at = line.includes(USER) || line.includes(ASSISTANT) ? timeSaid(recordIn(line)) : null;
    if (at !== null) return { lastAt: at, isLastSaid: isLastSaid && !line.includes(GLUE) };
    isLastSaid = false;
  }
  return { lastAt: null, isLastSaid: false };
}

function lastInAnyRecord(tail: Buffer): number | null {
  for (const line of windowLinesFromEnd(tail)) {
    if (!mayBeSaid(line) || !SAID.test(line.toString('latin1'))) continue;
    for (const record of gluedRecords(line)) {
      const at = timeSaid(record);
      if (at !== null) return at;
    }
  }
  return null;
}

function mayBeSaid(line: Buffer): boolean {
  return line.includes('"user"') || line.includes('"assistant"');
}

function timeSaid(record: LineRecord | null): number | null {
  const { type, timestamp } = record ?? {};
  return type === 'user' || type === 'assistant' ? timeIn(timestamp) : null;
}

function* gluedRecords(line: Buffer): Generator<LineRecord | null> {
  let end = line.length;
  for (let at = end; at > 0; ) {
    at = line.lastIndexOf(GLUE, at - 1);
    yield recordIn(line.subarray(at + 1, end));
    end = at + 1;
  }
}

/** Two records on one line; within a JSON text the quote would be escaped. */
const GLUE = '}{"';

function timeIn(timestamp: unknown): number | null {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** The picker takes an empty text for a missing one. */
function nonEmpty(text: string | null): string | null {
  return text === '' ? null : text;
}

interface GivenLine {
  readonly key: SoughtMember;
  /** The record on such a line; null for none. */
  recordIn(line: Buffer): LineRecord | null;
}

/** Lines that the program finds even at the end of another record's line. */
function gluedLine(type: string, key: SoughtMember): GivenLine {
  const recordOf = (line: Buffer) => {
    const at = line.lastIndexOf(`{"type":"${type}"`);
    return recordIn(line) ?? (at > 0 ? recordIn(line.subarray(at)) : null);
  };
  return {
    key,
    recordIn: (line) => {
      const record = recordOf(line);
      return record?.['type'] === type ? record : null;
    },
  };
}

const CUSTOM_TITLE = gluedLine('custom-title', 'customTitle');
const AI_TITLE = gluedLine('ai-title', 'aiTitle');
const TAG = gluedLine('tag', 'tag');
const LAST_PROMPT: GivenLine = { key: 'lastPrompt', recordIn };
const SUMMARY: GivenLine = {
  key: 'summary',
  recordIn: (line) => (line.includes('"type":"summary"') ? recordIn(line) : null),
};

/** The last text that a kind of line gives in a window; null for none. An empty text removes an earlier one. */
function lastGiven(window: ListWindow, { key, recordIn }: GivenLine): string | null {
  for (const line of window.linesFromEnd(key)) {
    const text = recordIn(line)?.[key];
    if (typeof text === 'string') return text;
  }
  return null;
}
