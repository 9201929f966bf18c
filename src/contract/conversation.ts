import * as z from 'zod';
import { KIND_TABLE } from '../model/kinds.ts';
import { HEALINGS, PROGRAM_ACTIONS, SEVERITIES } from '../model/rules/row.ts';
import { absolute, count, fixedWords, iso, kind, project, seconds, words } from './words.ts';

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
  activeAt: z
    .optional(z.nullable(z.int()))
    .describe('Claude Code, Codex: when something was said last, in whole Unix seconds; elsewhere `updatedAt` is that'),
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
    readable: z
      .boolean()
      .describe(
        'whether the program can read it; for an archived one, after a restore. True beside `messages` of null, as of large files with `--quick`: as far as the ends of the file show',
      ),
    hidden,
    ...times,
    title: z.nullable(z.string()).describe('the title, whole; it may have several lines'),
    messages: z.nullable(count).describe('messages as the program counts them; null where it cannot read the file'),
    bytes: count.describe('size of its file or folder; 0 where only an index names it'),
    phase: z.optional(z.string()).describe('TENEX: the phase it is in'),
    worktree: z.optional(z.string()).describe('`list`: the working copy of a repository that the store is in'),
    branch: z.optional(z.nullable(z.string())).describe('the branch: of the session, or of `worktree`'),
    tag: z.optional(z.nullable(z.string())).describe('Claude Code: the tag of the session'),
    cwd: z.optional(z.nullable(z.string())).describe('the working directory of the session'),
    cwdGone: z
      .optional(z.literal(true))
      .describe(
        '`cwd` is no folder of this machine: `resume` is null where the program needs it, and else starts it anywhere',
      ),
    asked: z
      .optional(z.nullable(z.string()))
      .describe('the first question, where there is no title; Claude Code: also where the title is another'),
    earlier: z
      .optional(count)
      .describe('Codex, of several files of one thread: how many of them are newer; `show ID~1` shows the one of 1'),
    goesOnIn: z
      .optional(z.string())
      .describe('Claude Code: the id of the session that goes on with it, as its `continued-in` record says'),
    lacksSuccessor: z
      .optional(z.boolean())
      .describe(
        'Claude Code: the session of `goesOnIn` has no file in the project folder, as before anything is asked there',
      ),
    isShadowed: z
      .optional(z.boolean())
      .describe('Claude Code: in the folder of its `cwd` the program goes on with another session of its id'),
    cameFrom: z
      .optional(z.array(z.string()))
      .describe('Claude Code: ids of the sessions that go on in it; of `list`, those in its project folder'),
    forkedFrom: z
      .optional(z.string())
      .describe('Claude Code, Codex: the id of the conversation that it was forked from'),
    resumes: z
      .optional(z.literal(false))
      .describe('Codex: the program lists and reads it, and refuses to go on with it (CX102, CX103)'),
    resumeId: z
      .optional(z.string())
      .describe(
        'the id by which the program goes on with it, where its file has another (Codex: CX301), or the beginning of it (Gemini CLI); every command takes it',
      ),
    copyOf: z
      .optional(z.string())
      .describe('where the name of the file is that of a copy: the id of the conversation that it is a copy of'),
    cloud: z
      .optional(z.string())
      .describe('Claude Code: the session of the cloud that it is linked to (`bridge-session`)'),
    daysLeft: z
      .optional(z.nullable(z.int()))
      .describe("days until the program's retention deletes it; 0 or less when it is due"),
    resume: z
      .nullable(z.string())
      .describe(
        'the line for a shell that goes on with it in its program (Gemini CLI: starts the program, where `/resume` goes on with it); null where it cannot, or has no such command',
      ),
    records: z.optional(z.nullable(count)).describe('lines of the file; null where they were not counted'),
    subagents: z
      .optional(
        z.array(
          z.strictObject({
            id: z.string().describe('what `show --agent` takes'),
            asked: z.nullable(z.string()).describe('its first task'),
            messages: count,
          }),
        ),
      )
      .describe('`list --agents`: its subagents, in the order of their files'),
  })
  .meta({ id: 'conversation' });

