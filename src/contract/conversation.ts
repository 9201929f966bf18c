import * as z from 'zod';
import { absolute, count, iso, kind, project, seconds, words } from './words.ts';

export const hidden = z
  .nullable(z.string())
  .describe("why the program's own list leaves it out, in a word; null when it is listed. The words are below");

const times = {
  timestamp: seconds('what the program sorts by; null where it sorts otherwise'),
  timestampIso: iso('the same'),
  createdAt: seconds('when it was begun'),
  createdAtIso: iso('the same'),
  updatedAt: seconds('when it was saved last'),
  updatedAtIso: iso('the same'),
  iso: z
    .strictObject({
      timestamp: z.nullable(z.string()),
      createdAt: z.nullable(z.string()),
      updatedAt: z.nullable(z.string()),
    })
    .describe('the three times once more; new scripts take `timestampIso` and its like'),
};

/** `C`: one conversation. */
export const conversation = z
  .strictObject({
    kind,
    root: absolute('the folder the store begins at, spelled as it was given'),
    project,
    id: z.string().describe('the id; not unique across projects in every kind'),
    path: absolute('its file (Rao: its folder), or where the file should be'),
    format: z.nullable(z.string()).meta({
      description: 'the format on disk, such as v0, v1, tenex-e7, rao or claude; null if unknown',
      open: true,
    }),
    state: words(['active', 'archived'], 'where the program keeps it'),
    readable: z.boolean().describe('whether the program can read it; for an archived one, after a restore'),
    hidden,
    ...times,
    title: z.nullable(z.string()).describe('the title, whole; it may have several lines'),
    messages: z.nullable(count).describe('messages as the program counts them; null where it cannot read the file'),
    bytes: count.describe('size of its file or folder; 0 where only an index names it'),
    phase: z.optional(z.string()).describe('TENEX: the phase it is in'),
    worktree: z.optional(z.string()).describe('`list`: the working copy of a repository that the store is in'),
    branch: z.optional(z.nullable(z.string())).describe('the branch: of the session (Claude Code), or of `worktree`'),
    tag: z.optional(z.nullable(z.string())).describe('Claude Code: the tag of the session'),
    cwd: z.optional(z.nullable(z.string())).describe('Claude Code: the working directory of the session'),
    asked: z.optional(z.nullable(z.string())).describe('Claude Code: the first question, where the title is not that'),
    earlier: z
      .optional(count)
      .describe('Codex, of several files of one thread: how many of them are newer; `show ID~1` shows the one of 1'),
    goesOnIn: z
      .optional(z.string())
      .describe('Claude Code: the id of the session that goes on with it, as its `continued-in` record says'),
    cameFrom: z
      .optional(z.array(z.string()))
      .describe('Claude Code: ids of the sessions that go on in it; of `list`, those in its project folder'),
    forkedFrom: z
      .optional(z.string())
      .describe('Claude Code, Codex: the id of the conversation that it was forked from'),
    cloud: z
      .optional(z.string())
      .describe('Claude Code: the session of the cloud that it is linked to (`bridge-session`)'),
    daysLeft: z
      .optional(z.nullable(z.int()))
      .describe("Claude Code: days until the program's retention deletes it; 0 or less when it is due"),
    resume: z
      .nullable(z.string())
      .describe(
        'the line for a shell that goes on with it in its program; null where it cannot, or has no such command',
      ),
    records: z.optional(z.nullable(count)).describe('Claude Code: lines of the file; null where they were not counted'),
  })
  .meta({ id: 'conversation' });
