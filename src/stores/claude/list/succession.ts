import { asBuffer } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addTo } from '../../../model/collections.ts';
import { isUnreadable, type Part } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';
import { sessionIdOf } from '../layout/layout.ts';
import { isPrompt } from './first-prompt.ts';
import {
  isLineRecord,
  LIST_WINDOW,
  type LineRecord,
  type ListWindow,
  lastBytes,
  recordIn,
  windowLinesFromEnd,
} from './windows.ts';

/** State of a session's continuation: with messages, a stub without, not in the folder, or archived. */
export type Succession = 'held' | 'stub' | 'missing' | 'archived';

/** The state of the session that continues this one; null for none. The picker lists a `held` one instead. */
export function successionOf(
  { sourceAt, exists, site, name }: Scope,
  { part, continuedIn }: { readonly part: Pick<Part, 'path'>; continuedIn(): string | null },
): Succession | null {
  const next = continuedIn();
  if (next === null || sourceAt === undefined) return null;
  if (sessionIdOf(`${next}.jsonl`) === null) return 'missing';
  const source = sourceAt(`${folderOf(part.path)}${next}.jsonl`);
  if (source !== null) return ofOther(() => holdsTalk(source), true) ? 'held' : 'stub';
  return exists?.(`${site.root}/archive/${name}/${next}.jsonl`) === true ? 'archived' : 'missing';
}

/** Returns the ids of sessions in its folder that a session continues. Reads the last 64 KiB of each session once. */
export function predecessorsIn(scope: Scope): (id: string, path: string) => readonly string[] {
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (id, path) => {
    const folder = folderOf(path);
    const successors = known.get(folder) ?? successorsIn(scope, folder);
    known.set(folder, successors);
    return successors.get(id) ?? [];
  };
}

function successorsIn({ units = new Map(), sourceAt }: Scope, folder: string): Map<string, string[]> {
  const successors = new Map<string, string[]>();
  for (const [id, parts] of units) {
    const path = `${folder}${id}.jsonl`;
    const source = parts.some((part) => part.path === path) ? (sourceAt?.(path) ?? null) : null;
    const next = source === null ? null : ofOther(() => continuedIn(lastBytes(source)), null);
    if (next !== null && next !== id) addTo(successors, next, id);
  }
  return successors;
}

function ofOther<T>(read: () => T, moving: T): T {
  try {
    return read();
  } catch (error) {
    if (isUnreadable(error)) return moving;
    throw error;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

const CONTINUED = '"type":"continued-in"';
const ASSISTANT = '"type":"assistant"';
const USER = '"type":"user"';

/**
 * Id of the session that continues this one, by the last record of its last 64 KiB that names one. Null for none, and if anything was said
 * here later. As in the program, types with a blank before them do not count.
 */
export function continuedIn(last: Buffer): string | null {
  if (!last.includes(CONTINUED)) return null;
  for (const line of windowLinesFromEnd(last)) {
    const id = namedIn(line);
    if (id !== null) return id === '' ? null : id;
    if (isSaid(line)) return null;
  }
  return null;
}

function namedIn(line: Buffer): string | null {
  const { type, continuedInSessionId: id } = line.includes(CONTINUED) ? (recordIn(line) ?? {}) : {};
  return type === 'continued-in' && typeof id === 'string' ? id : null;
}

function isSaid(line: Buffer): boolean {
  if (line.includes(USER)) return isPrompt(line);
  return line.includes(ASSISTANT) && isAnswer(recordIn(line) ?? {});
}

function isAnswer({ type, message, isSidechain, isApiErrorMessage }: LineRecord): boolean {
  if (type !== 'assistant' || isSidechain === true || isApiErrorMessage === true) return false;
  // An unfinished answer has no stop reason.
  return isLineRecord(message) && typeof message['stop_reason'] === 'string';
}

const PARENT = '"parentUuid":';

/** True for a file with a record of a conversation; the program looks for the text anywhere in it. */
function holdsTalk(source: Source): boolean {
  for (let at = 0; at < source.size; at += LIST_WINDOW - PARENT.length)
    if (asBuffer(source.slice(at, LIST_WINDOW)).includes(PARENT)) return true;
  return false;
}

const BRIDGE = '"type":"bridge-session"';

export function cloudSession(last: ListWindow): string | null {
  for (const line of last.linesFromEnd('bridge')) {
    if (!line.includes(BRIDGE)) continue;
    const { type, bridgeSessionId: id } = recordIn(line) ?? {};
    if (type === 'bridge-session' && typeof id === 'string' && id !== '') return id;
  }
  return null;
}
