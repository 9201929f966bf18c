import type { Code, Finding, PlacedFinding } from './finding.ts';

/** How much is unreadable: everything, a known stretch, or single records. */
export type Extent = 'all' | 'part' | 'record';

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

/** Damage that hides words of a conversation. */
export const HIDING: Partial<Readonly<Record<Code, Extent>>> = {
  CL003: 'record',
  CL004: 'record',
  CL005: 'record',
  CL006: 'record',
  CL008: 'record',
  CL009: 'record',
  CL010: 'record',
  CL011: 'part',
  CL013: 'record',
  CL016: 'record',
  CL018: 'part',
  CL019: 'all',
  CL020: 'all',
  CL021: 'record',
  CL024: 'record',
  CL025: 'record',
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
  CP002: 'all',
  CP003: 'all',
  CP101: 'record',
  CP102: 'record',
  CP103: 'record',
  CP104: 'record',
  CP105: 'record',
  CP107: 'record',
  CP108: 'record',
  CP109: 'part',
  CP110: 'record',
  CP112: 'record',
  CP306: 'record',
  PI002: 'all',
  PI004: 'all',
  PI005: 'all',
  PI101: 'record',
  PI103: 'record',
  PI104: 'record',
  PI105: 'record',
  PI106: 'record',
  PI109: 'part',
  PI110: 'record',
  PI112: 'record',
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
  GM001: 'record',
  GM004: 'all',
  GM101: 'record',
  GM102: 'record',
  GM103: 'record',
  GM104: 'record',
  GM107: 'record',
  GM109: 'part',
  GM201: 'record',
  QW001: 'all',
  QW101: 'record',
  QW102: 'record',
  QW103: 'record',
  QW104: 'record',
  QW105: 'record',
  QW109: 'part',
  QW110: 'record',
  QW202: 'record',
  QW203: 'record',
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

export interface Covered {
  readonly conversations: number;
  readonly unjudged: readonly PlacedFinding[];
  readonly gaps: readonly PlacedGap[];
}
