import { z } from 'zod/v3';
import { PHASES } from '../../../../src/stores/tenex/read/members.ts';

/*
 * The adapter's schemas (docs/formats/tenex.md, "Schemas"), in zod 3, which the adapter has: zod 4 judges numbers and names what is
 * wrong differently.
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