/** Further data of a program, each under its own key in `show`. A new one is a row here. */
export const SECTIONS = {
  display: 'Rao: what its window shows, row by row',
  file_changes: 'Rao: files that were changed',
  conversation_diffs: 'Rao: diffs of files',
  summaries: 'Rao: summaries',
  background_summarization: 'Rao: the summary in the making',
  plots: 'Rao: plots',
  conversation_vars: 'Rao: conversation variables',
  phaseTransitions: 'TENEX: changes of phase',
  orchestratorTurns: 'TENEX: turns of the orchestrator',
  agentStates: 'TENEX: states of the agents',
  agentContexts: 'TENEX: contexts of the agents',
  agentTodos: 'TENEX: todos of the agents',
  blockedAgents: 'TENEX: agents that are blocked',
  executionTime: 'TENEX: the time it took',
  phaseStartedAt: 'TENEX: when the phase began, in milliseconds',
  otherKeys: 'TENEX: all other keys of the document',
  names: 'names that it had, or has in a file of the program, besides its title',
  reach:
    'the records, and how many of the messages are sent when the program goes on with the file as it is; `onceHealed` has these counts after a heal, and messages that are sent only then have `not sent` in `marks`',
  agents: 'Claude Code: subagents',
} as const;

const picture = z.strictObject({
  type: z.nullable(z.string()).describe('as `image/png`'),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
});

/** `M`: one message as the program hydrates it. */
export const message = z
  .strictObject({
    index: count.describe('its number, from 0; hidden messages keep theirs'),
    id: z.optional(z.string()).describe('its id, where the program gives one'),
    relatedTo: z.optional(z.string()).describe('Rao: the id of the message it belongs to'),
    at: z.string().describe('JSON pointer into the document of the file'),
    role: z
      .nullable(words(['user', 'assistant', 'system', 'tool'], 'who speaks'))
      .describe('who speaks; null where nothing says it'),
    type: words(['text', 'tool_call', 'tool_output', 'reasoning', 'image', 'other'], 'what it is'),
    text: z.nullable(z.string()).describe('what was said; a tool output that is not text is its JSON source'),
    name: z.optional(z.string()).describe('of a tool call: the tool'),
    callId: z.optional(z.string()).describe('ties a tool output to its call'),
    arguments: z.optional(z.string()).describe('of a tool call: its arguments as JSON text'),
    time: z.optional(z.int()).describe('when it was said, in whole Unix seconds'),
    timeIso: z.optional(iso('the same')),
    author: z.optional(z.string()).describe('TENEX: the public key of the author'),
    authorName: z.optional(z.string()).describe('what the author is called'),
    cancelled: z.optional(z.boolean()),
    partial: z.optional(z.boolean()),
    marks: z.optional(z.array(z.string())).describe('what sets it apart, a few words each'),
    tags: z.optional(z.array(z.array(z.string()))).describe('TENEX: the tags of the event, each a name and its values'),
    source: z
      .optional(words(['program', 'summary', 'interruption'], 'what it is where nobody said it'))
      .describe(
        'what it is where nobody said it: words of the program, a summary of what was compacted, a turn cut short',
      ),
    before: z.optional(z.array(z.string())).describe('what a reader should know before it; in `marks` too'),
    model: z.optional(z.string()).describe('Claude Code: the model that answered'),
    duration: z.optional(z.int()).describe('of a tool output: milliseconds from the call to it'),
    failed: z.optional(z.boolean()).describe('of a tool output: the tool failed'),
    agent: z.optional(z.string()).describe('Claude Code: the subagent that a call started'),
    pictures: z.optional(z.array(picture)).describe('pictures and documents in it'),
    words: z.optional(z.string()).describe('its text for a reader, where `text` is in the notation of the program'),
    inherited: z
      .optional(z.boolean())
      .describe('Codex: another thread said it, from which this one goes on; `grep` and `find` find it in that one'),
    offScreen: z
      .optional(z.boolean())
      .describe('Claude Code: it is sent, and on no screen; text and pages have it with `--all` alone'),
    hidden: z.boolean().describe('whether the program shows it only on request; without `--all` those are left out'),
  })
  .meta({ id: 'message' });

