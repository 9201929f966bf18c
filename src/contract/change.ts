import * as z from 'zod';
import { CHANGE_COMMANDS } from '../model/change-report.ts';
import { RUN_ID } from '../model/run.ts';
import { code } from './conversation.ts';
import { absolute, count, kind, project, words } from './words.ts';

export const runId = z.string().regex(new RegExp(`^${RUN_ID}$`));

const counts = z
  .strictObject({
    conversations: count,
    messages: count,
    toolCalls: count,
    tasks: count,
    memories: count,
    bytes: count,
  })
  .meta({ id: 'counts' });

const edit = z.strictObject({
  at: count.describe('bytes from the start of the file'),
  line: count,
  column: count,
  removed: z.string().describe('the text that goes, cut to be read'),
  words: z.optional(z.array(z.string())).describe('texts that can be read in what goes, of lines that are no records'),
  inserted: z.string().describe('the text that comes, cut to be read'),
});

const step = z
  .strictObject({
    do: words(
      ['put', 'plant', 'move', 'remove'],
      'create or replace a file, create a folder, move, move to the journal',
    ),
    path: z.string(),
    to: z.optional(z.string()),
    from: z.optional(z.string()).describe('the file that this one is a copy of, with the edits'),
    edits: z.optional(z.array(edit)),
    more: z.optional(count).describe('edits beyond those that are listed'),
  })
  .meta({ id: 'step' });

export const item = z
  .strictObject({
    kind,
    project,
    id: z.nullable(z.string()).describe('the conversation; null for a leftover or an index'),
    path: absolute('its file or folder'),
    state: words(['changed', 'unchanged', 'refused', 'failed', 'not-reached'], 'what became of it'),
    codes: z.array(code).describe('the findings that were healed, or that are in the way'),
    newId: z
      .optional(z.string())
      .describe('of a fork, of a restore under another id, or of a thread of Codex that a heal names by its own id'),
    reason: z.optional(z.string().min(1)).describe('why it was refused, failed or left unchanged'),
    trace: z.optional(z.string()).describe('of ST010: where in convo the error arose'),
    next: z
      .optional(z.string().startsWith('convo '))
      .describe('the command that leads on from a refusal, or goes on with what a heal leaves'),
    notes: z.optional(z.array(z.string())).describe('every loss, and what was carried over'),
    stays: z
      .optional(z.array(code).min(1))
      .describe(
        'of a heal: what was to be healed and stays, beside `codes` of what was refused; without --only that is every error',
      ),
    left: z.optional(z.array(code).min(1)).describe('of a heal: warnings that stay; they do not make the exit code 1'),
    steps: z.optional(z.array(step)).describe('what would be done; on a dry run only'),
  })
  .meta({ id: 'item' });

export const change = z.strictObject({
  schema: z.literal(1),
  command: words(CHANGE_COMMANDS, 'the command'),
  run: z.nullable(runId).describe('the run, for `convo undo`; null when nothing was carried out'),
  dryRun: z.boolean().describe('only shown, or only saved as a plan'),
  plan: z.optional(absolute('the file that the plan was saved to')),
  changed: count,
  unchanged: count,
  refused: count,
  failed: count,
  notReached: z.optional(count.positive()).describe('planned, and not begun before the run stopped'),
  before: counts.describe('what the changed conversations held'),
  after: counts.describe('what they hold now, or would hold'),
  remarks: z.array(z.string()).describe('sentences about the whole run'),
  stays: z
    .optional(z.array(code).min(1))
    .describe('of a heal: what was to be healed and stays, and concerns no single item'),
  stopped: z
    .optional(
      z.strictObject({
        by: words(['interrupted', 'failed', 'refused', 'declined'], 'what stopped it'),
        reason: z.string(),
        hint: z.optional(z.string()).describe('the way out'),
        cut: z.boolean().describe('the run waits for `convo resume` or `convo undo`'),
      }),
    )
    .describe('why it ended early; left out when it did not'),
  items: z.array(item),
});
