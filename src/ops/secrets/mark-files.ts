import { lineWindows } from '../../io/disk/file-source.ts';
import { LF, type Part, sourceOf } from '../../model/part.ts';
import { isOfLines, isOpaqueFile, isRecord } from '../../stores/engine/byte-filter.ts';
import type { ReadUnit } from '../survey/survey-event.ts';
import type { SecretFinder } from './find-secrets.ts';
import { hasMarkedLine } from './redacted-lines.ts';

/** How closely a unit has to be looked at, as far as its bytes tell. */
export type ReadDepth =
  /** It may have secrets. */
  | 'texts'
  /** It has none, but it may be damaged, or have several conversations. */
  | 'damage'
  | 'none';

export function readDepthFor({ parts, names, ...unit }: ReadUnit, find: SecretFinder): ReadDepth {
  if (parts.some((part) => find.mayHold(part.path) || mayHold(part, find))) return 'texts';
  if (names().some((list) => list.some((name) => find.mayHold(name)))) return 'texts';
  return parts.every(isClear) && isPlain({ parts, names, ...unit }) ? 'none' : 'damage';
}

/** True for one conversation that can be read. A kind that lists the ends of files would read all of them for that. */
function isPlain({ parts, listed, isReadable }: ReadUnit): boolean {
  return listed === undefined ? isReadable() : parts.filter(({ role }) => listed.includes(role)).length === 1;
}

function isClear(part: Part): boolean {
  const source = part.path.endsWith('.jsonl') ? sourceOf(part) : null;
  if (source === null) return true;
  for (const { bytes } of lineWindows(source)) if (!areRecords(bytes)) return false;
  return true;
}

function areRecords(bytes: Uint8Array): boolean {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LF, from);
    const to = end < 0 ? bytes.length : end;
    if (to > from && !isRecord(bytes.subarray(from, to))) return false;
    from = to + 1;
  }
  return true;
}

function mayHold(part: Part, { marks }: SecretFinder): boolean {
  if (part.type === 'folder') return false;
  const source = sourceOf(part);
  // Its kind looks at its name alone.
  if (source === null) return part.bytes === null && part.source === null && part.size > 0;
  if (!isOfLines(part) || source.size !== part.size || isOpaqueFile(part)) return true;
  return hasMarkedLine(marks, { path: part.path, source });
}
