import { cmd, ID, type NextCommand } from './command.ts';
import type { Code } from './finding.ts';
import { HEAL, REHOME } from './rules/row.ts';

/** Why a program's list lacks a conversation, or shows it differently. */
export interface ListReason {
  /** True if the conversation is missing from the list, or not selectable; false if it is listed differently. */
  readonly hides: boolean;
  readonly message: string;
  /** Command that restores the listing; null if there is none. */
  readonly next: NextCommand | null;
  /** Codes of findings that mean this reason. Empty for the list's own: archived, unreadable, `hidden`. */
  readonly codes: readonly Code[];
  /** True if findings about other conversations, or none, count too: one bad entry spoils an index. */
  readonly isOfAll?: true;
  readonly unreadable?: true;
  /** True for a reason of every conversation with a byte and without a title. */
  readonly untitled?: true;
  /** True for a reason of every conversation whose file has no byte. */
  readonly noBytes?: true;
  /** Words after a plural noun, for many undamaged hidden conversations. */
  readonly are?: string;
  /** True if `next` is for the conversation's successor. */
  readonly ofSuccessor?: true;
  /** True for the reason of lossy findings that have none of their own. */
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

/** A reason for a conversation that is only listed in another place; all of it is read. */
export function folderGone(codes: readonly Code[]): ListReason {
  return differingReason('The program lists it in the folder of its project alone, and that is gone.', REHOME, codes);
}

export const PARTLY_LOST: ListReason = {
  ...differingReason('Something of it is lost to the program, or will be.', HEAL),
  rest: true,
};
