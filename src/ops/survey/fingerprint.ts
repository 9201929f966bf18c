import { digestOf } from '../../io/disk/digest.ts';
import type { Finding } from '../../model/finding.ts';
import { sentenceText } from '../../model/sentence.ts';

/** Bytes at the place of a finding that make it this finding and no other. */
export const CONTENT = 48;

/** Where a finding is, without anything that differs between machines. */
export interface FindingPlace {
  readonly kind: string;
  readonly project: string | null;
  /** The answer of `contentAt` for the finding; null where it has no place, or the file's bytes are not at hand. */
  readonly content: string | null;
}

/** Gives each finding a fingerprint of 32 hex digits: the same on every machine, and after edits elsewhere in the file. */
export interface Fingerprints {
  /** Works one out when it is called: few reports show them, and hashing loads a module of Node. */
  of(finding: Finding, place: FindingPlace): () => string;
}

/**
 * A fingerprint covers the code, the conversation, the file's place in its store, and the bytes that are wrong; without a place in
 * the file, the message without its numbers. Equal findings of one file are numbered.
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
        place.content ?? wordsOf(finding).replace(/\d+/g, '#'),
      ];
      const base = key.join('\0');
      const before = seen.get(base) ?? 0;
      seen.set(base, before + 1);
      return () => digestOf(new TextEncoder().encode(before === 0 ? base : `${base}\0${before}`)).slice(0, 32);
    },
  };
}

function wordsOf({ detail, wayOn }: Finding): string {
  return wayOn === undefined ? detail : `${detail}: ${sentenceText(wayOn)}`;
}

/** The bytes at the place of a finding, up to the end of the line. */
export function contentAt(bytes: Uint8Array, offset: number): string {
  const near = bytes.subarray(offset, offset + CONTENT);
  // Looked for in these alone: a document of one line may have a million findings.
  const end = near.indexOf(0x0a);
  return Buffer.from(end === -1 ? near : near.subarray(0, end)).toString('latin1');
}
