import { commandText, type NextCommand } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import type { Covered, PlacedGap } from '../model/finding.ts';
import type { LostConversation } from '../model/lost.ts';
import { baseName, isAtOrBelow } from '../model/path.ts';
import { nameBeforeAside } from '../ops/keep.ts';
import { keptFolders } from '../ops/kept.ts';
import { kindOfSite, type ReadContext } from '../ops/reading.ts';
import { listStoredIds, type StoredId } from '../ops/resolve-ids.ts';
import type { SearchOptions } from '../ops/search/search-conversations.ts';
import { findSites } from '../ops/sites/find-sites.ts';
import { EVERYTHING, type SurveyOptions, withRun, withSelection } from '../ops/survey/survey-options.ts';
import { countText } from '../report/text.ts';
import { type Job, rerun, typedRoots } from './command.ts';
import { EXIT, type Exit, exitOf } from './exit.ts';
import { reportUnread } from './job-commentary.ts';
import { nameGaps, reportableGaps, reportGaps, reportLost, reportUnjudged } from './report-gaps.ts';
import { type Selection, sitesOptions } from './scope.ts';

/** Milliseconds for searching copies. */
const MAX_TIME = 2000;

/** Help text on copies in searches. */
export const KEPT_HELP =
  'Where nothing matches, and with --all, what `convo keep` copied of conversations that are gone is looked through too, for two seconds ' +
  'at most: stderr says how many match, and how to see them (not with --json, --project, --older-than or a store that is named).\n\n';

export interface KeptSearch {
  /** Number of conversations that match. */
  search(reading: ReadContext, options: SurveyOptions & Pick<SearchOptions, 'isLate' | 'wantsLost'>): Promise<number>;
  /** The command that shows matches in folders of copies. */
  readonly again: NextCommand;
}

/** Says on stderr how many copies of deleted conversations match; nothing if stores were named. */
export async function reportKept(
  job: Job,
  { reading, survey }: Selection,
  { search, again }: KeptSearch,
): Promise<void> {
  const { options, env } = job;
  if (options.json || survey.select.filter !== null) return;
  const { folders, sites } = await keptSites(job, reading);
  if (sites.length === 0) return;
  const copies = { ...reading, sites };
  const here = await idsHere(reading, survey);
  const earlier = await earlierOf(here, copies, survey);
  const end = env.now() + MAX_TIME;
  const isLate = () => env.now() > end;
  const { interrupted } = survey.run;
  const way = commandText(again, rerun({ ...options, roots: { from: 'words', paths: folders } }));
  const searched = [
    { hasId: (id: string) => !here.has(id) && !earlier.has(id), words: ofGone },
    ...(earlier.size > 0 ? [{ hasId: (id: string) => earlier.has(id), words: ofThoseHere }] : []),
  ];
  let isFound = false;
  for (const { hasId, words } of searched) {
    const run = withRun(withSelection(survey, { hasId }), { jobs: null, interrupted: () => isLate() || interrupted() });
    const count = await search(copies, { ...run, isLate, wantsLost: () => false });
    if (count === 0) continue;
    isFound = true;
    await job.out.flush();
    await job.err.line(`convo: ${isLate() ? 'at least ' : ''}${words(count)}: \`${way}\``);
  }
  if (isFound || !isLate()) return;
  await job.out.flush();
  await job.err.line(
    `convo: not all kept copies were searched in ${MAX_TIME / 1000} seconds: \`${way}\` searches them`,
  );
}

function ofGone(count: number): string {
  return countText(
    count,
    'kept copy of a conversation that is gone matches',
    'kept copies of conversations that are gone match',
  );
}

function ofThoseHere(count: number): string {
  return countText(
    count,
    'earlier kept copy of a conversation that is still here matches',
    'earlier kept copies of conversations that are still here match',
  );
}

/** Ids of older copies that `keep` set aside, of conversations that are here. */
async function earlierOf(here: ReadonlySet<string>, copies: ReadContext, survey: SurveyOptions): Promise<Set<string>> {
  const known = await listStoredIds(copies, survey);
  return new Set(known.filter((each) => here.has(idBeforeAside(copies, each) ?? '')).map(({ id }) => id));
}

/** Ids with a file here, or with only companions. */
async function idsHere(reading: ReadContext, survey: SurveyOptions): Promise<ReadonlySet<string>> {
  const known = await listStoredIds(reading, { ...survey, select: EVERYTHING });
  return new Set(known.flatMap(({ id, paths }) => (paths.length === 0 ? [] : [id])));
}

/** Folders of copies; none if stores were named. */
async function keptSites(job: Job, reading: ReadContext) {
  const folders = typedRoots(job.options.roots).length > 0 ? [] : keptFolders(reading, job.env.vars);
  return { folders, sites: folders.length === 0 ? [] : await sitesOf(job, reading, folders) };
}

