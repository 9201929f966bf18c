/** The programs whose stores we read, with what reports have to know of each: the one list of them, beside `stores/registry.ts`. */
export const KIND_TABLE = {
  fnord: { appendsOnly: false, conceals: false },
  tenex: { appendsOnly: false, conceals: false },
  rao: { appendsOnly: false, conceals: false },
  claude: { appendsOnly: true, conceals: true },
  codex: { appendsOnly: true, conceals: true },
} as const satisfies Record<string, KindTraits>;

interface KindTraits {
  /** Its program only appends to a file or deletes it: what it leaves out stays on disk. */
  readonly appendsOnly: boolean;
  /** Its program leaves conversations out of its list by choice, so that they need not be damaged. */
  readonly conceals: boolean;
}

export type KindName = keyof typeof KIND_TABLE;

/** In the order in which stores are reported. */
export const KIND_NAMES = Object.keys(KIND_TABLE) as [KindName, ...KindName[]];
