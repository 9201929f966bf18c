/** The program's use of a line; classes from `user` on are records of the conversation. */
export const CLASS = {
  blank: 0,
  notJson: 1,
  notObject: 2,
  /** Behind a lone CR: not read. */
  behind: 3,
  /** Metadata of a type that the program is known to write. */
  other: 4,
  unknown: 5,
  user: 6,
  assistant: 7,
  system: 8,
  attachment: 9,
  progress: 10,
} as const;

/** Flags of a record, by JavaScript's truth. */
export const RECORD_FLAG = {
  sidechain: 1,
  team: 2,
  meta: 4,
  summary: 8,
  boundary: 16,
  /** A message with calls of tools or their results. */
  paired: 32,
  noUuid: 64,
  /** A message whose content is a text or a list: any other is passed over. */
  content: 128,
  /** Written by the program in place of an answer: not sent. */
  apiError: 256,
  /**
   * Not a message, but sent as the user's: output of a typed command, or an attachment typed while the program was at
   * work. In metadata: a note on the queue of those.
   */
  asUser: 512,
  /** A value follows the first one on its line: not read. */
  glued: 1024,
  /** A message of results of tools and nothing else. */
  results: 2048,
  /** No uuid, or an empty one: in the last record of the file it ends nothing. */
  unnamed: 4096,
  /** Neither uuid nor parent, or both empty: it follows itself, and ends nothing. */
  ownParent: 8192,
  /** An attachment that is sent, in part at least. */
  attached: 16384,
  /** A list in which the user says nothing, not even a blank: passed over. */
  hollow: 32768,
} as const;

/** The parent that a record names: nothing (an empty text counts so), a text, or something that cannot be a uuid. */
export const PARENT = { none: 0, text: 1, other: 2 } as const;
