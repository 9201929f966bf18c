import { claudeRules } from './rules/claude.ts';
import { codexRules } from './rules/codex.ts';
import { fnordRules } from './rules/fnord.ts';
import { raoRules } from './rules/rao.ts';
import type { FindingRow } from './rules/row.ts';
import { tenexRules } from './rules/tenex.ts';

/** What a kind of which nothing is special has: its program writes each conversation anew. */
export const PLAIN_KIND = {
  appendsOnly: false,
  conceals: false,
  deletes: false,
  byFolder: false,
  subagents: false,
  carries: false,
  resume: null,
  resumesNot: [],
  trajectory: null,
  named: null,
} as const;

/** The programs whose stores we read, with what reports have to know of each: the one list of them, beside `stores/registry.ts`. */
export const KIND_TABLE = {
  fnord: { ...PLAIN_KIND, letters: 'FN', rules: fnordRules },
  tenex: { ...PLAIN_KIND, letters: 'TX', rules: tenexRules },
  rao: { ...PLAIN_KIND, letters: 'RA', rules: raoRules, carries: true },
  claude: {
    ...PLAIN_KIND,
    letters: 'CL',
    rules: claudeRules,
    appendsOnly: true,
    conceals: true,
    deletes: true,
    byFolder: true,
    subagents: true,
    resume: 'claude --resume',
    // Asked for by its id, neither is found; by its path, what is added goes into another file.
    resumesNot: ['name', 'nested-project-folder'],
    trajectory: 'claude-code',
    named: { program: 'Claude Code', conversation: 'session' },
  },
  codex: {
    ...PLAIN_KIND,
    letters: 'CX',
    rules: codexRules,
    appendsOnly: true,
    conceals: true,
    resume: 'codex resume',
    named: { program: 'Codex', conversation: 'thread' },
  },
} as const satisfies Record<string, KindTraits>;

export interface KindTraits {
  /** The two that the codes of its findings begin with. */
  readonly letters: string;
  readonly rules: Readonly<Record<string, FindingRow>>;
  /** Its program only appends to a file or deletes it: what it leaves out stays on disk. */
  readonly appendsOnly: boolean;
  /** Its program leaves conversations out of its list by choice, so that they need not be damaged. */
  readonly conceals: boolean;
  /** Its program deletes conversations by their age; what `keep` copied of them can be brought back. */
  readonly deletes: boolean;
  /** Its program finds conversations by the folder that they are about: they follow it with `rehome`. Others only begin there. */
  readonly byFolder: boolean;
  /** It keeps transcripts of subagents beside a conversation. */
  readonly subagents: boolean;
  /** Its conversations can be restored under another title, with parts of them: `--as` and `--carry`. */
  readonly carries: boolean;
  /** The command before an id that goes on with a conversation; null where the program has none. */
  readonly resume: string | null;
  /** Why a list leaves conversations out with which that command does not go on. */
  readonly resumesNot: readonly string[];
  /** Its name in trajectories; null where that is the kind's. */
  readonly trajectory: string | null;
  /** Its name, and its word for a conversation, where findings say whom and what they concern; null for the kind's name and "it". */
  readonly named: { readonly program: string; readonly conversation: string } | null;
}

export type KindName = keyof typeof KIND_TABLE;

/** In the order in which stores are reported. */
export const KIND_NAMES = Object.keys(KIND_TABLE) as [KindName, ...KindName[]];

/** The name of a kind's program, as its makers write it. */
export function programOf(kind: KindName): string {
  return (KIND_TABLE[kind] as KindTraits).named?.program ?? kind;
}

/** The program's word for a conversation. */
export function conversationWord(kind: KindName): string {
  return (KIND_TABLE[kind] as KindTraits).named?.conversation ?? 'conversation';
}
