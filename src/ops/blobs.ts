import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ReadDisk } from '../io/disk.ts';
import { Failure } from '../model/failure.ts';
import type { PlacedFinding, VerifySummary } from '../model/finding.ts';
import { isCode } from '../model/findings.ts';
import { issueText } from '../model/issue.ts';
import { typedPath, whyUnread } from './own-files.ts';

const count = z.number().check(z.int(), z.nonnegative());
const text = z.string();
const severity = z.enum(['error', 'warning', 'info']);
const kind = z.enum(['fnord', 'tenex', 'rao', 'claude']);

const headSchema = z.object({
  blob: z.literal(1),
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
});

const findingSchema = z.object({
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
});

/** One blob of a folder, without its findings. */
export interface Blob {
  /** Absolute. */
  readonly path: string;
  readonly head: z.infer<typeof headSchema>;
  /** Null for a blob that was cut off. */
  readonly end: z.infer<typeof endSchema> | null;
}

/** The blobs of one run that was split. */
export interface Blobs {
  /** In the order of their shards. */
  readonly all: readonly Blob[];
  /** The numbers of shards of which there is no whole blob. */
  readonly missing: readonly number[];
  /** The counts of all of them; a missing shard counts as unjudged. */
  readonly summary: VerifySummary;
  /** Conversations of each store and project, as `kind:project`. */
  readonly stores: ReadonlyMap<string, number>;
  /** The stores that the shards looked at. */
  readonly sites: Blob['head']['sites'];
  /** The findings of a blob, one by one. */
  findings(blob: Blob): Generator<PlacedFinding>;
}

/** Where blobs are: `folder` as it was typed. */
interface BlobsWish {
  readonly cwd: string;
  readonly folder: string;
  /** The version of this program: another one may mean something else by the same line. */
  readonly version: string;
}

/**
 * Finds the blobs in a folder and below. Throws Failure `no-match` where there is none, and `usage` for blobs that do not belong
 * together or cannot be read.
 */
export function readBlobs(disk: ReadDisk, { cwd, folder, version }: BlobsWish): Blobs {
  const all = filesIn(disk, typedPath(cwd, folder)).flatMap((path) => readBlob(disk, path) ?? []);
  const [first] = all;
  if (first === undefined)
    throw new Failure(
      'no-match',
      `there is no blob in ${folder}`,
      'Write them with `convo verify --report blob=FILE`.',
    );
  const sorted = all.toSorted((a, b) => a.head.shard.index - b.head.shard.index);
  for (const [n, blob] of sorted.entries()) refuseStranger(first, blob, sorted[n - 1], version);
  const whole = new Set(sorted.filter(({ end }) => end !== null).map(({ head }) => head.shard.index));
  const missing = Array.from({ length: first.head.shard.of }, (_, n) => n + 1).filter((index) => !whole.has(index));
  return {
    all: sorted,
    missing,
    summary: summed(sorted, missing.length),
    stores: countsOf(sorted),
    sites: first.head.sites,
    findings: (blob) => findingsOf(disk, blob),
  };
}

/** Blobs of different runs would make a verdict about nothing. */
function refuseStranger(first: Blob, { path, head }: Blob, before: Blob | undefined, version: string): void {
  const hint = 'Give a folder that has the blobs of one run only.';
  const { index, of } = head.shard;
  if (head.version !== version)
    throw new Failure('usage', `${path} was written by convo ${head.version}, and this is ${version}`, hint);
  if (of !== first.head.shard.of)
    throw new Failure('usage', `${path} is one of ${of} shards, and ${first.path} one of ${first.head.shard.of}`, hint);
  if (kindsIn(head) !== kindsIn(first.head))
    throw new Failure('usage', `${path} is not of the same stores as ${first.path}`, hint);
  if (before?.head.shard.index === index)
    throw new Failure('usage', `${path} and ${before.path} are both the shard ${index} of ${of}`, hint);
}

// On another machine the same stores are in other places.
const kindsIn = ({ sites }: Blob['head']): string => JSON.stringify(sites.map((site) => site.kind).sort());

function summed(all: readonly Blob[], missing: number): VerifySummary {
  const none = { stores: 0, conversations: 0, files: 0, bytes: 0, errors: 0, warnings: 0, infos: 0, unjudged: missing };
  return all.reduce((sum: VerifySummary, { end }): VerifySummary => {
    if (end === null) return sum;
    const { known, ignored, ...each } = end.summary;
    return {
      // Every shard looks into every store.
      stores: Math.max(sum.stores, each.stores),
      conversations: sum.conversations + each.conversations,
      files: sum.files + each.files,
      bytes: sum.bytes + each.bytes,
      errors: sum.errors + each.errors,
      warnings: sum.warnings + each.warnings,
      infos: sum.infos + each.infos,
      unjudged: sum.unjudged + each.unjudged,
      ...(known === undefined ? {} : { known: (sum.known ?? 0) + known }),
      ...(ignored === undefined ? {} : { ignored: (sum.ignored ?? 0) + ignored }),
    };
  }, none);
}

function countsOf(all: readonly Blob[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { end } of all)
    for (const [store, more] of Object.entries(end?.stores ?? {})) counts.set(store, (counts.get(store) ?? 0) + more);
  return counts;
}

function filesIn(disk: ReadDisk, folder: string): string[] {
  try {
    return disk.list(folder).flatMap(({ name, type }) => {
      if (name === null) return [];
      const path = join(folder, name);
      if (type === 'folder') return filesIn(disk, path);
      return type === 'file' ? [path] : [];
    });
  } catch (error) {
    const hint = 'Name the folder that the blobs are in.';
    throw new Failure('usage', `${folder} ${whyUnread(error)}`, hint, { cause: error });
  }
}

/** Null for a file that is not a blob. */
function readBlob(disk: ReadDisk, path: string): Blob | null {
  let head: Blob['head'] | null = null;
  let last = '';
  for (const line of linesOf(disk, path)) {
    if (head === null) {
      const parsed = z.safeParse(headSchema, parsedLine(line));
      if (!parsed.success) return null;
      head = parsed.data;
    }
    last = line;
  }
  if (head === null) return null;
  const end = z.safeParse(endSchema, parsedLine(last));
  return { path, head, end: end.success ? end.data : null };
}

function* findingsOf(disk: ReadDisk, { path, end }: Blob): Generator<PlacedFinding> {
  let before: string | null = null;
  let line = 0;
  for (const text of linesOf(disk, path)) {
    // The first line is the head, and the last one the end.
    if (line > 1 && before !== null) yield findingIn(path, line, before);
    before = text;
    line++;
  }
  // Of a blob that was cut, the last line may be whole or not.
  if (end === null && line > 1 && before !== null && parsedLine(before) !== null) yield findingIn(path, line, before);
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

/** Bytes that are read at once. */
const PIECE = 1 << 20;

/** Whole lines, and what follows the last line end where it is not nothing. */
function* linesOf(disk: ReadDisk, path: string): Generator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; ; at += PIECE) {
    const piece = disk.read(path, PIECE, at);
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (piece.length < PIECE) break;
  }
  if (rest !== '') yield rest;
}
