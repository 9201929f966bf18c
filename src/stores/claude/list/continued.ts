import { asBuffer } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { isPrompt } from './first-prompt.ts';
import { isRecord, LIST_WINDOW, type LineRecord, type ListWindow, recordIn, windowLinesFromEnd } from './windows.ts';

const CONTINUED = '"type":"continued-in"';
const ASSISTANT = '"type":"assistant"';
const USER = '"type":"user"';

/**
 * The session that goes on with this one, by the last record of its last 64 KiB that names one. Null for none, and if
 * something was said here since. As in the program, types with a blank before them do not count.
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
  // An unfinished answer has none.
  return isRecord(message) && typeof message['stop_reason'] === 'string';
}

const PARENT = '"parentUuid":';

/** True for a file with a record of a conversation. The program looks for the text alone, in all of it. */
export function holdsTalk(source: Source): boolean {
  for (let at = 0; at < source.size; at += LIST_WINDOW - PARENT.length)
    if (asBuffer(source.slice(at, LIST_WINDOW)).includes(PARENT)) return true;
  return false;
}

const BRIDGE = '"type":"bridge-session"';

/** The session of the cloud that this one is linked to; null for none. */
export function cloudSession(last: ListWindow): string | null {
  for (const line of last.linesFromEnd('bridge')) {
    if (!line.includes(BRIDGE)) continue;
    const { type, bridgeSessionId: id } = recordIn(line) ?? {};
    if (type === 'bridge-session' && typeof id === 'string' && id !== '') return id;
  }
  return null;
}
