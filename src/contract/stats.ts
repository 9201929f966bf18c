import * as z from 'zod';
import { CONTENTS, STATS_BY } from '../model/stats.ts';
import { code, conversation, finding } from './conversation.ts';
import { absolute, count, countsBy, iso, kind, project, seconds, words } from './words.ts';

const sums = {
  answers: count.describe('answers, each once, in however many records, forks and copies it is'),
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  cost: z.optional(z.number()).describe('with `--cost`: by the prices of your config file, in their currency'),
  unpriced: z.optional(count).describe('with `--cost`: answers of models without a price, which are not in `cost`'),
};

const tokens = { model: z.string().describe('the model that answered'), ...sums };

export const stats = z.strictObject({
  kind,
  root: absolute('the store'),
  project,
  cwd: z.optional(z.nullable(z.string())).describe('the topmost folder of its conversations'),
  branch: z
    .optional(z.nullable(z.string()))
    .describe(
      'with `--by branch`, which divides the stores by it; tokens and messages of Claude Code count on the branch where each was written, a conversation and its bytes on its last: without one of its own a branch has `conversations` 0',
    ),
  session: z
    .optional(z.nullable(z.string()))
    .describe(
      'with `--by session`, which divides the stores by it: the id of the conversation; null for findings of none',
    ),
  conversations: count.describe(
    'several files of one id count once; `list` and `verify` count each file that `list` has a row for (`earlier`)',
  ),
  active: count,
  archived: count,
  unreadable: count.describe('conversations that the program cannot read'),
  hidden: z
    .optional(count)
    .describe('active ones that the list of their program leaves out; `list` and the overview count them apart'),
  bytes: count,
  messages: count,
  oldest: seconds('the first time a conversation was saved'),
  oldestIso: iso('the same'),
  newest: seconds('the last time a conversation was saved'),
  newestIso: iso('the same'),
  largest: z.array(
    z.strictObject({
      id: z.string(),
      title: z.nullable(z.string()),
      asked: z.optional(z.string()).describe('the first question, where the title is something else'),
      bytes: count,
    }),
  ),
  roles: countsBy('messages by role'),
  types: countsBy('messages by type'),
  tools: countsBy('tool calls by name; `others` has those of rarer tools too, of more than 200'),
  otherCalls: z.optional(count).describe('calls of these rarer tools alone; left out where there are none'),
  formats: countsBy('conversations by format'),
  months: countsBy('conversations by the month they were begun in, in UTC'),
  contents: z
    .array(
      z.strictObject({
        what: words(CONTENTS, 'what the bytes hold'),
        type: z.nullable(z.string()).describe('of `records`, their type; null for all further types together'),
        bytes: count,
        count: count.describe('blocks, records, lines or files'),
      }),
    )
    .describe('where the bytes go, the most first; empty for kinds that do not tell'),
  tokens: z
    .array(z.strictObject({ ...tokens, month: z.nullable(z.string()).describe('as `2026-03`, in UTC') }))
    .describe('tokens by model and month; empty for kinds whose files do not have them'),
  findings: countsBy('findings by code'),
  healing: countsBy('findings by who may repair them'),
});

const rowNumbers = {
  conversations: z
    .optional(count)
    .describe('left out by model and tool; by day, week and month, which are those of UTC, those begun in it'),
  messages: z.optional(count).describe('by project, branch, session and kind'),
  bytes: z.optional(count).describe('by project, branch, session and kind'),
  calls: z.optional(count).describe('by tool'),
  tokens: z.nullable(z.strictObject(sums).meta({ id: 'tokens' })).describe('null where the files do not have them'),
};

const statsTogether = z
  .strictObject({
    what: z.array(words(STATS_BY, 'what the rows are of')),
    rows: z.array(
      z.strictObject({ names: z.array(z.string()).describe('one of each of `what`, in their order'), ...rowNumbers }),
    ),
  })
  .describe('one table by all that `--by` asks for, where it asks for several; none of tools with a time or a model');

const statsTable = z
  .strictObject({
    what: words(STATS_BY, 'what each row is of'),
    rows: z.array(z.strictObject({ name: z.string(), ...rowNumbers })),
  })
  .describe('the first table that `--by` asks for; left out without it');

export const statsTables = {
  by: z.optional(statsTable),
  tables: z.optional(z.array(statsTable)).describe('all tables, where `--by` asks for several'),
  together: z.optional(statsTogether),
};

export const total = z
  .strictObject({
    conversations: count,
    archived: count,
    unreadable: count,
    hidden: z.optional(count),
    bytes: count,
    messages: count,
    tokens: z.array(z.strictObject(tokens)),
  })
  .describe('of all stores together');

export const byCode = z.array(
  z.strictObject({
    code,
    count: count.describe('how many there are of this code'),
    beside: z
      .optional(count)
      .describe('more of this code, reported with findings of other codes that they explain or follow from'),
    next: z.string().describe('the command that goes on'),
    first: finding.describe('the first of them'),
  }),
);

export const overview = {
  commands: ['overview'],
  about: 'Of `convo --json` without a command: the stores here, and what needs someone.',
  schema: z.strictObject({
    schema: z.literal(1),
    command: z.literal('overview'),
    isCut: z.boolean().describe('true where a run was cut off, or is at work'),
    deletions: z
      .array(
        z.strictObject({
          kind,
          due: count.describe('at its next start'),
          soon: count.describe('within 7 days'),
          firstIn: z.optional(count).describe('whole days until the first of `soon`'),
          kept: z.optional(count).describe('of both, those of which `convo keep` made a copy'),
        }),
      )
      .describe('conversations that a program deletes'),
    leftFolders: z
      .array(z.strictObject({ kind, folder: z.string(), conversations: count }))
      .describe('folders that are gone, and the conversations that their program finds by them'),
    isJudged: z.boolean().describe('false where there is too much to judge: then nothing is in the next two'),
    findings: byCode.describe('errors, and what could not be judged, by code'),
    warnings: count,
    isHere: z.boolean().describe('true where `newest` is of the folder that convo runs in'),
    newest: z.array(conversation).describe('the five that changed last'),
    stores: z
      .array(
        z.strictObject({
          kind,
          root: absolute('the store'),
          projects: count,
          conversations: count,
          bytes: count,
          archived: z.optional(count).describe('conversations beside those'),
        }),
      )
      .describe('with their active conversations; empty where there is no store'),
    hidden: count.describe('conversations that their programs do not list'),
  }),
};
