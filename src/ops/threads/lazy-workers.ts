import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import type { UnitAnswer, Want } from '../survey/answer-unit.ts';
import type { Gathered } from '../survey/gather.ts';
import { headsOn, isSettled } from '../survey/open-scope.ts';
import type { SurveyOptions } from '../survey/survey-event.ts';
import type { SurveyWorkers, Threads, ThreadTask, WantedOfThreads } from './thread-work.ts';

/** Threads that start once there is enough work. */
export interface LazyWorkers {
  /** A folder of so many names comes next. */
  listed(names: number): void;
  /** A name was met on the walk. Where all that were listed seem enough, by the sizes of a few, the threads start while the others are still met. */
  meet(disk: ReadDisk, site: Site, entry: WalkEntry): void;
  /** Null when there is too little to do in these scopes of a site. */
  enough(disk: ReadDisk, kind: Kind, site: Site, scopes: readonly Gathered[]): Promise<WantedOfThreads | null>;
  end(): Promise<void>;
}

/** From about here on two threads save more than they cost; a verb takes longer to decide, signatures take most of the time. */
const LEAST = 128 << 20;
const LEAST_DECIDED = 32 << 20;
const LEAST_SIGNED = 1 << 20;

export function lazyWorkers(
  { program, jobs, least }: Threads,
  want: Want,
  { alive = () => false, signatures = false }: Pick<SurveyOptions, 'alive' | 'signatures'>,
): LazyWorkers {
  const enough = least ?? (signatures ? LEAST_SIGNED : want.change === undefined ? LEAST : LEAST_DECIDED);
  let workers: Promise<SurveyWorkers> | null = null;
  const started = (): Promise<SurveyWorkers> => {
    workers ??= import('../../io/threads.ts').then(({ workersOf }) =>
      workersOf<ThreadTask, readonly UnitAnswer[]>(program, looksHere(want) ? jobs - 1 : jobs, alive),
    );
    return workers;
  };
  let listed = 0;
  let met = 0;
  let looked = 0;
  let bytes = 0;
  return {
    listed: (names) => {
      listed += names;
    },
    meet: (disk, site, entry) => {
      if (jobs < 2 || want.change !== undefined || workers !== null || ++met % (looked < FIRST ? EARLY : SAMPLE) > 0)
        return;
      bytes += sizeAt(disk, `${site.root}/${entry.path}`);
      // Errors are handled on use.
      if (++looked >= FIRST && (bytes / looked) * listed >= enough) started().catch(() => {});
    },
    enough: async (disk, kind, site, scopes) => {
      if (workers !== null) return { workers: await workers, want };
      const { ask } = want.change ?? {};
      const headOf = headsOn(disk, site);
      const isLeft = (entry: WalkEntry) => ask !== undefined && isSettled(kind, ask, [entry], headOf);
      const sizeOf = (entry: WalkEntry) => (isLeft(entry) ? 0 : sizeAt(disk, `${site.root}/${entry.path}`));
      // The units of a scope are shared out: a single one is looked at here.
      const isOne = scopes.every(({ units }) => units.size < 2);
      if (jobs < 2 || isOne || aboutBytes(scopes, sizeOf) < enough) return null;
      return { workers: await started(), want };
    },
    end: async () => (await workers)?.end(),
  };
}

/** The thread that takes the answers looks at units too, but for a verb: there it has the plan to write. */
export function looksHere({ change }: Want): boolean {
  return change === undefined;
}

/** Files of which the size is looked at; while names are met, one in so many, but the first few sooner. */
const SAMPLE = 64;
const EARLY = 16;
const FIRST = 16;

/** How many bytes there are to look at in these units, from a few of them. */
function aboutBytes(scopes: readonly Gathered[], sizeOf: (entry: WalkEntry) => number): number {
  const files = scopes.flatMap(({ units }) => [...units.values()].flat());
  const stride = Math.max(1, Math.floor(files.length / SAMPLE));
  const some = files.filter((_, n) => n % stride === 0);
  const bytes = some.reduce((sum, entry) => sum + sizeOf(entry), 0);
  return some.length === 0 ? 0 : (bytes / some.length) * files.length;
}

function sizeAt(disk: ReadDisk, path: string): number {
  try {
    return disk.lstat(path).size;
  } catch {
    return 0;
  }
}
