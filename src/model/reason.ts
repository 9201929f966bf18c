import { cmd, ID, type NextCommand } from './command.ts';
import type { Code } from './findings.ts';
import { HEAL } from './rules/next.ts';

/** Why the list of a program does not have a conversation, or has it otherwise than it is on disk. */
export interface Reason {
  /** It is not in the list, or cannot be picked there; false for one that is listed otherwise. */
  readonly hides: boolean;
  /** The behaviour of the program, in a sentence. */
  readonly message: string;
  /** The command that would bring it back; null where none does. */
  readonly remedy: NextCommand | null;
  /** Findings that are this reason. None for what the list itself says: archived, not readable, or the word in `hidden`. */
  readonly codes: readonly Code[];
  /** A finding about another conversation, or about none, is a reason too: one bad entry spoils the whole index. */
  readonly whole?: true;
  /** Holds for every conversation that the program cannot read. */
  readonly unreadable?: true;
  /** Holds for every conversation that is listed without a title. */
  readonly untitled?: true;
  /** What conversations are that it hides, as words behind a noun, where many are hidden by it and nothing is wrong with them. */
  readonly are?: string;
  /** The remedy is about the conversation that goes on with it. */
  readonly ofNext?: true;
  /** Findings by which something is lost, and that no other reason has, are this one. */
  readonly rest?: true;
}

/** It was put away. */
export const ARCHIVED: Reason = {
  hides: true,
  message: 'It is in the archive, where the program does not look.',
  remedy: cmd`restore ${ID}`,
  codes: [],
};

/** It is not in the list, or cannot be picked there. */
export function hides(message: string, remedy: NextCommand | null, codes: readonly Code[] = []): Reason {
  return { hides: true, message, remedy, codes };
}

/** It is listed, and otherwise than it is on disk. */
export function differs(message: string, remedy: NextCommand | null, codes: readonly Code[] = []): Reason {
  return { hides: false, message, remedy, codes };
}

/** A reason that comes from something that all conversations share. */
export function shared(reason: Reason): Reason {
  return { ...reason, whole: true };
}

/** A reason that holds for what the program cannot read. */
export function unread(reason: Reason): Reason {
  return { ...reason, unreadable: true };
}

/** Of a conversation that is gone. */
export const GONE = hides('Its file is gone. What is left of it is named here, and what can be had back.', null);

/** What is wrong with it, whatever a list shows. */
export const DAMAGED: Reason = { ...differs('Something of it is lost to the program, or will be.', HEAL), rest: true };
