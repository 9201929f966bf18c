import { asBuffer } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { elements, isObject, root, type Value } from '../../../codecs/json/value.ts';
import { objectsAmong, objectsIn } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addTo } from '../../../model/collections.ts';
import type { Message } from '../../../model/conversation.ts';
import type { Code } from '../../../model/finding.ts';
import { isUnreadable } from '../../../model/part.ts';
import type { CompanionFile, Scope, StoreFiles, TypedPrompt } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { PROMPT_LOG } from '../layout.ts';
import { valuesIn } from '../records.ts';
import type { CommonMembers, Said } from '../said.ts';
import { textAt, timeAt } from '../text-at.ts';
import { inUtf8 } from '../utf16.ts';
import { companionFiles, type FileDamage } from './companion-files.ts';
import { unrecordedPrompts, withTyped } from './typed-prompts.ts';

const MAX_LOG_BYTES = 2 ** 27;

/** `path`: a log, below the root. `id`: a whole id, or its first eight characters. */
export type LoggedPrompts = (path: string, id: string) => readonly TypedPrompt[];

/** Returns the prompts typed in a session, from its project's log; each log is read once. */
export function loggedPrompts({ site, sourceAt, namesAt }: Scope): LoggedPrompts {
  const logs = new Map<string, ReadonlyMap<string, readonly TypedPrompt[]>>();
  return (path, id) => {
    if (site.shape !== 'home' || sourceAt === undefined) return [];
    const log = logs.get(path) ?? promptsIn(logsOf(path, namesAt).map(sourceAt));
    logs.set(path, log);
    return (log.get(idPrefix(id)) ?? []).filter((prompt) => prompt.id.startsWith(id));
  };
}

function idPrefix(id: string): string {
  return id.slice(0, 8);
}

/** Name of a damaged log that the program put aside unchanged when it began a new one. */
const PUT_ASIDE = /^logs\.json\.\w+\.\d+\.bak$/;

/** Paths of a log and the ones put aside before it, the oldest first. */
export function logsOf(path: string, namesAt: Scope['namesAt']): string[] {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const aside = (namesAt?.(folder) ?? []).filter((name) => PUT_ASIDE.test(name));
  return [...aside.sort((a, b) => asideAt(a) - asideAt(b)).map((name) => `${folder}/${name}`), path];
}

/** Time when a log was put aside, in Unix milliseconds. */
function asideAt(name: string): number {
  return Number(name.split('.').at(-2));
}

function promptsIn(sources: readonly (Source | null)[]): ReadonlyMap<string, readonly TypedPrompt[]> {
  const typed = new Map<string, TypedPrompt[]>();
  for (const source of sources)
    try {
      for (const prompt of source === null ? [] : promptsOfLog(source)) addTo(typed, idPrefix(prompt.id), prompt);
    } catch (error) {
      // The program replaces the log with each prompt.
      if (!isUnreadable(error)) throw error;
    }
  return typed;
}

interface Entries {
  readonly entries: readonly Value[];
  /** Number of entries before the damage. */
  readonly before: number;
  /** Offset of the damage in bytes; null for a whole log. */
  readonly fault: number | null;
  /** An entry has no end. */
  readonly isTorn: boolean;
}

/** All entries of a log; of a damaged one, the whole entries. */
function entriesIn(source: Source): Entries {
  const bytes = inUtf8(asBuffer(source.slice(0, source.size)));
  const tape = scan(bytes);
  if (tape.fault === null) {
    const top = root(tape);
    const entries = isObject(top) ? [top] : elements(top);
    return { entries, before: entries.length, fault: null, isTorn: false };
  }
  const before = objectsIn(bytes, bytes.indexOf(OPEN) + 1).length;
  const entries = valuesIn(bytes, objectsAmong(bytes));
  return { entries, before, fault: tape.fault.offset, isTorn: tape.open.length > 1 };
}

const OPEN = '['.charCodeAt(0);

export function companionLogs(files: StoreFiles, paths: readonly string[], code: Code): CompanionFile[] {
  const all = paths.flatMap((path) => logsOf(path, files.namesAt));
  return companionFiles(files, [...new Set(all)], code, logDamage);
}

/** Damage of a log. `isFresh`: it was just written, and may be incomplete. */
function logDamage(source: Source, isFresh: boolean): FileDamage | null {
  if (source.size > MAX_LOG_BYTES) return { detail: 'is too large to be read', offset: null, extent: 'all' };
  const { entries, before, fault, isTorn } = entriesIn(source);
  if (fault === null || isFresh) return null;
  // A torn log of one prompt lacks that record only.
  const extent = entries.length === 0 && !isTorn ? 'all' : 'record';
  const none = entries.length === 0 ? 'nothing of it' : 'nothing before that';
  const read = before === 0 ? none : `${countOf(before, 'entry', 'entries')} before that`;
  return { detail: `is not whole JSON: ${read} can be read`, offset: fault, extent };
}

export function* promptsOfLog(source: Source): Generator<TypedPrompt> {
  if (source.size > MAX_LOG_BYTES) return;
  for (const entry of entriesIn(source).entries) {
    const prompt = promptOf(entry);
    if (prompt !== null) yield prompt;
  }
}

function promptOf(entry: Value): TypedPrompt | null {
  const [id, text, time] = [textAt(entry, 'sessionId'), textAt(entry, 'message'), timeAt(entry, 'timestamp')];
  if (id === null || !text || COMMAND_ONLY.test(text)) return null;
  return { id, text, folder: null, time: time && Math.floor(time / 1000), isCommand: text.startsWith('/') };
}

/** A command without arguments: only `/name`. */
const COMMAND_ONLY = /^\s*[/?][\w:-]*\s*$/;

/** Messages, with prompts of the log that no message has; `asked`: messages of the person. */
export function* withLogged(
  messages: Iterable<UnnumberedMessage>,
  logged: readonly TypedPrompt[],
  prompts: () => Iterable<UnnumberedMessage>,
): Generator<UnnumberedMessage> {
  yield* withTyped(messages, unrecordedPrompts(logged, prompts), [`only in ${PROMPT_LOG}`]);
}

type UnnumberedMessage = Omit<Message, 'index'>;

/** Line before the files that a question names with `@`. */
export const FILES = '\n--- Content from referenced files ---';

/** A text of the program after a question: named files, or words of hooks. */
export function programText(text: string, common: CommonMembers): Said {
  return { role: 'user', type: 'text', text, offScreen: true, hidden: false, ...common, source: 'program' };
}

/** Answers to a tool's question that a person typed or chose; the tool's result, which is sent, has them too. */
export function* answeredPrompts(question: string | null, text: string | null, common: CommonMembers): Generator<Said> {
  const marks = [`answer to: ${question ?? ''}`];
  if (text) yield { role: 'user', type: 'text', text, marks, hidden: true, ...common };
}
