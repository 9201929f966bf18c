import type { Conversation } from './conversation.ts';

/** A secret wherever it is. `rule`: id of the rule, such as `github-pat`. */
export interface KnownSecret {
  readonly rule: string;
  readonly value: string;
}

/** Place of a secret. The secret itself is never shown. */
export interface PlacedSecret {
  readonly rule: string;
  /** Null outside messages. */
  readonly index: number | null;
  readonly agent?: string;
  /** `user`, `Bash`, `title`, `memory`. */
  readonly where: string;
  /** In characters. */
  readonly length: number;
  /** Absolute: the file that has it, where no message does. */
  readonly file?: string;
  /** Of that file, from 1. */
  readonly line?: number;
  /** From 1: the same for the same secret in a conversation. */
  readonly number?: number;
  /** True for a title or metadata that no record of its own says. */
  readonly isRepeated?: boolean;
}

/**
 * `isOfNone`: in a shared file, and of no conversation that is there. `secrets` has one per place: a secret may be in
 * several.
 */
export interface SecretsOf {
  readonly conversation: Conversation;
  readonly isOfNone: boolean;
  readonly secrets: readonly PlacedSecret[];
}

/** Personal data that `--redact-also` replaces. */
export const REDACTED_TOO = ['home', 'user', 'host', 'mail'] as const;
export type RedactedToo = (typeof REDACTED_TOO)[number];

/** How closely a unit has to be looked at for secrets, as far as its bytes tell. */
export type ReadDepth =
  /** It may have secrets. */
  | 'texts'
  /** It has none, but it may be damaged, or have several conversations. */
  | 'damage'
  | 'none';

/** Marks are bytes from the start of the line, in order. */
export interface MarkedLine {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly number[];
}

export interface UnitDepth {
  readonly depth: ReadDepth;
  /** The marked lines of its files, by their paths, where they were looked for. */
  readonly lines: ReadonlyMap<string, readonly MarkedLine[]>;
}

/** Asks that of a unit: by all rules, and these secrets that were found elsewhere. */
export interface DepthQuery {
  readonly known: readonly KnownSecret[];
}
