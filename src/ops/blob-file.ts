import * as z from 'zod/mini';
import { newDigest } from '../io/disk/digest.ts';
import type { ReadDisk } from '../io/disk.ts';
import { Failure } from '../model/failure.ts';
import type { PlacedFinding } from '../model/finding.ts';
import { isCode } from '../model/findings.ts';
import { issueText } from '../model/issue.ts';
import { KIND_NAMES } from '../model/kinds.ts';
import { LongLine, textLines } from './text-lines.ts';

const count = z.number().check(z.int(), z.nonnegative());
const text = z.string();
const severity = z.enum(['error', 'warning', 'info']);
const kind = z.enum(KIND_NAMES);

/** The version that blobs name. */
const [SCHEMA, BLOB] = [1, 2];

const headSchema = z.object({
  version: text,
  base: text,
  checkout: text,
  shard: z.object({ index: count, of: count }),
  gate: z.object({
    level: z.nullable(severity),
    codes: z.array(text),
    maxWarnings: z.nullable(count),
  }),
  sites: z.array(z.object({ kind, root: text })),
});

const endSchema = z.object({
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
  healing: z.enum(['safe', 'lossy', 'manual']),
  kind,
  root: text,
  project: z.nullable(text),
  id: z.nullable(text),
  path: text,
  at: z.nullable(text),
  offset: z.nullable(count),
  line: z.nullable(count),
  column: z.nullable(count),
  owner: z.enum(['reads', 'refuses', 'rewrites', 'overwrites', 'drops', 'crashes']),
  message: text,
  expected: z.nullable(text),
  actual: z.nullable(text),
  fingerprint: text,
  count: z.optional(count),
  ofScope: z.optional(z.literal(true)),
  concerns: z.optional(z.object({ folders: z.optional(z.array(text)) })),
};

const findingSchema = z.object({ ...oneFinding, consequences: z.optional(z.array(z.object(oneFinding))) });

/** One blob of a folder, without its findings. */
export interface Blob {
  /** Absolute. */
  readonly path: string;
  readonly head: z.infer<typeof headSchema>;
  /** Null for a blob that is not whole. */
  readonly end: z.infer<typeof endSchema> | null;
}

/** Reads all of a file but its findings; null for one that is not a blob. Throws Failure `usage` for a blob of another version. */
export function readBlob(disk: ReadDisk, path: string): Blob | null {
  if (!isLikeBlob(disk, path)) return null;
  let head: Blob['head'] | null = null;
  let last: string | null = null;
  let lines = 0;
  const sum = newDigest();
  for (const line of linesOf(disk, path)) {
    if (head === null) head = headIn(path, parsedLine(line));
    if (head === null) return null;
    if (last !== null) sum.add(`${last}\n`);
    last = line;
    lines++;
  }
  if (head === null || last === null) return null;
  const [digest, text] = taken(last);
  sum.add(text);
  const end = z.safeParse(endSchema, parsedLine(last));
  // The first line is the head, and the last one the end.
  const isWhole = end.success && end.data.findings === lines - 2 && digest === sum.end();
  return { path, head, end: isWhole ? end.data : null };
}

/** The digest at the end of a blob, and its last line as it was when the digest was made. */
function taken(last: string): readonly [digest: string | null, text: string] {
  const [whole = '', digest = null] = /,"digest":"([0-9a-f]{64})"\}$/.exec(last) ?? [];
  return [digest, `${last.slice(0, last.length - whole.length)}}`];
}

function headIn(path: string, line: unknown): Blob['head'] | null {
  if (typeof line !== 'object' || line === null || !('blob' in line)) return null;
  const { schema = null, blob } = line as { readonly schema?: unknown; readonly blob: unknown };
  if (schema !== SCHEMA || blob !== BLOB) {
    const isNewer = Number(schema) > SCHEMA || Number(blob) > BLOB;
    const age = isNewer ? 'a newer' : 'an older';
    throw new Failure('usage', `${path} is a blob of ${age} convo, which this one does not read`, AGAIN);
  }
  const parsed = z.safeParse(headSchema, line);
  if (parsed.success) return parsed.data;
  const what = issueText(parsed.error.issues[0]);
  throw new Failure('usage', `${path} is not a blob that this version reads: ${what}`, AGAIN);
}

const AGAIN = 'Write all blobs anew, with one version of convo.';

/** The findings of a blob, one by one. Throws Failure `usage` for a line that is none. */
export function* findingsOf(disk: ReadDisk, { path, end }: Blob): Generator<PlacedFinding> {
  let before: string | null = null;
  let line = 0;
  for (const text of linesOf(disk, path)) {
    // The first line is the head, and the last one the end.
    if (line > 1 && before !== null) yield findingIn(path, line, before);
    before = text;
    line++;
  }
  // Of a blob that was cut, the last line may be whole or not; of one that lost other lines it is its end.
  const last = end === null && line > 1 && before !== null ? parsedLine(before) : null;
  if (before !== null && last !== null && !(typeof last === 'object' && 'summary' in last))
    yield findingIn(path, line, before);
}

function findingIn(path: string, line: number, text: string): PlacedFinding {
  const parsed = z.safeParse(findingSchema, parsedLine(text));
  if (parsed.success) return parsed.data as PlacedFinding;
  const what = issueText(parsed.error.issues[0]);
  throw new Failure('usage', `${path}, line ${line}: not a finding: ${what}`, 'Write the blob again.');
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Throws Failure `usage` for a line that no blob has. */
function* linesOf(disk: ReadDisk, path: string): Generator<string> {
  try {
    yield* textLines((at, length) => disk.read(path, length, at));
  } catch (error) {
    if (!(error instanceof LongLine)) throw error;
    throw new Failure('usage', `${path} is not a blob: a line of it is too long`, AGAIN, { cause: error });
  }
}

/** By its first bytes: anything may be beside blobs, of any size. */
function isLikeBlob(disk: ReadDisk, path: string): boolean {
  const head = Buffer.from(disk.read(path, HEAD)).toString('latin1');
  return head.startsWith('{') && head.includes('"blob"');
}

const HEAD = 4096;
