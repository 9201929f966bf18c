import { claudeRules } from './rules/claude.ts';
import { codexRules } from './rules/codex.ts';
import { copilotRules } from './rules/copilot.ts';
import { fnordRules } from './rules/fnord.ts';
import { geminiRules } from './rules/gemini.ts';
import { piRules } from './rules/pi.ts';
import { qwenRules } from './rules/qwen.ts';
import { raoRules } from './rules/rao.ts';
import type { FindingRow } from './rules/row.ts';
import { tenexRules } from './rules/tenex.ts';

export interface KindTraits {
  readonly letters: string;
  readonly rules: Readonly<Record<string, FindingRow>>;
  /** Its conversations are sessions: JSON has their branch, tag, working folder and the like, null if unknown. */
  readonly hasSessions: boolean;
  /** The program only appends or deletes files: hidden data stays on disk. */
  readonly appendsOnly: boolean;
  /** The program's list counts the messages of all branches, not those that it sends. */
  readonly countsBranches: boolean;
  /** A fork has its source's messages in its own file, instead of inheriting them. */
  readonly forksWhole: boolean;
  /** The program's list omits some conversations by choice: `list` shows those with --all. */
  readonly conceals: boolean;
  /**
   * The program deletes old conversations, unless its settings have `unless`; `keep` copies them from this `folder` of a home, and beside them
   * `mark`, a file in each project there that says which folder it is about. Their age is the file's, or by their content.
   */
  readonly deletes: {
    readonly folder: string;
    readonly mark: string | null;
    readonly by: 'file' | 'content';
    readonly unless: string;
  } | null;
  /** The program finds conversations by working directory: `rehome` moves them. */
  readonly byFolder: boolean;
  /** Its store has transcripts of subagents: `list --agents`, `show ID@AGENT`. */
  readonly subagents: boolean;
  /** Conversations whose files are gone leave traces: `list --lost`. */
  readonly leavesTraces: boolean;
  /** `fork --carry` and `--as` work. */
  readonly forkCarries: boolean;
  /** `fork --at` is refused: its program can go back inside a conversation. */
  readonly refusesForkAt: boolean;
  /** Its program uses the id in the first record of a file, not the one in its name. */
  readonly innerIds: boolean;
  /** Name of the store's folder in a working folder; null for stores elsewhere. */
  readonly inCheckout: string | null;
  /** The program's command before an id, or its start if `resumeInside` is set; null if it has none. */
  readonly resume: string | null;
  /** Flag of the program for a working folder, if `byFolder` is false. */
  readonly folderFlag: string | null;
  /** Typed in the program to choose a listed conversation, because its command for an id does harm. */
  readonly resumeInside: { readonly typed: string; readonly harm: string } | null;
  /** How to go on with a conversation, as a sentence, if `resume` is null. */
  readonly resumeElsewhere: string;
  /** Values of `hidden` that the resume command refuses. */
  readonly resumesNot: readonly string[];
  /** Agent name in trajectories; null for the kind's name. */
  readonly trajectory: string | null;
  /** Nouns in findings; null for the kind's name and "it". */
  readonly nouns: { readonly program: string; readonly conversation: string } | null;
  /**
   * `after`: an expression for the text before the UUID in a file's name. `isShortened`: the name has only eight characters of the UUID.
   * Null for a bare UUID, or another id.
   */
  readonly idInName: { readonly after: string; readonly isShortened: boolean } | null;
  /** How the program asks servers of the Model Context Protocol; null if it does not. */
  readonly mcpClient: McpClient | null;
}

/** Traits of a kind without peculiarities: its program rewrites each conversation. */
export const KIND_DEFAULTS = {
  hasSessions: true,
  appendsOnly: false,
  countsBranches: false,
  forksWhole: false,
  conceals: false,
  deletes: null,
  byFolder: false,
  subagents: false,
  leavesTraces: false,
  forkCarries: false,
  refusesForkAt: false,
  innerIds: false,
  inCheckout: null,
  resume: null,
  folderFlag: null,
  resumeInside: null,
  resumeElsewhere: 'The program itself opens it.',
  resumesNot: [],
  trajectory: null,
  nouns: null,
  idInName: null,
  mcpClient: null,
} as const;

