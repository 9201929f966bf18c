import type { Conversation } from './conversation.ts';

/** Where in a conversation a secret is: the secret itself is never shown. */
export interface PlacedSecret {
  /** The id of the rule that found it, as `github-pat`. */
  readonly rule: string;
  /** The number of the message; null for what is beside the messages. */
  readonly index: number | null;
  /** `user`, `Bash`, `title`, `memory`. */
  readonly where: string;
  /** Its characters. */
  readonly length: number;
}

/** A conversation that holds secrets. */
export interface SecretsOf {
  readonly conversation: Conversation;
  /** Once for each place; the same secret may be in several. */
  readonly secrets: readonly PlacedSecret[];
}

/** Further data that is left out of a text, where that is asked for. */
export const REDACTED_TOO = ['home', 'user', 'host', 'mail'] as const;
export type RedactedToo = (typeof REDACTED_TOO)[number];
