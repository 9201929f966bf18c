import { digestOf } from '../../io/disk/digest.ts';
import { sentenceText } from '../../model/command.ts';
import type { Finding } from '../../model/finding.ts';
import { LF } from '../../model/part.ts';

/** Number of bytes at a finding's place that identify it. */
export const CONTENT = 48;

export interface FindingPlace {
  readonly kind: string;
  readonly project: string | null;
  readonly content: string | null;
}

/** Fingerprints of 32 hex digits, equal on every machine and after edits elsewhere in the file. */
export interface Fingerprints {
  /** Returns a function, because few reports show fingerprints, and hashing loads a module of Node. */
  of(finding: Finding, place: FindingPlace): () => string;
}

/**
 * Makes fingerprints from the code, the conversation, the file's place in its store, and the faulty bytes; without a place, from the
 * message without its numbers in place of the bytes. Equal findings of a file are numbered.
 */
export function fingerprints(): Fingerprints {
  let path: string | null = null;
  let seen = new Map<string, number>();
  return {
    of: (finding, place) => {
      if (finding.path !== path) seen = new Map();
      path = finding.path;
      const key = [
        finding.code,
        place.kind,
        place.project ?? '',
        finding.id ?? '',
        finding.path,
        place.content ?? messageOf(finding).replace(/\d+/g, '#'),
      ];
      const base = key.join('\0');
      const before = seen.get(base) ?? 0;
      seen.set(base, before + 1);
      return () => digestOf(new TextEncoder().encode(before === 0 ? base : `${base}\0${before}`)).slice(0, 32);
    },
  };
}

function messageOf({ detail, next }: Finding): string {
  return next === undefined ? detail : `${detail}: ${sentenceText(next)}`;
}

/** The bytes at a finding's place, up to the end of the line. */
export function contentAt(bytes: Uint8Array, offset: number): string {
  const near = bytes.subarray(offset, offset + CONTENT);
  // The end of the line is sought only in these bytes: one line may have a million findings.
  const end = near.indexOf(LF);
  return Buffer.from(end === -1 ? near : near.subarray(0, end)).toString('latin1');
}
