import type { Finding, PlacedFinding } from './finding.ts';
import type { Code } from './findings.ts';

/** How much of a conversation cannot be read: all of it, a known stretch, or single records. */
export type Extent = 'all' | 'part' | 'record';

/** A conversation that is read only in part, or not at all, even as its heal would leave it. */
export interface Gap {
  readonly finding: Finding;
  readonly extent: Extent;
  /** Unix seconds: when its file was written last. */
  readonly mtime: number;
}

/** A gap as it is reported. */
export interface PlacedGap extends Pick<Gap, 'extent'> {
  readonly finding: PlacedFinding;
  /** The file may still be being written. */
  readonly isYoung: boolean;
}

/** Seconds in which a program may still be at work on a file. */
const YOUNG = 60;

/** Is a file so young that it may still be being written. */
export function isYoung(mtime: number, now: number): boolean {
  return Math.abs(now - mtime) < YOUNG;
}

/** Damage that keeps words of a conversation from being read. */
export const HIDING: Partial<Readonly<Record<Code, Extent>>> = {
  CL003: 'record',
  CL004: 'record',
  CL005: 'record',
  CL006: 'record',
  CL008: 'record',
  CL009: 'record',
  CL010: 'record',
  CL011: 'part',
  CL016: 'record',
  CL018: 'part',
  CL019: 'all',
  CL020: 'all',
  CL021: 'record',
  CL403: 'record',
  CX001: 'all',
  CX002: 'record',
  CX003: 'record',
  CX004: 'record',
  CX005: 'part',
  CX006: 'all',
  CX007: 'record',
  CX008: 'record',
  CX010: 'record',
  CX011: 'record',
  CX012: 'record',
  CX013: 'record',
  CX015: 'record',
  CX016: 'all',
  CX017: 'all',
  CX018: 'all',
  CX019: 'part',
  CX103: 'record',
  FN002: 'all',
  FN006: 'record',
  FN007: 'part',
  FN008: 'record',
  FN009: 'part',
  FN010: 'part',
  FN011: 'part',
  FN020: 'all',
  FN023: 'part',
  FN101: 'all',
  TX002: 'all',
  TX006: 'record',
  TX007: 'part',
  TX008: 'record',
  TX009: 'part',
  TX010: 'part',
  RA002: 'record',
  RA003: 'part',
  RA004: 'part',
  RA009: 'all',
  RA056: 'part',
};

/** How much a command read. */
export interface Covered {
  /** Conversations that were read whole. */
  readonly conversations: number;
  readonly unjudged: readonly PlacedFinding[];
  readonly gaps: readonly PlacedGap[];
}
