import type { Command } from './command.ts';

/** A command before its code is loaded: its line in `convo --help`, and the code. */
export interface Registered {
  readonly about: string;
  load(): Promise<Command>;
}

/** Every command, in the order of `convo --help`. Each is a chunk of its own, loaded when it is called. */
export const COMMANDS: Readonly<Record<string, Registered>> = {
  list: {
    about: 'list the conversations, in the order of the program that owns them',
    load: async () => (await import('./commands/list.ts')).list,
  },
  show: {
    about: 'show one conversation as a transcript',
    load: async () => (await import('./commands/show.ts')).show,
  },
  why: {
    about: 'say why the program does not list a conversation, or lists it otherwise',
    load: async () => (await import('./commands/why.ts')).why,
  },
  verify: {
    about: 'check every file and say what the program will do with it',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  seal: {
    about: 'write a manifest of hashes that verify can compare with later',
    load: async () => (await import('./commands/seal.ts')).seal,
  },
  stats: {
    about: 'count conversations, messages, tools, sizes and findings',
    load: async () => (await import('./commands/stats.ts')).stats,
  },
  'merge-reports': {
    about: 'join the reports of several shards into one verdict',
    load: async () => (await import('./commands/merge-reports.ts')).mergeReports,
  },
  export: {
    about: 'write conversations, messages and findings as Parquet tables',
    load: async () => (await import('./commands/export.ts')).exportTables,
  },
  explain: {
    about: 'explain a finding code, or list them all',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  heal: {
    about: 'repair what can be repaired, byte by byte',
    load: async () => (await import('./commands/heal.ts')).heal,
  },
  migrate: {
    about: 'move conversations to the next format, or back',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  fork: {
    about: 'copy a conversation under a new id',
    load: async () => (await import('./commands/fork.ts')).fork,
  },
  archive: {
    about: 'move conversations out of the way',
    load: async () => (await import('./commands/archive.ts')).archive,
  },
  restore: {
    about: 'bring archived conversations back',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  delete: {
    about: 'take conversations out of the store, into the journal',
    load: async () => (await import('./commands/delete.ts')).remove,
  },
  rename: {
    about: 'give a conversation another title',
    load: async () => (await import('./commands/rename.ts')).rename,
  },
  tag: {
    about: 'tag a conversation, where its program stores tags',
    load: async () => (await import('./commands/tag.ts')).tag,
  },
  keep: {
    about: 'copy what the program would soon delete to a folder',
    load: async () => (await import('./commands/keep.ts')).keep,
  },
  rehome: {
    about: 'after a project folder has moved, let its conversations follow',
    load: async () => (await import('./commands/rehome.ts')).rehome,
  },
  runs: {
    about: 'list what was changed; `runs show` shows the edits, `runs prune` deletes backups',
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  undo: {
    about: 'undo a run, byte for byte',
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  redo: {
    about: 'bring back a run that was undone',
    load: async () => (await import('./commands/redo.ts')).redo,
  },
  resume: {
    about: 'finish a run that was cut off',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  apply: {
    about: 'carry out a saved plan',
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  completion: {
    about: 'print the completions of a shell: bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  demo: {
    about: 'take a tour through four small stores, in a folder of its own',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
};
