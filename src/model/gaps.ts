import type { Finding, PlacedFinding } from './finding.ts';
import type { Extent } from './rules/row.ts';

export type { Extent } from './rules/row.ts';

/** A conversation that even its heal would leave partly unreadable. */
export interface Gap {
  readonly finding: Finding;
  readonly extent: Extent;
  /** Unix seconds of the last write. */
  readonly mtime: number;
}

export interface PlacedGap extends Pick<Gap, 'extent'> {
  readonly finding: PlacedFinding;
  /** A program may still be writing the file. */
  readonly isYoung: boolean;
}

/** Seconds. */
const YOUNG = 60;

export function isYoung(mtime: number, now: number): boolean {
  return Math.abs(now - mtime) < YOUNG;
}

export interface Covered {
  readonly conversations: number;
  readonly unjudged: readonly PlacedFinding[];
  readonly gaps: readonly PlacedGap[];
}
