import { join } from 'node:path';
import * as z from 'zod/mini';
import { type BlobEnd, type BlobHead, blobEndSchema, blobFindingSchema, blobHeadSchema } from '../contract/blob.ts';
import { newDigest } from '../io/disk/digest.ts';
import type { ReadDisk } from '../io/disk.ts';
import { addToCount } from '../model/collections.ts';
import { cmd, sentence } from '../model/command.ts';
import { Failure, issueText } from '../model/failure.ts';
import { COUNTED_AS, findingCount, type PlacedFinding, type VerifySummary } from '../model/finding.ts';
import { parsedJson } from '../model/parsed-json.ts';
import { LongLine, pathFromArgument, textLines, unreadReasonOf } from './user-files.ts';

export interface Blobs {
  readonly all: readonly Blob[];
  /** Shards without a complete blob. */
  readonly missing: readonly number[];
  readonly summary: VerifySummary;
  /** Number of conversations by `kind:project`. */
  readonly stores: ReadonlyMap<string, number>;
  readonly sites: Blob['head']['sites'];
  findings(blob: Blob): Generator<PlacedFinding>;
}

interface BlobsOptions {
  readonly cwd: string;
  readonly folder: string;
  /** Version of this program: in another version a line may mean something else. */
  readonly version: string;
}

/** Finds blobs at or below a folder. Throws Failure `no-match` for none, `usage` for blobs that are unreadable or of different runs. */
export function readBlobs(disk: ReadDisk, { cwd, folder, version }: BlobsOptions): Blobs {
  const all = filesIn(disk, pathFromArgument(cwd, folder)).flatMap((path) => readBlob(disk, path) ?? []);
  const [first] = all;
  if (first === undefined)
    throw new Failure(
      'no-match',
      `there is no blob in ${folder}`,
      sentence`Write them with ${cmd`verify --report blob=FILE`}.`,
    );
  const sorted = all.toSorted((a, b) => a.head.shard.index - b.head.shard.index);
  for (const [n, blob] of sorted.entries()) refuseUnlikeBlob(first, blob, sorted[n - 1], version);
  const whole = new Set(sorted.filter(({ end }) => end !== null).map(({ head }) => head.shard.index));
  const missing = Array.from({ length: first.head.shard.of }, (_, n) => n + 1).filter((index) => !whole.has(index));
  const { isRepeated, counts } = repeats(sorted, (blob) => findingsOf(disk, blob));
  return {
    all: sorted,
    missing,
    summary: totalSummary(sorted, missing.length, counts),
    stores: countsOf(sorted),
    sites: first.head.sites,
    *findings(blob) {
      for (const finding of findingsOf(disk, blob)) if (!isRepeated(blob, finding)) yield finding;
    },
  };
}

type CountsBySeverity = Record<'errors' | 'warnings' | 'infos', number>;

/** Returns a test for findings that another shard also reports: one may report a scope's finding alone, another with its consequences. */
function repeats(all: readonly Blob[], findings: (blob: Blob) => Iterable<PlacedFinding>) {
  function* everyOne() {
    for (const blob of all) for (const finding of findings(blob)) yield { blob, finding };
  }
  const followed = new Set<string>();
  for (const { blob, finding } of everyOne()) for (const each of ofScope(finding)) followed.add(keyIn(blob, each));
  const isRepeated = (blob: Blob, finding: PlacedFinding) => followed.has(keyIn(blob, finding));
  const counts: CountsBySeverity = { errors: 0, warnings: 0, infos: 0 };
  if (followed.size > 0)
    for (const { blob, finding } of everyOne())
      if (isRepeated(blob, finding)) counts[COUNTED_AS[finding.severity]] += findingCount(finding);
  return { isRepeated, counts };
}

function ofScope({ consequences = [] }: PlacedFinding) {
  return consequences.filter((each) => each.ofScope === true);
}

/** Has the store by its number among those of its kind: the root differs between machines. */
function keyIn({ head: { sites } }: Blob, { code, kind, root, id, path }: PlacedFinding): string {
  const number = sites.filter((site) => site.kind === kind).findIndex((site) => site.root === root);
  return [code, kind, number, id, path.slice(root.length)].join('\0');
}

