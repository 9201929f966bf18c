import { join } from 'node:path';
import type { ReadDisk } from '../io/disk.ts';
import { cmd } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { COUNTED_AS, type PlacedFinding, standsFor, type VerifySummary } from '../model/finding.ts';
import { addToCount } from '../model/grouped.ts';
import { sentence } from '../model/sentence.ts';
import { type Blob, findingsOf, readBlob } from './blob-file.ts';
import { typedPath, whyUnread } from './user-files.ts';

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
interface BlobsOptions {
  readonly cwd: string;
  readonly folder: string;
  /** The version of this program: another one may mean something else by the same line. */
  readonly version: string;
}

/**
 * Finds the blobs in a folder and below. Throws Failure `no-match` where there is none, and `usage` for blobs that do not belong
 * together or cannot be read.
 */
export function readBlobs(disk: ReadDisk, { cwd, folder, version }: BlobsOptions): Blobs {
  const all = filesIn(disk, typedPath(cwd, folder)).flatMap((path) => readBlob(disk, path) ?? []);
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
    summary: summed(sorted, missing.length, counts),
    stores: countsOf(sorted),
    sites: first.head.sites,
    *findings(blob) {
      for (const finding of findingsOf(disk, blob)) if (!isRepeated(finding)) yield finding;
    },
  };
}

/** How many findings of each severity there are. */
type Counts = Record<'errors' | 'warnings' | 'infos', number>;

/** Findings of a whole scope that one shard reports alone, and another one with what they follow from: these are reported once, with their cause. */
function repeats(all: readonly Blob[], findings: (blob: Blob) => Iterable<PlacedFinding>) {
  function* everyOne() {
    for (const blob of all) yield* findings(blob);
  }
  // On another machine the same stores are in other places.
  const keyOf = ({ code, root, id, path }: PlacedFinding) => [code, id, path.slice(root.length)].join('\0');
  const followed = new Set<string>();
  for (const { consequences = [] } of everyOne())
    for (const each of consequences.filter(({ ofScope }) => ofScope === true)) followed.add(keyOf(each));
  const isRepeated = (finding: PlacedFinding) => followed.has(keyOf(finding));
  const counts: Counts = { errors: 0, warnings: 0, infos: 0 };
  if (followed.size > 0)
    for (const finding of everyOne())
      counts[COUNTED_AS[finding.severity]] += isRepeated(finding) ? standsFor(finding) : 0;
  return { isRepeated, counts };
}

/** Blobs of different runs would make a verdict about nothing. */
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

// On another machine the same stores are in other places.
const kindsIn = ({ sites }: Blob['head']): string => JSON.stringify(sites.map((site) => site.kind).sort());

function summed(all: readonly Blob[], missing: number, { errors, warnings, infos }: Counts): VerifySummary {
  const seen = { stores: 0, conversations: 0, files: 0, bytes: 0, unjudged: missing };
  const none = { ...seen, errors: -errors, warnings: -warnings, infos: -infos };
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
    for (const [store, more] of Object.entries(end?.stores ?? {})) addToCount(counts, store, more);
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
