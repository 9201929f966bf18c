import type { Finding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { isYoung } from '../../../model/time.ts';
import { atByte, type FileFinding, findingAbout, placedFindings } from '../../file-finding.ts';
import type { CompanionFile, Scope } from '../../kind.ts';
import { firstNames } from '../../words.ts';
import { nameLines, namesIn } from '../read/names.ts';

/** Findings of the index of names; `isThere`: true for ids of threads in the home. */
export function* codexIndexFindings(
  part: Part | undefined,
  isThere: ((id: string) => boolean) | null,
): Generator<Finding> {
  if (part?.bytes == null) return;
  yield* placedFindings(null, part.path, findingsIn(part.bytes, isThere));
}

/** The index of names as a companion file, because a person typed names in it. */
export function indexAsCompanion({ now }: Pick<Scope, 'now'>, part: Part | undefined): CompanionFile[] {
  if (part?.bytes == null) return [];
  const { path, bytes, mtime } = part;
  const damage = () => {
    const found = codexIndexFindings(part, null).next();
    const lost = [...nameLines(bytes)].filter(({ written, isUtf8 }) => written === null || !isUtf8);
    const isBeingWritten = isYoung(mtime, now) && lost.every(({ isEnded }) => !isEnded);
    if (found.done === true || isBeingWritten) return null;
    const isAll = namesIn(bytes).all.size === 0 && lost.length > 1;
    const extent = isAll ? 'all' : lost.length > 0 ? 'record' : null;
    return { finding: found.value, extent } as const;
  };
  return [{ path, damage }];
}

function* findingsIn(bytes: Uint8Array, isThere: ((id: string) => boolean) | null): Generator<FileFinding> {
  const lines = [...nameLines(bytes)];
  for (const { at, isUtf8 } of lines)
    if (!isUtf8) yield atByte('CX307', at, 'has a byte that is not UTF-8: no thread can be deleted');
  const passed = lines.filter(({ named, isUtf8 }) => named === null && isUtf8);
  if (passed[0] !== undefined) yield atByte('CX308', passed[0].at, `has ${passed.length} of its lines passed over`);
  const ids =
    isThere === null ? [] : lines.flatMap(({ named }) => (named !== null && !isThere(named.id) ? named.id : []));
  const gone = [...new Set(ids)];
  if (gone.length > 0)
    yield findingAbout('CX309', `names ${gone.length} threads that are not there: ${firstNames(gone)}`);
}
