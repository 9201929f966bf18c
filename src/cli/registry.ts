import type { Command } from './command.ts';

export interface CommandEntry {
  /** A sentence of at most 58 columns. */
  readonly about: string;
  readonly group: Group;
  readonly alias?: string;
  load(): Promise<Command>;
}

/** In the order of `convo --help`. */
export const GROUPS = ['read', 'check', 'repair', 'undo', 'move', 'share', 'other'] as const;

type Group = (typeof GROUPS)[number];

/** Commands in the order of `convo help flags`; each is loaded on demand. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  list: {
    about: 'list the conversations, in the order of their program',
    group: 'read',
    alias: 'ls',
    load: async () => (await import('./commands/list.ts')).listCommand,
  },
  show: {
    about: 'show one conversation as a transcript',
    group: 'read',
    alias: 'cat',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  diff: {
    about: 'what one conversation has and another lacks',
    group: 'read',
    load: async () => (await import('./commands/diff.ts')).diffCommand,
  },
  grep: {
    about: 'search what was said in all conversations',
    group: 'read',
    load: async () => (await import('./commands/grep.ts')).grepCommand,
  },
  find: {
    about: 'find the conversations that a question is about',
    group: 'read',
    load: async () => (await import('./commands/find.ts')).findCommand,
  },
  why: {
    about: 'say why the program does not list a conversation',
    group: 'read',
    load: async () => (await import('./commands/why.ts')).whyCommand,
  },
  verify: {
    about: 'check every file, and say what the program does with it',
    group: 'check',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  seal: {
    about: 'write hashes that verify can compare with later',
    group: 'check',
    load: async () => (await import('./commands/seal.ts')).sealCommand,
  },
  stats: {
    about: 'count conversations, messages, tools, tokens and findings',
    group: 'read',
    load: async () => (await import('./commands/stats.ts')).statsCommand,
  },
  report: {
    about: 'the stores at a glance; as a page with --html',
    group: 'read',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  'merge-reports': {
    about: 'in CI: join the reports of several shards',
    group: 'other',
    load: async () => (await import('./commands/merge-reports.ts')).mergeReportsCommand,
  },
  export: {
    about: 'write pages, Markdown, JSONL, ATIF or Parquet tables',
    group: 'share',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  secrets: {
    about: 'find keys, tokens and passwords in what was said',
    group: 'check',
    load: async () => (await import('./commands/secrets.ts')).secretsCommand,
  },
  pack: {
    about: 'pack conversations and what belongs to them into a .tar',
    group: 'share',
    load: async () => (await import('./commands/pack.ts')).packCommand,
  },
  unpack: {
    about: 'put the conversations of a pack into a store',
    group: 'share',
    load: async () => (await import('./commands/unpack.ts')).unpackCommand,
  },
  explain: {
    about: 'explain a finding code, or list them all',
    group: 'check',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  heal: {
    about: 'repair what can be repaired, byte by byte',
    group: 'repair',
    load: async () => (await import('./commands/heal.ts')).healCommand,
  },
  migrate: {
    about: 'move conversations to the next format, or back',
    group: 'repair',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  fork: {
    about: 'copy a conversation under a new id',
    group: 'move',
    load: async () => (await import('./commands/fork.ts')).forkCommand,
  },
  archive: {
    about: 'move conversations out of the way',
    group: 'move',
    load: async () => (await import('./commands/archive.ts')).archiveCommand,
  },
  restore: {
    about: 'bring archived conversations back',
    group: 'move',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  delete: {
    about: 'take conversations out of the store, into the journal',
    group: 'move',
    alias: 'rm',
    load: async () => (await import('./commands/delete.ts')).deleteCommand,
  },
  rename: {
    about: 'give a conversation another title',
    group: 'move',
    load: async () => (await import('./commands/rename.ts')).renameCommand,
  },
  tag: {
    about: 'tag a conversation, where its program stores tags',
    group: 'move',
    load: async () => (await import('./commands/tag.ts')).tagCommand,
  },
  keep: {
    about: 'copy what the program would soon delete to a folder',
    group: 'move',
    load: async () => (await import('./commands/keep.ts')).keepCommand,
  },
  rehome: {
    about: 'let conversations follow a project folder that moved',
    group: 'move',
    load: async () => (await import('./commands/rehome.ts')).rehomeCommand,
  },
  runs: {
    about: 'list what was changed; `runs show`, `runs prune`',
    group: 'undo',
    load: async () => (await import('./commands/runs.ts')).runsCommand,
  },
  undo: {
    about: 'undo a run, byte for byte',
    group: 'undo',
    load: async () => (await import('./commands/undo.ts')).undoCommand,
  },
  redo: {
    about: 'bring back a run that was undone',
    group: 'undo',
    load: async () => (await import('./commands/redo.ts')).redoCommand,
  },
  resume: {
    about: 'finish a run that was cut; ID: how to go on with it',
    group: 'undo',
    load: async () => (await import('./commands/resume.ts')).resumeCommand,
  },
  apply: {
    about: 'carry out a saved plan',
    group: 'undo',
    load: async () => (await import('./commands/apply.ts')).applyCommand,
  },
  mcp: {
    about: 'let Claude Code, Codex and others look up conversations',
    group: 'share',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  completion: {
    about: 'print the completions of a shell: bash, zsh or fish',
    group: 'other',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
  demo: {
    about: 'take a tour through a small store of each kind, in its own folder',
    group: 'other',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
};

/** The command of a name or an alias; null for another word. */
export function commandNamed(word: string): string | null {
  const [name = null] = Object.entries(COMMANDS).find(([each, { alias }]) => each === word || alias === word) ?? [];
  return name;
}

export const HELP_TOPICS = ['flags', 'exit-codes'] as const;

export const LISTS = '`convo --help` lists the commands.';
