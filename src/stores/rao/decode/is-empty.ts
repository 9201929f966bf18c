import { isComplete, kindOf } from '../../../codecs/json/value.ts';
import type { JsonFile } from './json-file.ts';
import type { Log } from './log.ts';

/**
 * Whether Rao takes a conversation for empty, and so wipes it for a new one when its number is the highest: no message of a user
 * or an assistant. Null where it stops in place of an answer (docs/formats/rao.md, "Numbers").
 */
export function isEmpty(log: Log): boolean | null {
  const { file, error } = log;
  if (error !== null && (file === null || !isParsed(file))) return null;
  const messages = log.messages();
  if (messages.some(({ value }) => !['object', 'array', 'null'].includes(kindOf(value)))) return null;
  return !messages.some(({ role }) => role === 'user' || role === 'assistant');
}

/** R parses the lines of the log here, and so passes over NUL bytes after it and ill-formed UTF-8. */
function isParsed({ root, tape }: JsonFile): boolean {
  if (root === null || !isComplete(root)) return false;
  if (!['object', 'array', 'null'].includes(kindOf(root))) return false;
  return (
    tape.fault === null ||
    tape.bytes.subarray(tape.end).every((byte) => byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x20)
  );
}