/** The only list of programs whose stores we read, beside `stores/registry.ts`. */
export const KIND_TABLE = {
  fnord: {
    ...KIND_DEFAULTS,
    letters: 'FN',
    rules: fnordRules,
    hasSessions: false,
    resumeElsewhere: 'There `fnord ask --follow ID --question QUESTION` asks the next question of one.',
  },
  tenex: { ...KIND_DEFAULTS, letters: 'TX', rules: tenexRules, hasSessions: false, inCheckout: '.tenex' },
  rao: { ...KIND_DEFAULTS, letters: 'RA', rules: raoRules, hasSessions: false, forkCarries: true },
  claude: {
    ...KIND_DEFAULTS,
    letters: 'CL',
    rules: claudeRules,
    leavesTraces: true,
    appendsOnly: true,
    conceals: true,
    deletes: { folder: 'projects', mark: null, by: 'file', unless: 'raise cleanupPeriodDays' },
    byFolder: true,
    subagents: true,
    resume: 'claude --resume',
    // Neither is found by an id. A path is, but new records go into another file.
    resumesNot: ['name', 'compressed', 'nested-project-folder'],
    trajectory: 'claude-code',
    nouns: { program: 'Claude Code', conversation: 'session' },
    mcpClient: {
      setup: 'claude mcp add --scope user convo --',
      home: 'CLAUDE_CONFIG_DIR',
      session: { variable: 'CLAUDE_CODE_SESSION_ID' },
    },
  },
  codex: {
    ...KIND_DEFAULTS,
    letters: 'CX',
    innerIds: true,
    rules: codexRules,
    leavesTraces: true,
    appendsOnly: true,
    forksWhole: true,
    conceals: true,
    resume: 'codex resume',
    folderFlag: '-C',
    resumesNot: ['copy-beside', 'subagent'],
    nouns: { program: 'Codex', conversation: 'thread' },
    mcpClient: { setup: 'toml', home: 'CODEX_HOME', session: { member: 'threadId' } },
  },
  gemini: {
    ...KIND_DEFAULTS,
    letters: 'GM',
    rules: geminiRules,
    subagents: true,
    leavesTraces: true,
    appendsOnly: true,
    conceals: true,
    deletes: { folder: 'tmp', mark: '.project_root', by: 'content', unless: 'turn general.sessionRetention off' },
    byFolder: true,
    resume: 'gemini',
    resumeInside: {
      typed: '/resume',
      harm: '`gemini --resume` leaves a file because of which the next start deletes the session (GM009)',
    },
    trajectory: 'gemini-cli',
    idInName: { after: String.raw`session-\d{4}-[\dT-]+-`, isShortened: true },
    innerIds: true,
    nouns: { program: 'Gemini CLI', conversation: 'session' },
    mcpClient: { setup: 'json', home: 'GEMINI_CLI_HOME', session: {} },
  },
  qwen: {
    ...KIND_DEFAULTS,
    letters: 'QW',
    rules: qwenRules,
    subagents: true,
    leavesTraces: true,
    appendsOnly: true,
    conceals: true,
    byFolder: true,
    resume: 'qwen --resume',
    resumesNot: ['misnamed', 'other-folder', 'other-id', 'empty', 'checkpoint'],
    trajectory: 'qwen-code',
    nouns: { program: 'Qwen Code', conversation: 'session' },
  },
  copilot: {
    ...KIND_DEFAULTS,
    letters: 'CP',
    rules: copilotRules,
    appendsOnly: true,
    conceals: true,
    byFolder: true,
    refusesForkAt: true,
    resume: 'copilot --resume',
    nouns: { program: 'GitHub Copilot CLI', conversation: 'session' },
  },
  pi: {
    ...KIND_DEFAULTS,
    letters: 'PI',
    rules: piRules,
    appendsOnly: true,
    countsBranches: true,
    conceals: true,
    byFolder: true,
    resume: 'pi --session',
    resumesNot: ['no-header', 'misplaced', 'other-id', 'unresumable'],
    idInName: { after: String.raw`[\dTZ-]+_`, isShortened: false },
    nouns: { program: 'Pi', conversation: 'session' },
  },
} as const satisfies Record<string, KindTraits>;

interface McpClient {
  /** Setup of a server: the command line before the server's, or a settings format. */
  readonly setup: string;
  readonly home: string;
  /** Where a server finds the conversation that calls it: a variable, or a member of a call's `_meta`. */
  readonly session: { readonly variable?: string; readonly member?: string };
}

export type KindName = keyof typeof KIND_TABLE;

/** Names of kinds, in the order of reports. */
export const KIND_NAMES = Object.keys(KIND_TABLE) as [KindName, ...KindName[]];

export function programOf(kind: KindName): string {
  return (KIND_TABLE[kind] as KindTraits).nouns?.program ?? kind;
}

export function conversationWord(kind: KindName): string {
  return (KIND_TABLE[kind] as KindTraits).nouns?.conversation ?? 'conversation';
}

export function programsWith(trait: 'hasSessions' | 'subagents' | 'leavesTraces' | 'forkCarries' | 'deletes'): string {
  return KIND_NAMES.filter((kind) => Boolean(KIND_TABLE[kind][trait]))
    .map((kind) => programOf(kind))
    .join(', ');
}
