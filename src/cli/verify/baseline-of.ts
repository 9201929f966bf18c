import { Failure } from '../../model/failure.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import { type Baseline, matchBaseline, newBaseline, readBaseline, shrunk, writeBaseline } from '../../ops/baseline.ts';
import { ownPath } from '../../ops/own-files.ts';
import type { Reading } from '../../ops/reading.ts';
import type { Verified } from '../../ops/verify.ts';
import { countText } from '../../report/numbers.ts';
import { printable } from '../../report/printable.ts';
import type { Job } from '../job.ts';

/** A baseline at work in one run. */
export interface BaselineInUse {
  accepts(finding: PlacedFinding): boolean;
  /** Says what is stale, writes what was asked for, and answers a finding for each store that shrank. */
  end(stores: Verified['stores']): Promise<readonly PlacedFinding[]>;
}

/** What of a command line concerns the baseline. */
export interface BaselineAsked {
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly pruneBaseline: boolean;
  /** Not all findings of the stores are looked for: what is missing says nothing. */
  readonly partial: boolean;
}

/** Opens a baseline to gate with, or to write. Throws Failure `usage` for a file that is not one. */
export function openBaseline(
  job: Job,
  reading: Reading,
  file: string,
  { updateBaseline, pruneBaseline, partial }: Omit<BaselineAsked, 'baseline'>,
): BaselineInUse {
  if (partial && (updateBaseline || pruneBaseline))
    throw new Failure(
      'usage',
      'a baseline is written from all findings',
      'Leave out ids, --only, --ignore, --changed-since, --sample and --shard.',
    );
  const path = ownPath(reading, job.env.cwd, file);
  if (updateBaseline) return updating(job, path, readOlder(reading, path));
  return gating(job, reading, path, readBaseline(reading.disk, path), { pruneBaseline, partial });
}

/** An older baseline whose reasons are kept; null for none yet. */
function readOlder({ disk }: Reading, path: string): Baseline | null {
  try {
    disk.lstat(path);
  } catch {
    return null;
  }
  return readBaseline(disk, path);
}

function updating({ note }: Job, path: string, older: Baseline | null): BaselineInUse {
  const newer = newBaseline(older);
  return {
    accepts: (finding) => {
      newer.add(finding);
      return true;
    },
    end: async (stores) => {
      const written = newer.of(stores);
      await writeBaseline(path, written);
      await note.line(`convo: ${printable(path)} accepts ${countText(countOf(written.findings), 'finding')}`);
      return [];
    },
  };
}

function gating(
  job: Job,
  reading: Reading,
  path: string,
  baseline: Baseline,
  { pruneBaseline, partial }: Pick<BaselineAsked, 'pruneBaseline' | 'partial'>,
): BaselineInUse {
  const { note, env } = job;
  const match = matchBaseline(baseline, new Date(env.now()).toISOString().slice(0, 10));
  return {
    accepts: match.accepts,
    end: async (stores) => {
      // With a selection, what was not met was not looked for.
      if (partial || job.options.project.length > 0) return [];
      const stale = match.stale();
      if (stale.length > 0 && pruneBaseline) await writeBaseline(path, match.pruned());
      if (stale.length > 0) await note.line(staleLine(stale.length, printable(path), pruneBaseline));
      return shrunk(reading.sites, baseline, stores);
    },
  };
}

function staleLine(count: number, path: string, pruned: boolean): string {
  const entries = countText(count, 'entry', 'entries');
  if (pruned) return `convo: dropped ${entries} from ${path}`;
  return `convo: ${entries} of ${path} ${count === 1 ? 'matches' : 'match'} nothing any more; --prune-baseline drops ${count === 1 ? 'it' : 'them'}`;
}

function countOf(entries: Baseline['findings']): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
}
