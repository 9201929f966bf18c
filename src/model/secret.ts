import type { Conversation } from './conversation.ts';

/** A secret, apart from its place. `rule`: id of the rule, such as `github-pat`. */
export interface KnownSecret {
  readonly rule: string;
  readonly value: string;
}

/** Place of a secret; the secret itself is never shown. */
export interface PlacedSecret {
  readonly rule: string;
  /** Number of the message; null outside messages. */
  readonly index: number | null;
  readonly agent?: string;
  /** Role, tool or name of the place: `user`, `Bash`, `title`, `memory`. */
  readonly where: string;
  /** Number of characters. */
  readonly length: number;
  /** Absolute path of the file with the secret, if no message has it. */
  readonly file?: string;
  /** Line in that file, from 1. */
  readonly line?: number;
  /** Number of the secret in its conversation, from 1; equal for equal secrets. */
  readonly number?: number;
  /** True for a title or metadata that repeats another record. */
  readonly isRepeated?: boolean;
}

export interface SecretsOf {
  readonly conversation: Conversation;
  /** In a shared file, and of no conversation in the store. */
  readonly isOfNone: boolean;
  /** One per place, since a secret may be in several. */
  readonly secrets: readonly PlacedSecret[];
}

/** Kinds of personal data that `--redact-also` replaces. */
export const REDACTED_TOO = ['home', 'user', 'host', 'mail'] as const;
export type RedactedToo = (typeof REDACTED_TOO)[number];

/** How much of a unit must be searched for secrets, by its bytes. */
export type ReadDepth =
  /** Its texts may have secrets. */
  | 'texts'
  /** It has no secrets, but may be damaged, or have several conversations. */
  | 'damage'
  | 'none';

/** Marked places of a line: bytes from its start, in order. */
export interface MarkedLine {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly number[];
}

export interface UnitDepth {
  readonly depth: ReadDepth;
  /** Marked lines by the path of the file, for files that were searched. */
  readonly lines: ReadonlyMap<string, readonly MarkedLine[]>;
}

/** Returns the depth for a unit: by all rules, and by these secrets found elsewhere. */
export interface DepthQuery {
  readonly known: readonly KnownSecret[];
}
