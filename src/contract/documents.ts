import * as z from 'zod';
import { CHANGE_COMMANDS } from '../model/change-report.ts';
import { change, item, runId } from './change.ts';
import { code, conversation, finding, hidden, lost } from './conversation.ts';
import { diff, list, resumed, schema, show, truncated } from './reading.ts';
import { search } from './search.ts';
import { byCode, overview, stats, statsTables, total } from './stats.ts';
import { absolute, count, type Inferred, iso, words } from './words.ts';

const helpFlag = z.strictObject({
  flags: z.string().describe('as it is typed: `--fail-on <what>`'),
  about: z.string(),
  many: z.boolean().describe('may be given several times'),
});

const summary = z
  .strictObject({
    stores: count,
    conversations: count.describe('rows of `list`: several files of one id count each, and in `stats` once'),
    files: count,
    bytes: count,
    errors: count,
    warnings: count,
    infos: count,
    unjudged: count.describe('what could not be judged: the exit code is 3'),
    ignored: z.optional(count).describe('with a config file: findings that it leaves out, in no other count'),
    known: z.optional(count).describe('with `--baseline`: findings that it accepts, in no other count'),
  })
  .meta({ id: 'summary' });

const run = z.strictObject({
  id: runId.describe('the same in each store that it changed'),
  number: z.int().positive().describe('counts the runs of its store, from 1'),
  command: z.nullable(z.string()).meta({ description: 'null for a run whose journal cannot be read', open: true }),
  startedAt: z.int(),
  startedAtIso: iso('the same'),
  state: words(['done', 'cut', 'undone', 'unreadable'], 'where it is'),
  changed: count,
  standing: count.describe('changes that are not undone'),
  bytesKept: count.describe('size of the originals in its journal'),
  root: absolute('the store'),
  reason: z.optional(z.string()).describe('why its journal cannot be read'),
  items: z.optional(z.array(item)).describe('`runs show`: what it changed'),
});

export interface ContractDocument {
  readonly commands: readonly string[];
  readonly about: string;
  readonly schema: z.ZodType;
}

const verify = {
  commands: ['verify'],
  about:
    'Every finding; of `merge-reports`, those of all shards. The document is written as it is made, so `summary` comes last.',
  schema: z.strictObject({
    schema,
    command: z.literal('verify'),
    findings: z.array(finding),
    truncated,
    summary,
    interrupted: z.optional(z.literal(true)).describe('not everything was looked at'),
  }),
};

const changes = {
  commands: CHANGE_COMMANDS,
  about: 'What was done, or with `--dry-run` what would be.',
  schema: change,
};

