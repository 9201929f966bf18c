import type { Answer, RecordedCase } from './cases.ts';

/** What a program did with a session now, and the bytes that it appended to it. */
export interface Asked extends Answer {
  readonly appended: Buffer;
}

/** The exit of a program that did not answer in time. */
export const NO_ANSWER = -1;

/** A published program, in a folder of its own. */
export interface Installed {
  readonly version: string;
  /** Asks it to go on with a session in an empty home, offline. */
  ask(given: Pick<RecordedCase, 'session' | 'bytes'>): Promise<Asked>;
  /** A home that holds this session alone, as the program keeps it: the path of its file below the home. */
  place(session: string): string;
}

/** A program whose answers are recorded in `fixtures/<name>/program`. */
export interface Program {
  readonly name: string;
  newest(): string;
  /** Fetches a version unless it is there. */
  fetch(version: string): Installed;
}
