import { cmd, ID, type NextCommand } from './command.ts';
import type { Code } from './finding.ts';
import { HEAL, REHOME } from './rules/row.ts';

/** Why a program's list lacks a conversation, or shows it differently. */
export interface ListReason {
  /** Not in the list, or not selectable. False: listed differently. */
  readonly hides: boolean;
  readonly message: string;
  /** Command that brings it back; null if none does. */
  readonly next: NextCommand | null;
  /** Findings that mean this reason. Empty for the list's own: archived, unreadable, `hidden`. */
  readonly codes: readonly Code[];
  /** Findings about other conversations, or none, count too: one bad entry spoils an index. */
  readonly isOfAll?: true;
  readonly unreadable?: true;
  /** For every conversation with a byte and without a title. */
  readonly untitled?: true;
  /** For every conversation whose file has no byte. */
  readonly noBytes?: true;
  /** Words behind a noun, for many undamaged hidden conversations. */
  readonly are?: string;
  /** `next` is for its successor. */
  readonly ofSuccessor?: true;
  /** Catches lossy findings without a reason of their own. */
  readonly rest?: true;
}

export const ARCHIVED: ListReason = {
  hides: true,
  message: 'It is in the archive, where the program does not look.',
  next: cmd`restore ${ID}`,
  codes: [],
};

export function hidingReason(message: string, next: NextCommand | null, codes: readonly Code[] = []): ListReason {
  return { hides: true, message, next, codes };
}

export function differingReason(message: string, next: NextCommand | null, codes: readonly Code[] = []): ListReason {
  return { hides: false, message, next, codes };
}

export function wholeReason(reason: ListReason): ListReason {
  return { ...reason, isOfAll: true };
}

export function unreadableReason(reason: ListReason): ListReason {
  return { ...reason, unreadable: true };
}

export const FILE_GONE = hidingReason(
  'Its file is gone. What is left of it is named here, and what can be had back.',
  null,
);

/** Differs in nothing but where it is listed: all of it is read. */
export function folderGone(codes: readonly Code[]): ListReason {
  return differingReason('The program lists it in the folder of its project alone, and that is gone.', REHOME, codes);
}

export const PARTLY_LOST: ListReason = {
  ...differingReason('Something of it is lost to the program, or will be.', HEAL),
  rest: true,
};
