import { nulRuns } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { countOf } from '../../words.ts';

/** Bytes that a heal takes away, at an offset of the file. */
export interface Removed {
  readonly at: number;
  readonly bytes: number;
  /** True for a whole line. */
  readonly isLine: boolean;
  /** How many of them are NUL. */
  readonly nuls: number;
}

const MAX_NAMED = 20;

/** A note for each place, with its size. */
export function removedNotes(all: readonly Removed[]): string[] {
  const rest = all.slice(MAX_NAMED);
  const bytes = rest.reduce((sum, each) => sum + each.bytes, 0);
  const more = rest.length === 0 ? [] : [`and ${countOf(rest.length, 'more place')}, ${countOf(bytes, 'byte')}`];
  return [...all.slice(0, MAX_NAMED).map(removedNote), ...more];
}

function removedNote({ at, bytes, isLine, nuls }: Removed): string {
  if (nuls === bytes) return `${countOf(nuls, 'NUL byte')} at byte ${at} removed`;
  const lost = nuls === 0 ? '' : `, ${nuls} of them NUL: what was there is overwritten`;
  return `the ${isLine ? 'line' : 'torn part'} at byte ${at} is removed, ${countOf(bytes, 'byte')}${lost}`;
}

/** Of an edit that takes away all but some whole records. `bytesKept`: of these. */
export function removedBy(
  source: Source,
  { at, remove }: Pick<Edit, 'at' | 'remove'>,
  bytesKept: number,
  isLine = bytesKept === 0,
): Removed {
  return { at, bytes: remove - bytesKept, isLine, nuls: nulsAt(source, at, remove).count };
}

/** NUL bytes of a line, from the first. */
export function removedNuls(source: Source, { at, length }: { readonly at: number; readonly length: number }): Removed {
  const { first, count } = nulsAt(source, at, length);
  return { at: at + first, bytes: count, isLine: false, nuls: count };
}

function nulsAt(source: Source, at: number, length: number): { readonly first: number; readonly count: number } {
  let first = -1;
  let count = 0;
  for (const run of nulRuns(bytesAt(source, at, length))) {
    if (first < 0) first = run.at;
    count += run.length;
  }
  return { first: Math.max(0, first), count };
}