function refuseUnlikeBlob(first: Blob, { path, head }: Blob, before: Blob | undefined, version: string): void {
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

const kindsIn = ({ sites }: Blob['head']): string => JSON.stringify(sites.map((site) => site.kind).sort());

function totalSummary(
  all: readonly Blob[],
  missing: number,
  { errors, warnings, infos }: CountsBySeverity,
): VerifySummary {
  const totals = { stores: 0, conversations: 0, files: 0, bytes: 0, unjudged: missing };
  const none = { ...totals, errors: -errors, warnings: -warnings, infos: -infos };
  return all.reduce((sum: VerifySummary, { end }): VerifySummary => {
    if (end === null) return sum;
    const { known, ignored, ...each } = end.summary;
    return {
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
    for (const [store, more] of Object.entries(end?.stores ?? {})) addToCount(counts, store, more);
  return counts;
}

function filesIn(disk: ReadDisk, folder: string): string[] {
  return readOf(folder, () => disk.list(folder)).flatMap(({ name, type }) => {
    if (name === null) return [];
    const path = join(folder, name);
    if (type === 'folder') return filesIn(disk, path);
    return type === 'file' ? [path] : [];
  });
}

/** The result of a call that reads the path. Throws Failure `usage` if it cannot be read: it may be, or have, a blob. */
function readOf<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const hint = 'Name a folder that has the blobs, and nothing that you may not read.';
    throw new Failure('usage', `${path} ${unreadReasonOf(error)}`, hint, { cause: error });
  }
}

const SCHEMA = 1;
const BLOB = 2;

interface Blob {
  /** Absolute. */
  readonly path: string;
  readonly head: BlobHead;
  readonly end: BlobEnd | null;
}

/** Reads all but the findings; null for another file. Throws Failure `usage` for another version's blob. */
function readBlob(disk: ReadDisk, path: string): Blob | null {
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
  const [digest, text] = splitDigest(last);
  sum.add(text);
  const end = z.safeParse(blobEndSchema, parsedLine(last));
  // The first line is the head, the last one the end.
  const isWhole = end.success && end.data.findings === lines - 2 && digest === sum.end();
  return { path, head, end: isWhole ? end.data : null };
}

function splitDigest(last: string): readonly [digest: string | null, text: string] {
  const [whole = '', digest = null] = /,"digest":"([0-9a-f]{64})"\}$/.exec(last) ?? [];
  return [digest, `${last.slice(0, last.length - whole.length)}}`];
}

function headIn(path: string, line: unknown): Blob['head'] | null {
  if (typeof line !== 'object' || line === null || !('blob' in line)) return null;
  const { schema = null, blob } = line as { readonly schema?: unknown; readonly blob: unknown };
  if (schema !== SCHEMA || blob !== BLOB) {
    const isNewer = Number(schema) > SCHEMA || Number(blob) > BLOB;
    const age = isNewer ? 'a newer' : 'an older';
    throw new Failure('usage', `${path} is a blob of ${age} convo, which this one does not read`, REWRITE_HINT);
  }
  const parsed = z.safeParse(blobHeadSchema, line);
  if (parsed.success) return parsed.data;
  const what = issueText(parsed.error.issues[0]);
  throw new Failure('usage', `${path} is not a blob that this version reads: ${what}`, REWRITE_HINT);
}

const REWRITE_HINT = 'Write all blobs anew, with one version of convo.';

function* findingsOf(disk: ReadDisk, { path, end }: Blob): Generator<PlacedFinding> {
  let before: string | null = null;
  let line = 0;
  for (const text of linesOf(disk, path)) {
    if (line > 1 && before !== null) yield findingIn(path, line, before);
    before = text;
    line++;
  }
  // The last line of a cut blob may be incomplete; if lines were lost from the middle, it is the end.
  const last = end === null && line > 1 && before !== null ? parsedLine(before) : null;
  if (before !== null && last !== null && !(typeof last === 'object' && 'summary' in last))
    yield findingIn(path, line, before);
}

function findingIn(path: string, line: number, text: string): PlacedFinding {
  const parsed = z.safeParse(blobFindingSchema, parsedLine(text));
  if (parsed.success) return parsed.data as PlacedFinding;
  const what = issueText(parsed.error.issues[0]);
  throw new Failure('usage', `${path}, line ${line}: not a finding: ${what}`, 'Write the blob again.');
}

function parsedLine(line: string): unknown {
  return parsedJson(line) ?? null;
}

function* linesOf(disk: ReadDisk, path: string): Generator<string> {
  try {
    yield* textLines((at, length) => disk.read(path, length, at));
  } catch (error) {
    if (!(error instanceof LongLine)) throw error;
    throw new Failure('usage', `${path} is not a blob: a line of it is too long`, REWRITE_HINT, { cause: error });
  }
}

/** True if the first bytes are a blob's; the rest is not read, because other files may have any size. */
function isLikeBlob(disk: ReadDisk, path: string): boolean {
  const head = Buffer.from(readOf(path, () => disk.read(path, HEAD_BYTES))).toString('latin1');
  return head.startsWith('{') && head.includes('"blob"');
}

const HEAD_BYTES = 4096;
