import * as z from 'zod/mini';
import { isCode } from '../model/finding.ts';
import { KIND_NAMES } from '../model/kinds.ts';
import { HEALINGS, PROGRAM_ACTIONS, SEVERITIES } from '../model/rules/row.ts';

// A blob is a head, then its findings as `F` of the JSON, then an end, a line each.
const count = z.number().check(z.int(), z.nonnegative());
const text = z.string();
const severity = z.enum(SEVERITIES);
const kind = z.enum(KIND_NAMES);

export const blobHeadSchema = z.object({
  version: text,
  base: text,
  checkout: text,
  shard: z.object({ index: count, of: count }),
  gate: z.object({
    level: z.nullable(severity),
    codes: z.array(text),
    maxWarnings: z.nullable(count),
  }),
  /** Kinds that the shards were narrowed to. */
  kinds: z.optional(z.array(text)),
  sites: z.array(z.object({ kind, root: text })),
});

export const blobEndSchema = z.object({
  summary: z.object({
    stores: count,
    conversations: count,
    files: count,
    bytes: count,
    errors: count,
    warnings: count,
    infos: count,
    unjudged: count,
    known: z.optional(count),
    ignored: z.optional(count),
  }),
  stores: z.record(text, count),
  exit: z.literal([0, 1, 2, 3, 4, 130]),
  interrupted: z.boolean(),
  findings: count,
  digest: text,
});

const oneFinding = {
  code: text.check(z.refine((code) => isCode(code), 'is a code that this version does not know')),
  severity,
  healing: z.enum(HEALINGS),
  kind,
  root: text,
  project: z.nullable(text),
  id: z.nullable(text),
  path: text,
  at: z.nullable(text),
  offset: z.nullable(count),
  line: z.nullable(count),
  column: z.nullable(count),
  owner: z.enum(PROGRAM_ACTIONS),
  message: text,
  expected: z.nullable(text),
  actual: z.nullable(text),
  fingerprint: text,
  count: z.optional(count),
  ofScope: z.optional(z.literal(true)),
  isCause: z.optional(z.literal(true)),
  concerns: z.optional(z.object({ folders: z.optional(z.array(text)) })),
};

export const blobFindingSchema = z.object({ ...oneFinding, consequences: z.optional(z.array(z.object(oneFinding))) });

export type BlobHead = z.infer<typeof blobHeadSchema>;
export type BlobEnd = z.infer<typeof blobEndSchema>;
