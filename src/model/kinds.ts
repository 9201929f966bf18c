import { claudeRules } from './rules/claude.ts';
import { codexRules } from './rules/codex.ts';
import { fnordRules } from './rules/fnord.ts';
import { raoRules } from './rules/rao.ts';
import type { FindingRow } from './rules/row.ts';
import { tenexRules } from './rules/tenex.ts';

/** The programs whose stores we read, with what reports have to know of each: the one list of them, beside `stores/registry.ts`. */
export const KIND_TABLE = {
  fnord: { letters: 'FN', rules: fnordRules, appendsOnly: false, conceals: false, deletes: false, resume: null },
  tenex: { letters: 'TX', rules: tenexRules, appendsOnly: false, conceals: false, deletes: false, resume: null },
  rao: { letters: 'RA', rules: raoRules, appendsOnly: false, conceals: false, deletes: false, resume: null },
  claude: {
    letters: 'CL',
    rules: claudeRules,
    appendsOnly: true,
    conceals: true,
    deletes: true,
    resume: 'claude --resume',
  },
  codex: {
    letters: 'CX',
    rules: codexRules,
    appendsOnly: true,
    conceals: true,
    deletes: false,
    resume: 'codex resume',
  },
} as const satisfies Record<string, KindTraits>;

interface KindTraits {
  /** The two that the codes of its findings begin with. */
  readonly letters: string;
  readonly rules: Readonly<Record<string, FindingRow>>;
  /** Its program only appends to a file or deletes it: what it leaves out stays on disk. */
  readonly appendsOnly: boolean;
  /** Its program leaves conversations out of its list by choice, so that they need not be damaged. */
  readonly conceals: boolean;
  /** Its program deletes conversations by their age. */
  readonly deletes: boolean;
  /** The command before an id that goes on with a conversation; null where the program has none. */
  readonly resume: string | null;
}

export type KindName = keyof typeof KIND_TABLE;

/** In the order in which stores are reported. */
export const KIND_NAMES = Object.keys(KIND_TABLE) as [KindName, ...KindName[]];
