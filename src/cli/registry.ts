import type { Command } from './command.ts';

/** Its line in `convo --help`, and a loader. */
export interface Registered {
  readonly about: string;
  /** As in shells. */
  readonly alias?: string;
  load(): Promise<Command>;
}

/** In the order of `convo --help`. Each is its own chunk. */
export const COMMANDS: Readonly<Record<string, Registered>> = {
  list: {
    about: 'list the conversations, in the order of the program that owns them',
    alias: 'ls',
    load: async () => (await import('./commands/list.ts')).listCommand,
  },
  show: {
    about: 'show one conversation as a transcript',
    alias: 'cat',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  diff: {
    about: 'say which messages one conversation has and another lacks',
    load: async () => (await import('./commands/diff.ts')).diffCommand,
  },
  grep: {
    about: 'search what was said in all conversations',
    load: async () => (await import('./commands/grep.ts')).grepCommand,
  },
  find: {
    about: 'find the conversations that a question is about',
    load: async () => (await import('./commands/find.ts')).findCommand,
  },
  why: {
    about: 'say why the program does not list a conversation, or lists it otherwise',
    load: async () => (await import('./commands/why.ts')).whyCommand,
  },
  verify: {
    about: 'check every file and say what the program will do with it',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  seal: {
    about: 'write a manifest of hashes that verify can compare with later',
    load: async () => (await import('./commands/seal.ts')).sealCommand,
  },
  stats: {
    about: 'count conversations, messages, tools, sizes and findings',
    load: async () => (await import('./commands/stats.ts')).statsCommand,
  },
  report: {
    about: 'show the stores at a glance: contents, findings, growth, what will be deleted; as a page with --html',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  'merge-reports': {
    about: 'join the reports of several shards into one verdict',
    load: async () => (await import('./commands/merge-reports.ts')).mergeReportsCommand,
  },
  export: {
    about: 'write conversations as pages for a browser, or as Parquet tables',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  secrets: {
    about: 'find keys, tokens and passwords in what was said',
    load: async () => (await import('./commands/secrets.ts')).secretsCommand,
  },
  pack: {
    about: 'pack conversations, with all that belongs to them, into one .tar',
    load: async () => (await import('./commands/pack.ts')).packCommand,
  },
  unpack: {
    about: 'put the conversations of a pack into a store, never over anything',
    load: async () => (await import('./commands/unpack.ts')).unpackCommand,
  },
  explain: {
    about: 'explain a finding code, or list them all',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  heal: {
    about: 'repair what can be repaired, byte by byte',
    load: async () => (await import('./commands/heal.ts')).healCommand,
  },
  migrate: {
    about: 'move conversations to the next format, or back',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  fork: {
    about: 'copy a conversation under a new id',
    load: async () => (await import('./commands/fork.ts')).forkCommand,
  },
  archive: {
    about: 'move conversations out of the way',
    load: async () => (await import('./commands/archive.ts')).archiveCommand,
  },
  restore: {
    about: 'bring archived conversations back',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  delete: {
    about: 'take conversations out of the store, into the journal',
    alias: 'rm',
    load: async () => (await import('./commands/delete.ts')).deleteCommand,
  },
  rename: {
    about: 'give a conversation another title',
    load: async () => (await import('./commands/rename.ts')).renameCommand,
  },
  tag: {
    about: 'tag a conversation, where its program stores tags',
    load: async () => (await import('./commands/tag.ts')).tagCommand,
  },
  keep: {
    about: 'copy what the program would soon delete to a folder',
    load: async () => (await import('./commands/keep.ts')).keepCommand,
  },
  rehome: {
    about: 'after a project folder has moved, let its conversations follow',
    load: async () => (await import('./commands/rehome.ts')).rehomeCommand,
  },
  runs: {
    about: 'list what was changed; `runs show` shows the edits, `runs prune` deletes backups',
    load: async () => (await import('./commands/runs.ts')).runsCommand,
  },
  undo: {
    about: 'undo a run, byte for byte',
    load: async () => (await import('./commands/undo.ts')).undoCommand,
  },
  redo: {
    about: 'bring back a run that was undone',
    load: async () => (await import('./commands/redo.ts')).redoCommand,
  },
  resume: {
    about: 'finish a run that was cut off; with the id of a conversation: how to go on with it',
    load: async () => (await import('./commands/resume.ts')).resumeCommand,
  },
  apply: {
    about: 'carry out a saved plan',
    load: async () => (await import('./commands/apply.ts')).applyCommand,
  },
  mcp: {
    about: 'let Claude Code, Codex and other programs look up past conversations, by the Model Context Protocol',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  completion: {
    about: 'print the completions of a shell: bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
  demo: {
    about: 'take a tour through six small stores, in a folder of its own',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
};

export const LISTS = '`convo --help` lists the commands.';
