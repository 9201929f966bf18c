/** The programs whose stores we read, with what reports have to know of each: the one list of them, beside `stores/registry.ts`. */
export const KIND_TABLE = {
  fnord: { appendsOnly: false, conceals: false, resume: null },
  tenex: { appendsOnly: false, conceals: false, resume: null },
  rao: { appendsOnly: false, conceals: false, resume: null },
  claude: { appendsOnly: true, conceals: true, resume: 'claude --resume' },
  codex: { appendsOnly: true, conceals: true, resume: 'codex resume' },
} as const satisfies Record<string, KindTraits>;

interface KindTraits {
  /** Its program only appends to a file or deletes it: what it leaves out stays on disk. */
  readonly appendsOnly: boolean;
  /** Its program leaves conversations out of its list by choice, so that they need not be damaged. */
  readonly conceals: boolean;
  /** The command before an id that goes on with a conversation; null where the program has none. */
  readonly resume: string | null;
}

export type KindName = keyof typeof KIND_TABLE;

/** In the order in which stores are reported. */
export const KIND_NAMES = Object.keys(KIND_TABLE) as [KindName, ...KindName[]];
