import { wholeValue } from '../../../codecs/json/whole.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { bytesSource } from '../../../model/part.ts';
import { textAt } from '../../engine/text-at.ts';
import { hashOf } from './names.ts';

/** One record for each session that ended. */
export const USAGE = 'usage_record.jsonl';

/** The folders of all sessions that ended, by their hash. */
export function foldersUsed(bytes: Uint8Array | null): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const line of bytes === null ? [] : lines(bytesSource(bytes))) {
    const folder = textAt(wholeValue(line.bytes), 'project');
    if (folder !== null) folders.set(hashOf(folder), folder);
  }
  return folders;
}
