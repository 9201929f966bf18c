import * as z from 'zod';
import { count, iso, words } from './words.ts';

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
  reach: 'Claude Code: the records, and how many of the messages are sent when the program goes on',
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
    hidden: z.boolean().describe('whether the program shows it only on request; without `--all` those are left out'),
  })
  .meta({ id: 'message' });
