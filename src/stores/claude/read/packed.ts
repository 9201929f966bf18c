import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { isGzip } from '../../engine/faults/other-format.ts';
import { sessionIdOf } from '../layout/layout.ts';

interface PartFile {
  readonly part: Pick<Part, 'path' | 'source'>;
}

/** True for a file such as `ID.jsonl.gz` that gzip wrote. */
export function isGzipped({ part: { path, source } }: PartFile): boolean {
  return /\.jsonl\.gz$/i.test(path) && source != null && isGzip(source);
}

/** True for a compressed file with a session in it: `source` has its lines, `part` the compressed bytes. */
export function isUnpacked(file: PartFile & { readonly source: Part['source'] }): boolean {
  return isGzipped(file) && file.source !== file.part.source;
}

/** Id of the session in a compressed file; null if its name without `.gz` is not a session's. */
export function packedIdOf({ part }: PartFile): string | null {
  return sessionIdOf(unpackedName(part.path));
}

export function unpackedName(path: string): string {
  return baseName(path).replace(/\.gz$/i, '');
}
