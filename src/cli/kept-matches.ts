import { commandText, type NextCommand } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { keptFolders } from '../ops/kept.ts';
import type { ReadContext } from '../ops/reading.ts';
import { knownIds } from '../ops/resolve-ids.ts';
import type { SearchOptions } from '../ops/search/search-conversations.ts';
import { findSites } from '../ops/sites/find-sites.ts';
import { EVERYTHING, type SurveyOptions, withRun, withSelection } from '../ops/survey/survey-options.ts';
import { countText } from '../report/text.ts';
import { type Job, rerun, typedRoots } from './command.ts';
import { type Selection, sitesOptions } from './scope.ts';

/** Milliseconds for which copies are looked through. */
const MAX_TIME = 2000;

/** Help of a search. */
export const KEPT_HELP =
  'Where nothing matches, and with --all, what `convo keep` copied of conversations that are gone is looked through too, for two seconds ' +
  'at most: stderr says how many match, and how to see them. ';

export interface KeptSearch {
  /** How many conversations match. */
  search(reading: ReadContext, options: SurveyOptions & Pick<SearchOptions, 'isLate' | 'wantsLost'>): Promise<number>;
  /** Shows the matches in the folders of copies. */
  readonly again: NextCommand;
}

/** Says on stderr how many copies of conversations that are gone match. Nothing where stores were named. */
export async function reportKept(
  job: Job,
  { reading, survey }: Selection,
  { search, again }: KeptSearch,
): Promise<void> {
  const { options, env } = job;
  if (options.json || typedRoots(options).length > 0 || survey.select.filter !== null) return;
  const folders = keptFolders(reading, env.vars);
  const sites = folders.length === 0 ? [] : await sitesOf(job, reading, folders);
  if (sites.length === 0) return;
  const known = await knownIds(reading, { ...survey, select: EVERYTHING });
  const here = new Set(known.flatMap(({ id, paths }) => (paths.length === 0 ? [] : [id])));
  const end = env.now() + MAX_TIME;
  const isLate = () => env.now() > end;
  const { interrupted } = survey.run;
  const gone = withSelection(survey, { hasId: (id) => !here.has(id) });
  const run = withRun(gone, { jobs: null, interrupted: () => isLate() || interrupted() });
  const count = await search({ ...reading, sites }, { ...run, isLate, wantsLost: () => false });
  if (count === 0) return;
  const copies = countText(
    count,
    'kept copy of a conversation that is gone matches',
    'kept copies of conversations that are gone match',
  );
  const way = commandText(again, rerun({ ...options, root: folders }));
  await job.err.line(`convo: ${isLate() ? 'at least ' : ''}${copies}: \`${way}\``);
}

async function sitesOf(
  job: Job,
  { disk, kinds }: ReadContext,
  folders: readonly string[],
): Promise<ReadContext['sites']> {
  try {
    const { sites } = await findSites(
      { ...sitesOptions(job), roots: folders, rootsFrom: null, onlyHere: true, allowEmpty: true },
      disk,
      kinds,
    );
    return sites;
  } catch (error) {
    // A folder that was noted, and holds no copy any more.
    if (error instanceof Failure) return [];
    throw error;
  }
}