export const lost = z
  .strictObject({
    kind,
    root: absolute('the store'),
    project,
    folder: z.nullable(z.string()).describe('the folder that it was about'),
    id: z.string(),
    path: z.nullable(absolute('where its file was')),
    stub: absolute('a file in its place in which nothing was said').optional(),
    kept: absolute('a folder of `convo keep` that has a copy of it').optional(),
    copies: z
      .array(z.string())
      .describe(
        'what `convo restore --from` takes for each copy: the id for the last one, names of files for earlier ones',
      )
      .optional(),
    title: z.string().optional().describe('that of this copy'),
    since: seconds('its first trace'),
    sinceIso: iso('the same'),
    until: seconds('its last trace'),
    untilIso: iso('the same'),
    prompts: z.array(
      z.strictObject({ text: z.string(), time: seconds('when it was typed'), timeIso: iso('the same') }),
    ),
    traces: z.array(
      z.strictObject({
        what: words(['prompts', 'shell', 'file-history', 'companions'], 'what is left of it'),
        path: absolute('where'),
        count: count.describe('prompts, or files in the folder'),
      }),
    ),
    agents: z.array(z.string()).describe('its subagents, whose transcripts are there'),
    originals: z
      .array(
        z.strictObject({
          run: z.string(),
          verb: z.string(),
          path: absolute('where it is kept'),
          from: absolute('where it was'),
        }),
      )
      .describe('its file as it was before a run, the newest last'),
    ways: z.array(z.string()).describe('commands that bring back what there is'),
  })
  .meta({ id: 'lost' });

const LETTERS = Object.values(KIND_TABLE).map(({ letters }) => letters);

export const code = z
  .string()
  .regex(new RegExp(`^(?:${LETTERS.join('|')}|ST)\\d{3}$`))
  .meta({ description: 'a code of docs/findings.md; never renamed or used again', open: true });

const shape = {
  code,
  severity: fixedWords(SEVERITIES, 'how bad it and what follows from it is, after `--severity`'),
  healing: fixedWords(HEALINGS, 'who may repair it'),
  kind,
  root: absolute('the folder the store begins at'),
  project,
  id: z.nullable(z.string()).describe('the conversation; null for a finding about a whole store or project'),
  path: absolute('the file'),
  at: z
    .nullable(z.string())
    .describe('JSON pointer into the document of the file (fnord v0: into its body); null for other files'),
  offset: z.nullable(count).describe('bytes from the start of the file; null where there is no place'),
  line: z.nullable(count).describe('the same place as editors count it, from 1'),
  column: z.nullable(count).describe('from 1, in UTF-16 units'),
  owner: words(PROGRAM_ACTIONS, 'what the program does with the file at its next read or write'),
  message: z.string().min(1).describe('what is wrong, to be read after the name of the file'),
  expected: z.nullable(z.string()).describe('what the program expects there; null where that cannot be said'),
  actual: z
    .nullable(z.string())
    .describe('what is there: its first 48 bytes, or what is known of it; null without a place in a file'),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe('the same on every machine and after edits elsewhere in the file; what a baseline goes by'),
  count: z
    .optional(z.int().positive())
    .describe('of a finding in `truncated`: it says only how many more of its code are in its file than are listed'),
  words: z
    .optional(z.array(z.string()))
    .describe('of a damaged line, in `show`: texts that can be read in it, and that the program passes over'),
  trace: z.optional(z.string()).describe('of ST010: where in convo the error arose'),
};

/** `F`: one finding. */
export const finding = z
  .strictObject({
    ...shape,
    consequences: z
      .optional(z.array(z.strictObject(shape)))
      .describe(
        'what follows from it in its conversation, and goes or is reported apart when it is healed; counted nowhere',
      ),
  })
  .meta({ id: 'finding' });
