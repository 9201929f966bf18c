import { lineWindows } from '../../io/disk/file-source.ts';
import { LF, type Part, sourceOfPart } from '../../model/part.ts';
import { isFileOfRecords } from '../../model/path.ts';
import type { DepthQuery, ReadDepth, UnitDepth } from '../../model/secret.ts';
import { isOfLines, isOpaqueFile, isRecord } from '../../stores/engine/search/byte-filter.ts';
import type { ReadUnit } from '../survey/open-scope.ts';
import { type LinesOf, linesOnce } from './file-secrets.ts';
import { type SecretFinder, secretFinder } from './find-secrets.ts';
import { knownSecrets } from './known-secrets.ts';

/** Returns the depth of a unit; for one that has to be opened, also the marked lines of all files. */
export async function depthReader({ known }: DepthQuery): Promise<(unit: ReadUnit) => UnitDepth> {
  const byRules = await secretFinder();
  const others = knownSecrets();
  for (const each of known) others.add(each);
  const find = others.isEmpty ? byRules : byRules.knowing(others);
  return (unit) => {
    const linesOf = linesOnce(find);
    const depth = readDepthFor(unit, find, linesOf);
    if (depth === 'texts') for (const part of unit.parts) mayHold(part, linesOf);
    const lines = unit.parts.flatMap((part) => {
      const all = linesOf.known(part);
      return all === null ? [] : [[part.path, all] as const];
    });
    return { depth, lines: new Map(lines) };
  };
}

export function readDepthFor(
  { parts, names, ...unit }: ReadUnit,
  find: SecretFinder,
  linesOf: LinesOf = linesOnce(find),
): ReadDepth {
  if (parts.some((part) => find.mayHold(part.path) || mayHold(part, linesOf))) return 'texts';
  if (names().some((list) => list.some((name) => find.mayHold(name)))) return 'texts';
  return parts.every(isClear) && isPlain({ parts, names, ...unit }) ? 'none' : 'damage';
}

/** True for one readable conversation. For a kind with `listed` files only their number counts. */
function isPlain({ parts, listed, isReadable }: ReadUnit): boolean {
  if (listed === undefined) return isReadable();
  const [main, ...others] = parts.filter(({ role }) => listed.includes(role));
  return main !== undefined && others.length === 0 && sourceOfPart(main) !== null;
}

function isClear(part: Part): boolean {
  const source = isFileOfRecords(part.path) ? sourceOfPart(part) : null;
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

function mayHold(part: Part, linesOf: LinesOf): boolean {
  if (part.type === 'folder') return false;
  const source = sourceOfPart(part);
  // The kind does not read this file.
  if (source === null) return part.bytes === null && part.source === null && part.size > 0;
  if (!isOfLines(part) || source.size !== part.size || isOpaqueFile(part)) return true;
  const { all, failure } = linesOf(part, { path: part.path, source });
  return failure !== null || all.length > 0;
}
