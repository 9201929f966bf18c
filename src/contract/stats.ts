import * as z from 'zod';
import { CONTENTS, STATS_BY } from '../model/stats.ts';
import { absolute, count, countsBy, iso, kind, project, seconds, words } from './words.ts';

const tokens = {
  model: z.string().describe('the model that answered'),
  answers: count.describe('answers, each once, in however many records, forks and copies it is'),
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
};

export const stats = z.strictObject({
  kind,
  root: absolute('the store'),
  project,
  branch: z.optional(z.nullable(z.string())).describe('with `--by branch`, which divides the stores by it'),
  conversations: count,
  active: count,
  archived: count,
  unreadable: count.describe('conversations that the program cannot read'),
  bytes: count,
  messages: count,
  oldest: seconds('the first time a conversation was saved'),
  oldestIso: iso('the same'),
  newest: seconds('the last time a conversation was saved'),
  newestIso: iso('the same'),
  largest: z.array(z.strictObject({ id: z.string(), title: z.nullable(z.string()), bytes: count })),
  roles: countsBy('messages by role'),
  types: countsBy('messages by type'),
  tools: countsBy('tool calls by name'),
  formats: countsBy('conversations by format'),
  months: countsBy('conversations by the month they were begun in'),
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
    .array(z.strictObject({ ...tokens, month: z.nullable(z.string()).describe('as `2026-03`') }))
    .describe('tokens by model and month; empty for kinds whose files do not have them'),
  findings: countsBy('findings by code'),
  healing: countsBy('findings by who may repair them'),
});

export const statsTable = z
  .strictObject({
    what: words(STATS_BY, 'what each row is of'),
    rows: z.array(
      z.strictObject({
        name: z.string(),
        conversations: z
          .optional(count)
          .describe('left out by model and tool; by day, week and month those begun in it'),
        messages: z.optional(count).describe('by project, branch and kind'),
        bytes: z.optional(count).describe('by project, branch and kind'),
        calls: z.optional(count).describe('by tool'),
        tokens: z
          .nullable(
            z.strictObject({ answers: count, input: count, output: count, cacheRead: count, cacheWrite: count }),
          )
          .describe('null where the files do not have them'),
      }),
    ),
  })
  .describe('the first table that `--by` asks for; left out without it');

export const total = z
  .strictObject({
    conversations: count,
    archived: count,
    unreadable: count,
    bytes: count,
    messages: count,
    tokens: z.array(z.strictObject(tokens)),
  })
  .describe('of all stores together');
