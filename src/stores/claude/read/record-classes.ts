/** The program's use of a line; classes from `user` on are records of the conversation. */
export const CLASS = {
  blank: 0,
  notJson: 1,
  notObject: 2,
  /** After a lone CR: not read. */
  behind: 3,
  /** Metadata of a type that the program writes. */
  other: 4,
  unknown: 5,
  user: 6,
  assistant: 7,
  system: 8,
  attachment: 9,
  progress: 10,
} as const;

/** Flags of a record; values are true as in JavaScript. */
export const RECORD_FLAG = {
  sidechain: 1,
  team: 2,
  meta: 4,
  summary: 8,
  boundary: 16,
  /** A message with calls or results. */
  paired: 32,
  noUuid: 64,
  /** A message whose content is a text or a list; the program ignores any other. */
  content: 128,
  /** A record that the program wrote in place of an answer; it is not sent. */
  apiError: 256,
  /**
   * A record that is no message, but sent as the user's: output of a typed command, or an attachment typed while the program was at work.
   * In metadata: a note on the queue of those.
   */
  asUser: 512,
  /** A line with another value after the first one, which is not read. */
  glued: 1024,
  /** A message of results only. */
  results: 2048,
  /** A record without a uuid, or with an empty one: as the last record of the file it ends no conversation. */
  unnamed: 4096,
  /** A record without uuid and parent, or with both empty: it is its own parent, and ends no conversation. */
  ownParent: 8192,
  /** An attachment that is sent, at least in part. */
  attached: 16384,
  /** A list without words of the user, not even a blank; the program ignores it. */
  hollow: 32768,
} as const;

/** Form of a record's parent: none or empty, a text, or a value that cannot be a uuid. */
export const PARENT = { none: 0, text: 1, other: 2 } as const;