const others = {
  overview,
  resumed,
  runs: {
    commands: ['runs'],
    about:
      'What was changed in the stores, oldest first, with an entry for each store of a run; `runs show` has one run, `runs prune` those that were deleted.',
    schema: z.strictObject({ schema, command: z.literal('runs'), runs: z.array(run) }),
  },
  stats: {
    commands: ['stats'],
    about: 'The numbers of each project of each store.',
    schema: z.strictObject({
      schema,
      command: z.literal('stats'),
      stores: z.array(stats),
      total,
      ...statsTables,
      findings: z.array(finding).describe('why conversations were not counted whole'),
    }),
  },
  report: {
    commands: ['report'],
    about: 'The stores at a glance: what `stats` counts, what `verify` counts, and what will be deleted soon.',
    schema: z.strictObject({
      schema,
      command: z.literal('report'),
      stores: z.array(stats),
      total,
      summary,
      findings: byCode.describe('by code, the gravest first'),
      due: z.array(conversation).describe('what its program deletes within 7 days, the first to go first'),
    }),
  },
  seal: {
    commands: ['seal'],
    about: 'What was sealed; the manifest itself is in the file.',
    schema: z.strictObject({
      schema,
      command: z.literal('seal'),
      base: absolute('the folder that the paths in the manifest are relative to'),
      output: z.string().describe('the manifest'),
      conversations: count,
      files: count,
      bytes: count,
    }),
  },
  export: {
    commands: ['export'],
    about: 'What was written.',
    schema: z.strictObject({
      schema,
      command: z.literal('export'),
      output: absolute('the folder'),
      conversations: count.describe('rows, or pages'),
      messages: z.optional(count).describe('rows, of tables'),
      findings: z.optional(count).describe('rows, of tables'),
      answers: z.optional(count).describe('rows, of tables: answers of which the tokens are known'),
      host: z.optional(z.string()).describe('of tables: the machine that they are of'),
      date: z.optional(z.string()).describe('of tables: the day that they are of, as `2026-01-31`'),
      files: count,
      bytes: count.describe('size of the files'),
      notExported: z
        .optional(
          z.array(
            z.strictObject({ id: z.string(), kind: finding.shape.kind, message: z.string().describe('why, in words') }),
          ),
        )
        .describe('of pages, lines and trajectories: conversations that have none; with any the exit code is 3'),
      notWhole: z.array(finding).describe('what kept conversations from being exported whole'),
    }),
  },
  pack: {
    commands: ['pack'],
    about: 'What was packed; the manifest is in the file.',
    schema: z.strictObject({
      schema,
      command: z.literal('pack'),
      output: absolute('the .tar'),
      conversations: count,
      files: count.describe('files of stores'),
      bytes: count.describe('size of the .tar'),
      damaged: z
        .array(
          z.strictObject({
            id: z.string(),
            path: absolute('its file or folder'),
            codes: z.array(code).describe('its errors and warnings'),
          }),
        )
        .describe('conversations that are packed with their damage'),
      grown: z
        .array(absolute('a file'))
        .describe('files that a program appended to meanwhile: packed as they were when they were looked at'),
      leftOut: z.array(z.string()).describe('what belongs to these conversations and is not packed, and why'),
      unseen: z.array(z.string()).describe('what could not be looked into: with any the exit code is 3'),
    }),
  },
  explain: {
    commands: ['explain'],
    about: 'The pages of docs/findings.',
    schema: z.strictObject({
      schema,
      command: z.literal('explain'),
      findings: z.array(
        z.strictObject({
          code,
          severity: finding.shape.severity,
          healing: finding.shape.healing,
          unjudged: z.optional(z.literal(true)),
          title: z.string(),
          meaning: z.string(),
          owner: z.string().describe('what the program does with it'),
          sound: z.string(),
          unknown: z.string(),
          next: z.string(),
          retired: z.optional(z.string()).describe('why it is no longer given; left out for a code that is'),
        }),
      ),
    }),
  },
  help: {
    commands: ['help'],
    about: 'Of `convo --help`, `convo COMMAND --help` and `convo help flags`: what each command takes.',
    schema: z.strictObject({
      schema,
      command: z.literal('help'),
      commands: z.array(
        z.strictObject({
          name: z.string(),
          alias: z.optional(z.string()).describe('another name of it'),
          group: z.string().describe('what it is for: read, check, repair, undo, move, share or other'),
          about: z.string(),
          details: z.string(),
          operands: z.string().describe('such as `[ID...]`; empty for none'),
          flags: z.array(helpFlag),
          examples: z.array(z.strictObject({ line: z.string(), meaning: z.string() })),
        }),
      ),
      flags: z.array(helpFlag).describe('that every command takes'),
      exits: z.array(z.strictObject({ code: count, meaning: z.string() })).describe('what each exit code means'),
    }),
  },
  secrets: {
    commands: ['secrets'],
    about: 'Where secrets are, and by which rule: never what they are.',
    schema: z.strictObject({
      schema,
      command: z.literal('secrets'),
      conversations: count.describe('searched whole'),
      partly: z.optional(count).describe('searched without what is damaged'),
      lost: z.optional(count).describe('whose files are gone, and whose typed prompts were searched'),
      different: z.optional(count).describe('how many different secrets there are: one may be in several places'),
      findings: z.array(finding).describe('why the others were not, or only in part'),
      secrets: z.array(
        z.strictObject({
          kind: z.string(),
          root: z.string(),
          project: z.nullable(z.string()),
          id: z.string().describe('where no conversation has it, the name of the file that has it'),
          path: z.string(),
          index: z.nullable(count).describe('the number of the message; null for what is beside the messages'),
          agent: z.string().describe('the subagent whose transcript has it: `ID@AGENT:NUMBER`').optional(),
          where: z.string().describe('who said it, the tool, or what is beside the messages: `title`, `memory`'),
          rule: z.string().describe('the id of the rule of gitleaks'),
          length: count.describe('UTF-16 units'),
          file: z.string().describe('the file that has it, where no message does').optional(),
          line: count.describe('the line of that file, from 1').optional(),
        }),
      ),
    }),
  },
  ...search,
  why: {
    commands: ['why'],
    about: "Why the program's own list leaves a conversation out, or has it otherwise than it is on disk.",
    schema: z.strictObject({
      schema,
      command: z.literal('why'),
      conversation,
      hidden,
      reasons: z.array(
        z.strictObject({
          reason: z.string().meta({ description: 'a word of the table below', open: true }),
          message: z.string(),
          remedy: z.nullable(z.string()).describe('the command that would change that'),
          findings: z.array(finding),
        }),
      ),
      lost: z.optional(lost).describe('what is left of one whose file is gone'),
    }),
  },
};

const error = {
  commands: [],
  about: 'In place of an answer, of any command; `command` is null when none was recognised.',
  schema: z.strictObject({
    schema,
    command: z.nullable(z.string()),
    error: z.strictObject({
      code: words(['usage', 'no-match', 'failed', 'refused', 'interrupted'], 'why there is no answer'),
      message: z.string(),
      hint: z.nullable(z.string()).describe('the way out'),
    }),
  }),
};

/** Every document of the JSON contract. A new command is a row here, or a word of `CHANGE_COMMANDS`. */
export const DOCUMENTS = { list, show, diff, verify, change: changes, ...others, error } as const satisfies Readonly<
  Record<string, ContractDocument>
>;

export type Members<K extends keyof typeof DOCUMENTS> = Omit<
  Inferred<(typeof DOCUMENTS)[K]['schema']>,
  'schema' | 'command'
>;

export function documentOf(value: unknown): ContractDocument | undefined {
  const { command, conversation: one, error: failure } = z.record(z.string(), z.unknown()).parse(value);
  if (failure !== undefined) return DOCUMENTS.error;
  if (command === 'resume' && one !== undefined) return DOCUMENTS.resumed;
  return Object.values<ContractDocument>(DOCUMENTS).find(({ commands }) => commands.some((name) => name === command));
}