/** Lost conversations with the folders of their copies, then those of which only a copy is left. */
export async function withKept(
  job: Job,
  { reading, survey }: Pick<Selection, 'reading' | 'survey'>,
  lost: readonly LostConversation[],
): Promise<LostConversation[]> {
  const { folders, sites } = await keptSites(job, reading);
  if (sites.length === 0) return [...lost];
  const folderOf = (path: string) => folders.find((folder) => isAtOrBelow(path, folder)) ?? path;
  const here = await idsHere(reading, survey);
  const copies = await copiesById({ ...reading, sites }, survey);
  const lostIds = new Set(lost.map(({ id }) => id));
  const alone = [...copies].flatMap(
    ([
      id,
      {
        scope,
        words,
        site: { kind, root },
      },
    ]) => {
      const store = lostIds.has(id) || here.has(id) ? undefined : reading.sites.find((each) => each.kind === kind);
      const place = { folder: null, path: null, since: null, until: null };
      const nothing = { prompts: [], traces: [], agents: [], originals: [] };
      return store === undefined
        ? []
        : [{ kind, root: store.root, scope, id, kept: folderOf(root), copies: words, ...place, ...nothing }];
    },
  );
  const withCopy = (each: LostConversation) => {
    const copy = copies.get(each.id);
    return copy === undefined ? each : { ...each, kept: folderOf(copy.site.root), copies: copy.words };
  };
  return titledByCopies([...lost.map(withCopy), ...alone], { ...reading, sites }, survey);
}

/** Copies of one conversation in one folder. `words`: what `restore` takes for each, that of the last one first. */
interface Copies extends Pick<StoredId, 'site' | 'scope'> {
  readonly words: readonly string[];
}

/** Copies by the id of their conversation. */
async function copiesById(reading: ReadContext, survey: SurveyOptions): Promise<ReadonlyMap<string, Copies>> {
  const copies = new Map<string, Copies>();
  for (const known of await listStoredIds(reading, survey)) {
    const { site, scope } = known;
    const earlierOf = idBeforeAside(reading, known);
    const id = earlierOf ?? known.id;
    const before = copies.get(id);
    const words = before?.site.root === site.root ? before.words : [];
    copies.set(id, { site, scope, words: earlierOf === null ? [id, ...words] : [...words, known.id] });
  }
  return copies;
}

/** For an older copy that `keep` set aside: the id of its conversation. */
function idBeforeAside({ kinds }: ReadContext, { site, id, paths: [path = ''] }: StoredId): string | null {
  const name = nameBeforeAside(path);
  if (name === null || baseName(path) !== id) return null;
  const place = kindOfSite(kinds, site).layout.place(site, name, 'file');
  return place.type === 'part' ? place.id : null;
}

/** Adds the copy's title, and its folder if no trace names one. */
async function titledByCopies(
  lost: readonly LostConversation[],
  copies: ReadContext,
  survey: SurveyOptions,
): Promise<LostConversation[]> {
  const wanted = new Set(lost.flatMap(({ id, kept }) => (kept === undefined ? [] : [id])));
  if (wanted.size === 0) return [...lost];
  const { listAll } = await import('../ops/list.ts');
  const found = await listAll(copies, withSelection(survey, { hasId: (id) => wanted.has(id) }));
  const byId = new Map(found.map((each) => [each.id, each]));
  return lost.map((each) => {
    const { title = null, cwd = null } = (each.kept === undefined ? null : byId.get(each.id)) ?? {};
    return { ...each, folder: each.folder ?? cwd, ...(title === null ? {} : { title }) };
  });
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
    // This folder was noted, but has no copies any more.
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** Exit codes in the help of grep and find. */
export const SEARCH_EXITS =
  'The exit code is 0 where something matches, also where not all could be searched, which a line on stderr says then; ' +
  '1 where nothing matches in all that is there, a torn line as far as it goes; 3 where nothing matches in what could be ' +
  'searched, and something could not: a damaged record too, but in a file of the last minute, which its program may still ' +
  'be writing.';

/** Reports what was not searched, and returns the exit code. No match is only certain if all was searched. */
export async function endSearch(
  job: Job,
  { unreadablePaths }: Selection,
  { found, coverage }: { readonly found: readonly Conversation[]; readonly coverage: Covered },
): Promise<Exit> {
  const { unjudged, gaps } = coverage;
  const isFound = found.length > 0;
  const named = reportableGaps(gaps);
  await reportLost(job, found);
  await reportUnjudged(job, unjudged);
  await (isFound ? nameGaps(job, named, 'searched') : reportGaps(job, named, 'searched', null, isUnsearched));
  await reportUnread(job, unreadablePaths);
  const missed = unjudged.length + unreadablePaths.length + named.filter(isUnsearched).length;
  return isFound ? EXIT.done : exitOf({ unreadableCount: missed, hasFindings: true });
}

/** True even for a gap of one record, which may have the sought text; false if all that is left of it was searched. */
function isUnsearched({ isYoung, isSearched = false }: PlacedGap): boolean {
  return !isYoung && !isSearched;
}
