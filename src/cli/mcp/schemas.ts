import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';

const count = (max: number, usual: number) => z.int().min(1).max(max).default(usual);
const when = z.string().max(40).describe('3d, 2w, 2026-01-31');
const archived = z.boolean().optional().describe('archived ones too');

/** A schema that refuses other arguments: with a misspelt filter, a call would get too much. */
function input<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ') || 'none';
  const error: z.core.$ZodErrorMap = (issue) =>
    issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys.join(', ')}; known are: ${known}` : undefined;
  return z.preprocess(withoutAdded, z.strictObject(shape, { error }));
}

/** Removes `wait_for_previous`, which Gemini CLI adds to calls of every tool, though no schema names it. */
function withoutAdded(call: unknown): unknown {
  if (typeof call !== 'object' || call === null) return call;
  const { wait_for_previous: _, ...rest } = call as Record<string, unknown>;
  return rest;
}

export const INPUT_SCHEMAS = {
  find_conversations: input({
    question: z.string().min(1).max(2000).describe('in your own words'),
    limit: count(20, 5),
    archived,
  }),
  search_text: input({
    text: z.string().min(1).max(2000).describe('exact, or RE2'),
    regex: z.boolean().optional(),
    role: z.enum(['user', 'assistant', 'system', 'tool']).optional(),
    since: when.optional(),
    limit: count(50, 10).describe('conversations'),
    archived,
  }),
  list_conversations: input({
    since: when.optional(),
    until: z.string().max(40).optional(),
    limit: count(200, 20),
    archived,
  }),
  read_conversation: input({
    id: z.string().min(1).max(300).describe('ID, or ID:NUMBER for around a message'),
    from: z.int().min(0).max(1e9).default(0).describe('message; `next` reads on'),
    offset: z.int().min(0).max(1e9).default(0).describe('characters of it to skip: `next_offset`'),
    prompts_only: z.boolean().optional().describe('what the user asked'),
    all: z.boolean().optional().describe('also hidden ones, as before a compaction'),
    max_characters: z.int().min(200).max(100_000).default(12_000),
  }),
  why_missing: input({ id: z.string().min(1).max(300) }),
  check_stores: input({}),
} as const;

const conversation = z.object({
  id: z.string(),
  program: z.string(),
  project: z.string().optional(),
  title: z.string().optional(),
  changed: z.string().optional(),
  age: z.string(),
  archived: z.boolean().optional(),
  being_written: z.boolean().optional(),
});

/** A lost conversation has no file, only typed prompts. */
const found = conversation.extend({ lost: z.boolean().optional() });

const counts = { searched: z.int(), not_reached: z.int(), not_read: z.array(z.string()) };

export const OUTPUT_SCHEMAS = {
  find_conversations: z.object({
    answers: z.array(found.extend({ message: z.int(), text: z.string(), alike: z.array(z.string()).optional() })),
    nowhere: z.array(z.string()).optional(),
    ...counts,
  }),
  search_text: z.object({
    matches: z.array(
      found.extend({
        count: z.int(),
        messages: z.array(
          z.object({ message: z.int(), speaker: z.string(), type: z.string().optional(), text: z.string() }),
        ),
      }),
    ),
    ...counts,
  }),
  list_conversations: z.object({ conversations: z.array(conversation), more: z.int(), hidden: z.int().optional() }),
  read_conversation: z.object({
    conversation,
    messages: z.array(
      z.object({
        message: z.int(),
        speaker: z.string(),
        type: z.string().optional(),
        time: z.string().optional(),
        text: z.string(),
        cut: z.boolean().optional(),
        hidden: z.boolean().optional(),
      }),
    ),
    next: z.int().optional(),
    next_offset: z.int().optional(),
    left_out: z.int().optional(),
    damage: z.array(z.string()),
  }),
  why_missing: z.object({ answer: z.string() }),
  check_stores: z.object({ answer: z.string(), errors: z.int(), warnings: z.int() }),
} as const;

/** A schema for clients, without members that only convo needs, since every session sends it. */
export function clientSchema<T>(schema: z.ZodType<T>): StandardSchemaWithJSON<unknown, T> {
  const standard = schema['~standard'];
  const without = (keys: readonly string[], json: Record<string, unknown>): Record<string, unknown> =>
    JSON.parse(JSON.stringify(json, (key, value: unknown) => (keys.includes(key) ? undefined : value)));
  const jsonSchema: typeof standard.jsonSchema = {
    input: (how) => without(OMITTED, standard.jsonSchema.input(how)),
    output: (how) => without([...OMITTED, 'required', 'maximum'], standard.jsonSchema.output(how)),
  };
  return { '~standard': { ...standard, jsonSchema } };
}

/** Members that the schema omits; broken bounds of texts are reported. */
const OMITTED = ['$schema', 'additionalProperties', 'minLength', 'maxLength', 'minimum'];

export type ToolName = keyof typeof INPUT_SCHEMAS;
export type ToolInput<Name extends ToolName> = z.infer<(typeof INPUT_SCHEMAS)[Name]>;
export type ToolOutput<Name extends ToolName> = z.infer<(typeof OUTPUT_SCHEMAS)[Name]>;
export type ConversationBrief = z.infer<typeof found>;
