import * as z from 'zod';
import { refusePath } from '../model/check-change.ts';
import { KIND_NAMES } from '../model/kinds.ts';
import type { Change, PlanHeader } from '../model/plan.ts';
import { addedLater } from './words.ts';

const base64 = z.base64().transform(bytesOfBase64);
const count = z.int().nonnegative();
const path = z.string().superRefine((text, context) => {
  const reason = refusePath(text);
  if (reason !== null) context.addIssue({ code: 'custom', message: `the path ${JSON.stringify(text)} ${reason}` });
});
const root = z
  .string()
  .startsWith('/')
  .refine((text) => !text.includes('\0'), 'holds a NUL');
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const edits = z.array(z.strictObject({ at: count, remove: count, insert: base64 }));
const fromBytes = z.strictObject({ from: z.literal('bytes'), bytes: base64 });
const fromCopy = z.strictObject({ from: z.literal('copy'), path, was: digest, edits });
const fromRange = z.strictObject({
  from: z.literal('range'),
  file: root,
  at: count,
  size: count,
  was: digest,
  mode: count.max(0o777),
  mtimeMs: z.number(),
  edits,
});
const content = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('edits'), edits }),
  fromBytes,
  fromCopy,
  fromRange,
]);
const planted = z.strictObject({
  path,
  content: z.discriminatedUnion('from', [fromBytes, fromCopy, fromRange]),
  keepTime: z.literal(true).optional(),
});
const what = z.enum(['file', 'folder']);
const step = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('put'),
    path,
    was: z.union([digest, z.literal('absent')]),
    content,
    keepTime: z.literal(true).optional(),
    isPrivate: z.literal(true).optional(),
  }),
  z.strictObject({ do: z.literal('plant'), path, files: z.array(planted) }),
  z.strictObject({ do: z.literal('move'), what, from: path, to: path, was: digest }),
  z.strictObject({ do: z.literal('remove'), what, path, was: digest }),
]);
const kind = z.enum(KIND_NAMES);
const counts = z.strictObject({
  conversations: count,
  messages: count,
  toolCalls: count,
  tasks: count,
  memories: count,
  bytes: count,
});
export const planChange = z.strictObject({
  kind,
  project: z.string().nullable(),
  ids: z.array(z.string()),
  path,
  codes: z.array(z.string()),
  steps: z.array(step),
  locks: z.array(z.strictObject({ path, staleAfter: z.number().positive() })),
  keep: z.enum(['link', 'copy']),
  items: z
    .array(
      z.strictObject({ id: z.string().nullable(), path, codes: z.array(z.string()), newId: z.string().optional() }),
    )
    .optional(),
  counts: z.strictObject({ before: counts, after: counts }).optional(),
}) satisfies z.ZodType<Change>;
const texts = z.array(z.string());
const request = z.strictObject({
  flags: z.strictObject({
    only: texts.nullable(),
    lossy: z.boolean(),
    timestamp: z.number().nullable(),
    cwd: addedLater(z.string().nullable(), null),
    mapPhase: z.array(z.tuple([z.string(), z.string()])),
    to: z.string().nullable(),
    phase: z.string().nullable(),
    at: z.string().nullable(),
    dropApprovals: z.boolean(),
    independent: addedLater(z.boolean(), false),
    carry: z.array(z.enum(['changes', 'remote'])),
    as: z.string().nullable(),
    from: addedLater(z.string().nullable(), null),
    title: z.string(),
    tag: z.string().nullable(),
    moved: z.strictObject({ from: z.string(), to: z.string() }),
  }),
  ids: texts.nullable(),
  projects: texts,
  scope: z.string().nullable(),
  file: path.nullable(),
  until: z.number().nullable(),
  force: z.boolean(),
  seed: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullable(),
  stores: z.array(z.strictObject({ kind, root, scope: z.string().nullable(), file: path.nullable() })).optional(),
  store: root.nullable(),
});
const header = z.strictObject({
  plan: z.literal(1),
  command: z.string(),
  kind,
  root,
  madeAt: z.number(),
  newRoot: z.literal(true).optional(),
  request: request.optional(),
}) satisfies z.ZodType<PlanHeader>;
/** Plans of earlier versions have neither `hasEnd` nor a last line. */
export const savedHeader = header.extend({ hasEnd: z.literal(true).optional() });
export const planEnd = z.strictObject({ end: count });
export const intended = z.strictObject({
  change: planChange,
  becomes: z.array(digest.nullable()),
  made: z.array(path),
  refused: z.string().nullable(),
});
export const begun = z.strictObject({ journal: z.literal(1), run: z.string(), startedAt: z.number(), header });

/** Decodes base64 into a view, so that a million small texts share buffers. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, length);
}
