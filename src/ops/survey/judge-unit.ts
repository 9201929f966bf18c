import { firstAsked } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { aroundOf, type Excerpt, type Finding } from '../../model/finding.ts';
import { type Code, ruleOf } from '../../model/findings.ts';
import type { Part } from '../../model/part.ts';
import type { Document } from '../../stores/kind.ts';
import { once } from '../../stores/once.ts';
import { contentAt } from './fingerprint.ts';
import { type LineColumn, lineColumns, type Ranges } from './line-column.ts';
import { unreadFinding } from './unread-finding.ts';

/** The file that a finding is about, as far as it is at hand. */
export interface Context {
  readonly position: ((offset: number) => LineColumn) | null;
  /** The identity of a finding there; null where the bytes are not at hand. */
  content(offset: number | null): string | null;
  around(offset: number | null, reach: number): Excerpt | null;
  title(): string | null;
  /** Other conversations may have findings about it too. */
  readonly shared: boolean;
  /** The same for each of its consequences. */
  readonly consequences: readonly Context[];
}

/** Nothing is at hand. */
export const NO_CONTEXT: Context = {
  position: null,
  content: () => null,
  around: () => null,
  title: () => null,
  shared: false,
  consequences: [],
};

/** The findings of a document, each with what is at hand of its file. */
export function* judgeUnit(document: Document, parts: readonly Part[]): Generator<[Finding, Context]> {
  const contexts = new Map<string, Context>();
  const title = once(() => titleOf(document));
  const own = new Set(parts.map(({ path }) => path));
  const contextFor = ({ path, offset, consequences = [] }: Finding): Context => {
    if (offset !== null && !contexts.has(path)) contexts.set(path, contextIn(textAt(parts, path)));
    const follow = consequences.map(contextFor);
    return { ...(contexts.get(path) ?? NO_CONTEXT), title, shared: !own.has(path), consequences: follow };
  };
  for (const finding of document.findings()) yield [finding, contextFor(finding)];
}

/** A finding with all that a report may want of its file, as a plain value. */
export interface JudgedFinding extends PlainContext {
  readonly finding: Finding;
}

/** A context for one place, as a plain value. */
interface PlainContext {
  readonly at: LineColumn | null;
  readonly content: string | null;
  readonly around: Excerpt | null;
  readonly title: string | null;
  readonly shared: boolean;
  /** The same for each consequence of the finding. */
  readonly consequences: readonly PlainContext[];
}

/** Options of a judgement: the codes that are reported, how many bytes around them, and whether titles are. */
export interface JudgeOptions {
  readonly codes: ReadonlySet<Code>;
  readonly reach: number;
}

/** The same as plain values, of the codes that are asked for and of those that say that a file could not be judged. */
export function* judgedUnit(
  document: Document,
  parts: readonly Part[],
  { codes, reach }: JudgeOptions,
): Generator<JudgedFinding> {
  try {
    for (const [finding, context] of judgeUnit(document, parts))
      if (codes.has(finding.code) || ruleOf(finding.code).unjudged === true)
        yield { finding, ...plain(finding, context, reach) };
  } catch (error) {
    const finding = unreadFinding(document.id, parts, error);
    yield { finding, ...plain(finding, NO_CONTEXT, 0) };
  }
}

function plain({ offset, consequences = [] }: Finding, context: Context, reach: number): PlainContext {
  const { position, content, around, title, shared, consequences: contexts } = context;
  return {
    at: offset === null ? null : (position?.(offset) ?? null),
    content: content(offset),
    around: reach === 0 ? null : around(offset, reach),
    title: reach === 0 ? null : title(),
    shared,
    consequences: consequences.map((each, n) => plain(each, contexts[n] ?? NO_CONTEXT, reach)),
  };
}

/** The context of a finding that was judged elsewhere. */
export function contextOf({ at, content, around, title, shared, consequences }: PlainContext): Context {
  const position = at === null ? null : () => at;
  const follow = consequences.map(contextOf);
  return { position, content: () => content, around: () => around, title: () => title, shared, consequences: follow };
}

/** The largest file whose bytes are held for an excerpt, when it is read in ranges. */
const HELD = 1 << 24;

/** A text as far as it is at hand. */
function contextIn(text: Uint8Array | Ranges | null): Context {
  if (text === null) return NO_CONTEXT;
  const position = lineColumns(text);
  const bytes = text instanceof Uint8Array ? text : text.size <= HELD ? text.slice(0, text.size) : null;
  if (bytes === null) return { ...NO_CONTEXT, position };
  return {
    position,
    content: (offset) => (offset === null ? null : contentAt(bytes, offset)),
    around: (offset, reach) => (offset === null ? null : aroundOf(bytes, offset, reach)),
    title: () => null,
    shared: false,
    consequences: [],
  };
}

/** Many findings about one file that conversations share cost one pass over it. */
export function sharedContexts(): (bytes: Uint8Array | null) => Context {
  const contexts = new WeakMap<Uint8Array, Context>();
  return (bytes) => {
    const known = bytes === null ? NO_CONTEXT : (contexts.get(bytes) ?? contextIn(bytes));
    if (bytes !== null) contexts.set(bytes, known);
    return known;
  };
}

function textAt(parts: readonly Part[], path: string): Uint8Array | Ranges | null {
  const part = parts.find((each) => each.path === path);
  return part?.source ?? part?.bytes ?? null;
}

/** The title, or the first thing that a person said where the program knows none. */
function titleOf(document: Document): string | null {
  const named = document.conversations.find((view) => view.title !== null);
  const [first] = document.conversations;
  if (named !== undefined || first === undefined || first.bytes === 0) return named?.title ?? null;
  try {
    return firstAsked(document.transcript(first.path));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
