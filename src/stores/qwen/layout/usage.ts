import { isString, textOf } from '../../../codecs/json/value.ts';
import { wholeValue } from '../../../codecs/json/whole.ts';
import { hashOf } from './names.ts';

/** One record for each session that ended. */
export const USAGE = 'usage_record.jsonl';

/** Read without scanning each record: it is asked once for each folder of a hash. */
const PROJECT = /"project"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** The folders of all sessions that ended, by their hash. */
export function foldersUsed(bytes: Uint8Array | null): ReadonlyMap<string, string> {
  const text = Buffer.from(bytes ?? []).toString();
  const named = new Set(Array.from(text.matchAll(PROJECT), ([, json = '']) => json));
  const folders = Array.from(named, (json) => wholeValue(Buffer.from(json))).filter(isString);
  return new Map(folders.map(textOf).map((folder) => [hashOf(folder), folder]));
}
