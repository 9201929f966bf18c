import * as z from 'zod';
import { checkChange } from '../../model/check-change.ts';
import { issueText } from '../../model/issue.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import { type Change, type Coded, type Content, mapBytes, type PlanHeader } from '../../model/plan.ts';
import { refusePath } from '../../model/plan-path.ts';

const base64 = z.base64().transform(bytesOf);
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
const change = z.strictObject({
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
});
const texts = z.array(z.string());
const request = z.strictObject({
  flags: z.strictObject({
    only: texts.nullable(),
    lossy: z.boolean(),
    timestamp: z.number().nullable(),
    // Older plans lack it.
    cwd: z.string().nullable().default(null),
    mapPhase: z.array(z.tuple([z.string(), z.string()])),
    to: z.string().nullable(),
    phase: z.string().nullable(),
    at: z.string().nullable(),
    dropApprovals: z.boolean(),
    // Older plans lack it.
    independent: z.boolean().default(false),
    carry: z.array(z.enum(['changes', 'remote'])),
    as: z.string().nullable(),
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
});
// Older plans lack it, and the last line.
const savedHeader = header.extend({ hasEnd: z.literal(true).optional() });
const end = z.strictObject({ end: count });
const intended = z.strictObject({
  change,
  becomes: z.array(digest.nullable()),
  made: z.array(path),
  refused: z.string().nullable(),
});
const begun = z.strictObject({ journal: z.literal(1), run: z.string(), startedAt: z.number(), header });

/** One line; bytes are base64. */
export function encodeChange(value: Change): string {
  return JSON.stringify({ ...value, steps: value.steps.map(encodeStep) });
}

function encodeStep(value: Change['steps'][number]): unknown {
  if (value.do === 'put') return { ...value, content: encodeContent(value.content) };
  if (value.do !== 'plant') return value;
  return { ...value, files: value.files.map((file) => ({ ...file, content: encodeContent(file.content) })) };
}

function encodeContent(value: Content): unknown {
  if (value.from === 'bytes') return { ...value, bytes: Buffer.from(value.bytes).toString('base64') };
  const coded = value.edits.map((edit) => ({ ...edit, insert: Buffer.from(edit.insert).toString('base64') }));
  return { ...value, edits: coded };
}

/** Checks shape, paths and rules of an untrusted line. Throws what is wrong. */
export function decodeChange(line: string): Change {
  const value: Change = change.parse(JSON.parse(line));
  checkChange(value);
  return value;
}

/** One phrase, which may quote the line. */
export function misfitOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'not JSON';
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  return issue === undefined ? 'cannot be understood' : issueText(issue);
}

/** `hasEnd`: the last line is `encodeEnd`'s. */
export function encodeHeader(value: PlanHeader): string {
  return JSON.stringify({ ...value, hasEnd: true });
}

/** Throws what is wrong. */
export function decodeHeader(line: string): { readonly header: PlanHeader; readonly hasEnd: boolean } {
  const { hasEnd = false, ...rest } = savedHeader.parse(JSON.parse(line));
  return { header: rest, hasEnd };
}

/** Last line: the number of Changes. */
export function encodeEnd(changes: number): string {
  return JSON.stringify({ end: changes });
}

/** Null for another line. */
export function decodeEnd(line: string): number | null {
  return isEnd(line) ? (end.safeParse(JSON.parse(line)).data?.end ?? null) : null;
}

/** Does the line end the Changes of a store. Nothing is parsed: a Change may have a million edits. */
export function isEnd(line: string): boolean {
  return line.startsWith('{"end":');
}

/** Checked. Throws what is wrong. */
export function decodeIntended(line: string): z.infer<typeof intended> {
  const value = intended.parse(JSON.parse(line));
  checkChange(value.change);
  return value;
}

/** Unchecked: this process wrote and checked the line. Decodes bytes only. */
export function decodeOwn(line: string): Own {
  const { change, ...rest }: Coded<Own, string> = JSON.parse(line);
  return { ...rest, change: decodedBytes(change) };
}

/** Unchecked: this process checked the line. Decodes bytes only. */
export function decodeJournalChange(line: string): Change {
  return decodedBytes(JSON.parse(line));
}

function decodedBytes(change: Coded<Change, string>): Change {
  return { ...change, steps: change.steps.map((step) => mapBytes(step, bytesOf)) };
}

type Own = Omit<z.infer<typeof intended>, 'change'> & { readonly change: Change };

// A view: a million small texts then share buffers.
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, length);
}

/** First line of a journal, checked. Throws what is wrong. */
export function decodeBegun(line: string): z.infer<typeof begun> {
  return begun.parse(JSON.parse(line));
}
