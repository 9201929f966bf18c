import * as z from 'zod/mini';
import type { ReadDisk } from '../io/disk.ts';
import { type UserFilePlace, writeUserFile } from '../io/user-file.ts';
import { addToCount, byKey, grouped } from '../model/collections.ts';
import { Failure, issueText } from '../model/failure.ts';
import { fileFinding, findingCount, type PlacedFinding } from '../model/finding.ts';
import { once } from '../model/once.ts';
import { relativeBelow } from '../model/path.ts';
import type { Site } from '../stores/kind.ts';
import { countOf } from '../stores/words.ts';
import { locateFinding } from './survey/locate.ts';
import { readUserText } from './user-files.ts';

const entrySchema = z.strictObject({
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits')),
  code: z.string(),
  count: z._default(z.number().check(z.int(), z.positive()), 1),
  where: z.optional(z.string()),
  reason: z.optional(z.string()),
  until: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day such as 2026-12-31'))),
});

const schema = z.strictObject({
  convostore: z.literal('baseline'),
  version: z.literal(1),
  /** Number of conversations of each store then, by `kind:project`. */
  stores: z.record(z.string(), z.number()),
  findings: z.array(entrySchema),
});

export type Baseline = z.infer<typeof schema>;
export type BaselineEntry = Baseline['findings'][number];

/** Reads a baseline. Throws Failure `usage` for a missing or invalid file. */
export function readBaseline(disk: ReadDisk, file: string): Baseline {
  const text = readUserText(disk, 'baseline', file, RENEW);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Failure('usage', `the baseline ${file} is not JSON`, REPLACE, { cause: error });
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const what = issueText(parsed.error.issues[0]);
  throw new Failure('usage', `the baseline ${file} is not one this version reads: ${what}`, REPLACE);
}

const RENEW = 'Write a new one with --baseline FILE --update-baseline.';
/** An unreadable file is never replaced: it may have people's reasons. */
const REPLACE = 'Take it from a backup, or delete it and write a new one with --baseline FILE --update-baseline.';

export interface BaselineMatch {
  /** Number of the finding's occurrences that are accepted; each call uses them up. */
  accepts(finding: PlacedFinding): number;
  stale(): BaselineEntry[];
  /** Number of findings that are not accepted, in conversations with entries that match nothing any more: a heal leaves such. */
  changed(): number;
  pruned(): Baseline;
}

/** Returns a test of findings. `today` is like `2026-11-21`; expired entries accept nothing. */
export function matchBaseline(baseline: Baseline, today: string): BaselineMatch {
  const isOpen = ({ until }: BaselineEntry): boolean => until === undefined || until >= today;
  const remaining = new Map<string, number>();
  for (const { fingerprint, count } of baseline.findings.filter(isOpen)) addToCount(remaining, fingerprint, count);
  const leftOf = (entry: BaselineEntry): number => (isOpen(entry) ? (remaining.get(entry.fingerprint) ?? 0) : 0);
  const take = (fingerprint: string, max: number): number => {
    const count = remaining.get(fingerprint) ?? 0;
    const used = Math.min(count, max);
    if (used > 0) remaining.set(fingerprint, count - used);
    return used;
  };
  const others = new Map<string, number>();
  const stale = () => baseline.findings.filter((entry) => leftOf(entry) > 0);
  const atPlaces = once(() => grouped(baseline.findings.filter(isOpen).map((entry) => [keyOf(entry), entry])));
  return {
    accepts: (finding) => {
      const all = findingCount(finding);
      let used = take(finding.fingerprint, all);
      // Older versions listed findings that are only counted now.
      const older = finding.count === undefined ? [] : atPlaces().get(keyOf({ ...finding, where: whereOf(finding) }));
      for (const { fingerprint } of older ?? []) used += take(fingerprint, all - used);
      if (used < all) addToCount(others, placeOf({ where: whereOf(finding) }), all - used);
      return used;
    },
    stale,
    changed: () => {
      const places = new Set(stale().map(placeOf));
      return [...others].reduce((sum, [place, count]) => sum + (places.has(place) ? count : 0), 0);
    },
    pruned: () => ({
      ...baseline,
      findings: baseline.findings.flatMap((entry) => {
        const count = entry.count - leftOf(entry);
        return count > 0 ? [{ ...entry, count }] : [];
      }),
    }),
  };
}

