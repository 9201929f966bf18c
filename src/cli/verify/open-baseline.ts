import { Failure } from '../../model/failure.ts';
import { findingCount, type PlacedFinding } from '../../model/finding.ts';
import {
  type Baseline,
  eitherBaseline,
  matchBaseline,
  newBaseline,
  readBaseline,
  shrunkStoreFindings,
  writeBaseline,
} from '../../ops/baseline.ts';
import type { OutputFile, Outputs } from '../../ops/outputs.ts';
import type { ReadContext } from '../../ops/reading.ts';
import type { Verified } from '../../ops/verify.ts';
import type { ReportContext } from '../../report/reporters/reporter.ts';
import { countText, numberText, printable } from '../../report/text.ts';
import type { Job } from '../command.ts';
import type { NarrowedKinds } from './narrowed-kinds.ts';

export interface BaselineInUse {
  accepts(finding: PlacedFinding): number;
  end(verified: VerifiedStores): Promise<readonly PlacedFinding[]>;
}

interface VerifiedStores extends Pick<Verified, 'stores'>, Pick<ReportContext, 'sites'> {
  readonly unjudged: number;
  readonly known: number;
}

export interface BaselineOptions {
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly pruneBaseline: boolean;
  /** Scope: everything, all conversations with some findings, or a part. Findings outside are not stale. */
  readonly covers: 'all' | 'conversations' | 'part';
  readonly kinds: NarrowedKinds | null;
}

/** Throws Failure `usage` for another file. */
export function openBaseline(
  job: Job,
  reading: ReadContext,
  outputs: Outputs,
  { file, updateBaseline, pruneBaseline, covers, kinds }: Omit<BaselineOptions, 'baseline'> & { readonly file: string },
): BaselineInUse {
  const isWritten = updateBaseline || pruneBaseline;
  if (covers !== 'all' && isWritten)
    throw new Failure(
      'usage',
      'a baseline is written from all findings',
      'Leave out ids, --project, --only, --ignore, --changed-since, --sample and --shard; shards are verified without --baseline then.',
    );
  const place = isWritten ? outputs.file(file, 'baseline') : null;
  const path = place?.name ?? outputs.reads(file);
  if (updateBaseline && place?.isOwn === false) return updatingBaseline(job, place, null);
  const baseline = readBaseline(reading.disk, path);
  const other = place === null ? undefined : Object.keys(baseline.stores).find((store) => !isOf(kinds, store));
  if (other !== undefined)
    throw new Failure('usage', `the baseline ${path} is of ${kindIn(other)} too`, kinds?.wider ?? null);
  // Keeps the reasons in an older file.
  if (updateBaseline && place !== null) return updatingBaseline(job, place, baseline);
  return gatingBaseline(job, baseline, { place, path, covers, kinds });
}

/** The kind of a store or an entry, by its text in a baseline. */
function kindIn(text: string): string {
  return text.split(':', 1)[0] ?? '';
}

function isOf(kinds: BaselineOptions['kinds'], text = ''): boolean {
  return kinds === null || kinds.kinds.includes(kindIn(text));
}

function updatingBaseline({ err }: Job, place: OutputFile, older: Baseline | null): BaselineInUse {
  const newer = newBaseline(older);
  return {
    accepts: (finding) => {
      newer.add(finding);
      return findingCount(finding);
    },
    end: async ({ stores, unjudged, known }) => {
      const found = newer.of(stores);
      const written = older === null || unjudged === 0 ? found : eitherBaseline(older, found);
      await writeBaseline(place, written);
      const beside = countOf(found.findings) - known;
      const earlier = countOf(written.findings) - countOf(found.findings);
      const more = [
        ...(beside > 0 ? [`, and ${numberText(beside)} that explain them or follow from them`] : []),
        ...(earlier > 0 ? [`, and ${numberText(earlier)} of before, as something could not be judged`] : []),
      ];
      await err.line(`convo: ${printable(place.name)} accepts ${countText(known, 'finding')}${more.join('')}`);
      return [];
    },
  };
}

function gatingBaseline(
  { err, env }: Job,
  baseline: Baseline,
  {
    place,
    path,
    covers,
    kinds,
  }: Pick<BaselineOptions, 'covers' | 'kinds'> & { readonly place: OutputFile | null; readonly path: string },
): BaselineInUse {
  const match = matchBaseline(baseline, new Date(env.now()).toISOString().slice(0, 10));
  return {
    accepts: match.accepts,
    end: async ({ stores, sites, unjudged }) => {
      if (covers === 'part') return [];
      // An unjudged file may still have the finding.
      const stale = covers === 'all' && unjudged === 0 ? match.stale().filter(({ where }) => isOf(kinds, where)) : [];
      if (stale.length > 0 && place !== null) await writeBaseline(place, match.pruned());
      for (const line of staleLines(stale.length, match.changed(), printable(path), place !== null))
        await err.line(line);
      const counted = Object.entries(baseline.stores).filter(([store]) => isOf(kinds, store));
      const shrunk = shrunkStoreFindings(sites, counted, stores);
      if (shrunk.length > 0) await err.line(ACCEPT_FEWER);
      return shrunk;
    },
  };
}

function* staleLines(stale: number, changed: number, path: string, pruned: boolean): Generator<string> {
  if (stale > 0) yield staleLine(stale, path, pruned);
  if (stale > 0 && changed > 0) yield changedLine(changed);
}

function changedLine(count: number): string {
  const are = countText(count, 'new finding is', 'new findings are');
  return `convo: ${are} of conversations with entries that match nothing any more, as after a heal: --update-baseline accepts ${count === 1 ? 'it' : 'them'}`;
}

const ACCEPT_FEWER =
  'convo: if those conversations were deleted on purpose, or a run took them out (`convo runs`): --update-baseline accepts that there are fewer';

function staleLine(count: number, path: string, pruned: boolean): string {
  const entries = countText(count, 'entry', 'entries');
  if (pruned) return `convo: dropped ${entries} from ${path}`;
  return `convo: ${entries} of ${path} ${count === 1 ? 'matches' : 'match'} nothing any more; --prune-baseline drops ${count === 1 ? 'it' : 'them'}`;
}

function countOf(entries: Baseline['findings']): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
}
