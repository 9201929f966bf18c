import { z } from 'zod/v3';
import { spanOf } from '../../../../codecs/json/cursor.ts';
import { elements, isArray, kindOf, lexemeOf, members, textOf, type Value } from '../../../../codecs/json/value.ts';
import { PHASES } from '../sections.ts';
import { fitsHistory } from './fits.ts';

/*
 * The adapter's schemas (docs/formats/tenex.md, "Schemas"), in zod 3, which the adapter has: zod 4 judges numbers and names
 * what is wrong differently. They explain a refusal; nothing they make is ever used.
 */

const phase = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(PHASES));

const transition = z.object({
  from: phase,
  to: phase,
  message: z.string(),
  timestamp: z.number(),
  agentPubkey: z.string(),
  agentName: z.string(),
  reason: z.string().optional(),
  summary: z.string().optional(),
  requirements: z.string().optional(),
  goal: z.string().optional(),
  artifacts: z.any().optional(),
});

const turn = z.object({
  turnId: z.string(),
  timestamp: z.number(),
  phase,
  agents: z.array(z.string()),
  completions: z.array(z.object({ agent: z.string(), message: z.string(), timestamp: z.number().optional() })),
  reason: z.string().optional(),
  isCompleted: z.boolean(),
});

/** One conversation file. */
export const conversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  phase,
  history: z.array(z.string()),
  agentStates: z
    .record(
      z.string(),
      z.object({ lastProcessedMessageIndex: z.number().int().min(0), claudeSessionId: z.string().optional() }),
    )
    .optional(),
  phaseStartedAt: z.number().optional(),
  metadata: z.record(z.string(), z.unknown()),
  phaseTransitions: z.array(transition).optional().default([]),
  orchestratorTurns: z.array(turn).optional().default([]),
  executionTime: z
    .object({
      totalSeconds: z.number(),
      currentSessionStart: z.number().optional(),
      isActive: z.boolean(),
      lastUpdated: z.number(),
    })
    .optional(),
});

/** The index. */
export const indexSchema = z.object({
  conversations: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      createdAt: z.number(),
      updatedAt: z.number(),
      phase: z.string(),
      eventCount: z.number(),
      agentCount: z.number(),
      archived: z.boolean().optional(),
    }),
  ),
});

/** Levels of containers that the schemas look into. */
const DEEPEST = 6;
/** Bytes of the longest text whose wording matters: a phase. */
const LONGEST = 256;

/**
 * What a schema has to see of a value: as JSON.parse gives it, last of equal keys, but long texts are empty and what is
 * deeper than any schema looks is null. A history is judged by it without a copy of its events.
 */
export function schemaShape(value: Value, depth = 0): unknown {
  switch (kindOf(value)) {
    case 'object':
      return depth < DEEPEST ? objectShape(value, depth) : {};
    case 'array':
      return depth < DEEPEST ? elements(value).map((each) => schemaShape(each, depth + 1)) : [];
    case 'string':
      return spanOf(value).end - spanOf(value).start > LONGEST ? '' : textOf(value);
    case 'number':
      return Number(lexemeOf(value));
    case 'null':
      return null;
    default:
      return kindOf(value) === 'true';
  }
}

function objectShape(value: Value, depth: number): Record<string, unknown> {
  const shape: Record<string, unknown> = {};
  for (const { key, value: each } of members(value)) {
    const name = textOf(key);
    const made = name === 'history' && depth === 0 ? historyShape(each) : schemaShape(each, depth + 1);
    // Assigning to `__proto__` would make no member.
    if (name === '__proto__')
      Object.defineProperty(shape, name, { value: made, enumerable: true, configurable: true, writable: true });
    else shape[name] = made;
  }
  return shape;
}

/** Of a history the schema makes an object for every element that it is shown: of texts it is shown none, of any other thing its kind. */
function historyShape(value: Value): unknown {
  if (!isArray(value)) return schemaShape(value, 1);
  return fitsHistory(value) ? [] : elements(value).map((each) => schemaShape(each, DEEPEST));
}