/** `counted`: numbers of conversations that a baseline has, by store. */
export function shrunkStoreFindings(
  sites: readonly Pick<Site, 'kind' | 'root'>[],
  counted: readonly (readonly [store: string, was: number])[],
  now: ReadonlyMap<string, number>,
): PlacedFinding[] {
  return counted.flatMap(([store, was]) => {
    const count = now.get(store) ?? 0;
    const [kind = '', ...scope] = store.split(':');
    const site = sites.find((each) => each.kind === kind) ?? sites[0];
    if (count >= was || site === undefined) return [];
    const detail = `holds ${countOf(count, 'conversation')} of ${store}, where the baseline counted ${was}`;
    return [locateFinding(site, scope.join(':'), fileFinding('ST508', null, '', detail))];
  });
}

export function newBaseline(older: Baseline | null): {
  add(finding: PlacedFinding): void;
  of(stores: ReadonlyMap<string, number>): Baseline;
} {
  const olderEntries = new Map(older?.findings.map((entry) => [entry.fingerprint, entry]));
  const found = new Map<string, BaselineEntry>();
  return {
    add: (finding) => {
      const { fingerprint, code } = finding;
      const known = found.get(fingerprint);
      const count = findingCount(finding);
      if (known !== undefined) known.count += count;
      else
        found.set(fingerprint, { ...olderEntries.get(fingerprint), fingerprint, code, count, where: whereOf(finding) });
    },
    of: (stores) => ({
      convostore: 'baseline',
      version: 1,
      stores: Object.fromEntries([...stores].sort(byKey)),
      findings: [...found].sort(byKey).map(([, entry]) => entry),
    }),
  };
}

/** Accepts the findings of either baseline: some files were unjudged when the newer one was made. */
export function eitherBaseline(older: Baseline, newer: Baseline): Baseline {
  const stores = { ...older.stores };
  for (const [store, count] of Object.entries(newer.stores)) stores[store] = Math.max(count, stores[store] ?? 0);
  const found = new Map(newer.findings.map((entry) => [entry.fingerprint, entry]));
  for (const entry of older.findings)
    if (entry.count > (found.get(entry.fingerprint)?.count ?? 0)) found.set(entry.fingerprint, entry);
  return { ...newer, stores, findings: [...found].sort(byKey).map(([, entry]) => entry) };
}

function whereOf({ kind, project, id, path, root, message }: PlacedFinding): string {
  const file = relativeBelow(path, root) ?? '';
  return `${kind}:${project ?? ''} ${id ?? file}: ${message}`.slice(0, 200);
}

function keyOf({ code, where }: Pick<BaselineEntry, 'code' | 'where'>): string {
  return `${code} ${placeOf({ where })}`;
}

/** The kind, project, and conversation or file of an entry. */
function placeOf({ where = '' }: Pick<BaselineEntry, 'where'>): string {
  return where.split(': ', 1)[0] ?? '';
}

/** Writes one entry a line, for diffs. Throws Failure like `userFile`. */
export async function writeBaseline(place: UserFilePlace, { findings, ...head }: Baseline): Promise<void> {
  const lines = findings.map((entry) => `\n    ${JSON.stringify(entry)}`).join(',');
  const text = JSON.stringify({ ...head, findings: [] }, null, 2).replace(
    /\[\]\n\}$/,
    `[${lines}${lines === '' ? '' : '\n  '}]\n}\n`,
  );
  await writeUserFile(place, text);
}
