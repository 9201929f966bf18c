import type { PlacedFinding } from './finding.ts';

/** A finding with what a report for people shows beside it. */
export interface Found {
  readonly finding: PlacedFinding;
  /** The title of the conversation it concerns; null where it has none, or none was asked for. */
  readonly title: string | null;
  /** The bytes around its place; null where it has no place, or none were asked for. */
  readonly around: Around | null;
}

/** Bytes on both sides of a place in a file. */
export interface Around {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Does `before` begin at the first byte of the file, and does `after` end at the last. */
  readonly starts: boolean;
  readonly ends: boolean;
}

/** The bytes around an offset, at most `reach` on each side. */
export function aroundOf(bytes: Uint8Array, offset: number, reach: number): Around {
  const from = Math.max(0, offset - reach);
  const to = Math.min(bytes.length, offset + reach);
  return {
    before: bytes.slice(from, offset),
    after: bytes.slice(offset, to),
    starts: from === 0,
    ends: to === bytes.length,
  };
}
