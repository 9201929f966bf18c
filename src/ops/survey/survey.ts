import { orNull } from '../../io/disk/error-code.ts';
import { newReadBuffer } from '../../io/disk/read-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { WalkEvent } from '../../io/walk.ts';
import type { Finding } from '../../model/finding.ts';
import { once } from '../../model/once.ts';
import { folderBaseName } from '../../model/path.ts';
import type { EndedScope, Kind, Site } from '../../stores/kind.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { type LazyWorkers, lazyWorkers } from '../threads/in-threads.ts';
import { openScope } from './open-scope.ts';
import {
  type AnswersOptions,
  type DocumentsOptions,
  EVERY_DOCUMENT,
  type SurveyContext,
  type SurveyEvent,
} from './survey-event.ts';
import {
  isIdWanted,
  isScopeWanted,
  type SurveyOptions,
  type SurveyRun,
  type SurveySelection,
  wantsAllScopes,
} from './survey-options.ts';
import { type SelectedScope, surveyScope } from './survey-scope.ts';
import { countFiles, gather, type ScopeEntries, walkSite, yieldOrStop } from './walk-site.ts';
import { isOfWords, readsEndsOnly } from './want.ts';
import { wordSearch } from './word-search.ts';

/**
 * Walks sites, sorts files by scope and id, and opens units one by one, holding the bytes of one unit. Judges nothing. Throws Failure
 * `interrupted`; disk errors become findings.
 */
export async function* survey(
  reading: ReadContext,
  options: SurveyOptions,
  documents: DocumentsOptions = EVERY_DOCUMENT,
): AsyncGenerator<SurveyEvent> {
  const lists = surveySites(reading, options, null, documents);
  for await (const events of lists) for (const event of events) yield event;
}

/**
 * Puts one want to every unit of some sites. Answers come as `answered` events in lists, because yielding single values would cost as much
 * as the answers.
 */
export function surveyAnswers(
  reading: ReadContext,
  options: SurveyOptions,
  answers: AnswersOptions,
): AsyncGenerator<readonly SurveyEvent[]> {
  return surveySites(reading, options, answers, EVERY_DOCUMENT);
}

async function* surveySites(
  { disk, kinds, sites }: ReadContext,
  options: SurveyOptions,
  answers: AnswersOptions | null,
  documents: DocumentsOptions,
): EventLists {
  const surveying = await beginSurvey(options, answers, documents);
  const { total } = surveying;
  try {
    for (const [n, site] of sites.entries()) {
      const kind = kindOfSite(kinds, site);
      const position = { n, of: sites.length };
      const { lists, siteFindings, units } = await walkedSite(
        disk,
        kind,
        site,
        position,
        withNeededWorkers(kind, surveying),
      );
      const before = { ...total };
      for (const list of lists) for await (const events of list) yield events;
      yield [...siteFindings()].map((finding) => ({ type: 'finding', site, scope: null, finding, text: null }));
      yield [{ type: 'done', site, files: total.files - before.files, bytes: total.bytes - before.bytes, units }];
    }
  } finally {
    await surveying.end();
  }
}

interface Surveying extends Pick<SurveyContext, 'run' | 'answers' | 'documents' | 'buffer' | 'words'> {
  readonly select: SurveySelection;
  readonly total: { files: number; bytes: number; of: number };
  readonly workers: LazyWorkers | null;
  end(): Promise<void>;
}

async function beginSurvey(
  { select, run }: SurveyOptions,
  answers: AnswersOptions | null,
  documents: DocumentsOptions,
): Promise<Surveying> {
  const { jobs, alive } = run;
  const begun = { select, run, answers, documents, total: { files: 0, bytes: 0, of: 0 } };
  if (answers === null) return { ...begun, workers: null, buffer: null, words: null, end: () => Promise.resolve() };
  const { want, words = isOfWords(want) ? await wordSearch(want) : null, see } = answers;
  const workers = jobs === null || see !== undefined ? null : lazyWorkers(jobs, want, alive);
  // No buffer where steps of a change hold the bytes of their unit, or `see` may hold documents.
  const buffer = want.type === 'change' || see !== undefined ? null : newReadBuffer(readsEndsOnly(want));
  return { ...begun, workers, buffer, words, end: async () => workers?.end() };
}

/** Drops the threads where rows are requested: they would cost more. */
function withNeededWorkers({ rows }: Kind, surveying: Surveying): Surveying {
  const { answers } = surveying;
  return rows !== undefined && answers !== null && readsEndsOnly(answers.want)
    ? { ...surveying, workers: null }
    : surveying;
}

interface SitePosition {
  /** Index of the site, from 0. */
  readonly n: number;
  readonly of: number;
}

interface WalkedSite {
  readonly lists: readonly (Iterable<readonly SurveyEvent[]> | AsyncIterable<readonly SurveyEvent[]>)[];
  /** Findings on many conversations, which come last. */
  siteFindings(): Iterable<Finding>;
  /** Number on disk, selected or not. */
  readonly units: number;
}

async function walkedSite(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  position: SitePosition,
  { select: selection, run, answers, documents, total, workers: threads, buffer, words }: Surveying,
): Promise<WalkedSite> {
  const gathering = gather();
  const names = new Set<string>();
  const found: SurveyEvent[] = [];
  const isAllWanted = selection.hasId === null && selection.filter === null;
  const take = (walked: WalkEvent): void => {
    if (walked.type === 'entry') {
      if (isAllWanted) threads?.sample(disk, site, walked.entry);
      gathering.add(walked.entry);
      return;
    }
    const { type, scope, finding, hides } = walked;
    if (hides) gathering.hide(scope);
    if (isAsked(selection, site, walked)) found.push({ type, site, scope, finding, text: null });
  };
  await walkSite(disk, kind, site, { select: selection, run }, { take, scopes: names, listed: threads?.listed });
  const select = await withProjectNames(disk, kind, site, gathering.scopes(), { select: selection, run });
  const walked = gathering.scopes();
  const scopes = walked.filter(({ name }) => isScopeWanted(select, name));
  const parts = scopes.map((scope) => chosenOf(scope, site, select));
  const files = parts.reduce((sum, each) => sum + each.files, 0);
  const advance = progressOf({ run, total }, files, position);
  const { addSum, siteFindings } = siteSums();
  const context = {
    select,
    run,
    answers,
    documents,
    buffer,
    words,
    addSum,
    workers: (await threads?.enough(disk, kind, site, parts)) ?? null,
    scopes: wantsAllScopes(select) ? names : null,
    common: walked.find(({ name }) => name === '')?.shared ?? [],
    elsewhere: elsewhereIn(scopes),
    advance,
  };
  const opened = parts.filter(
    ({ name, isWhole, ids }) => (documents.scopes?.includes(name) ?? true) && (isWhole || ids.size > 0),
  );
  const inScopes = opened.map(
    (part) => (ahead: () => void) => surveyScope(disk, kind, site, part, { ...context, ahead }),
  );
  return {
    lists: [[found], inTurn(inScopes)],
    siteFindings,
    units: scopes.reduce((sum, each) => sum + each.units.size, 0),
  };
}

function progressOf(
  { run, total }: Pick<Surveying, 'run' | 'total'>,
  own: number,
  position: SitePosition,
): SurveyContext['advance'] {
  const before = total.files;
  total.of += own;
  return async (files, bytes) => {
    total.files += files;
    total.bytes += bytes;
    const share = (position.n + (total.files - before) / Math.max(own, 1)) / position.of;
    run.progress({ ...total, of: position.n + 1 < position.of ? 0 : total.of, share });
    await yieldOrStop(run);
  };
}

function siteSums(): Pick<SurveyContext, 'addSum'> & Pick<WalkedSite, 'siteFindings'> {
  const sums: unknown[] = [];
  let last: EndedScope | null = null;
  return {
    addSum: (opened) => {
      if (opened.sum === undefined) return;
      sums.push(opened.sum());
      last = opened;
    },
    siteFindings: () => last?.siteFindings?.(sums) ?? [],
  };
}

type EventLists = AsyncGenerator<readonly SurveyEvent[]>;

interface BegunScope {
  readonly lists: EventLists;
  readonly first: ReturnType<EventLists['next']>;
}

/** Runs scopes in order. The next one begins when the current one calls `ahead`, or else when that ends. */
async function* inTurn(scopes: readonly ((ahead: () => void) => EventLists)[]): EventLists {
  const begun = new Map<number, BegunScope>();
  let current = 0;
  const begin = (n: number): void => {
    const lists = begun.has(n) ? undefined : scopes[n]?.(() => n === current && begin(n + 1));
    if (lists === undefined) return;
    const first = lists.next();
    // An error is handled when its scope has its turn.
    first.catch(() => {});
    begun.set(n, { lists, first });
  };
  for (; current < scopes.length; current++) {
    begin(current);
    const scope = begun.get(current);
    begun.delete(current);
    for (let step = await scope?.first; step !== undefined && step.done !== true; step = await scope?.lists.next())
      yield step.value;
  }
}

/** Files of an id in other scopes. Only ids in several scopes are held; computed on first use, because most commands need none. */
function elsewhereIn(scopes: readonly ScopeEntries[]): SurveyContext['elsewhere'] {
  const several = once(() => inSeveral(scopes));
  return (name, id) => {
    const all = several().get(id);
    return all === undefined ? [] : all.flatMap((each) => (each.name === name ? [] : (each.units.get(id) ?? [])));
  };
}

function inSeveral(scopes: readonly ScopeEntries[]): Map<string, ScopeEntries[]> {
  const first = new Map<string, ScopeEntries>();
  const several = new Map<string, ScopeEntries[]>();
  for (const scope of scopes)
    for (const id of scope.units.keys()) {
      const other = first.get(id);
      const all = several.get(id);
      if (other === undefined) first.set(id, scope);
      else if (all === undefined) several.set(id, [other, scope]);
      else all.push(scope);
    }
  return several;
}

/** True for a finding of the walk within the selection. Findings on folders above selected scopes count: these may be hidden in them. */
function isAsked(
  select: SurveySelection,
  site: Site,
  { scope, finding, hides }: Extract<WalkEvent, { type: 'finding' }>,
): boolean {
  const { hasId, filter } = select;
  const { id } = finding;
  if (hasId !== null && (id === null || !hasId(id))) return false;
  if (filter?.unseen({ kind: site.kind, scope, id }) === false) return false;
  return hides || scope === null || isScopeWanted(select, scope);
}

function chosenOf(gathered: ScopeEntries, site: Site, select: SurveySelection): SelectedScope {
  const { name: scope, shared, units } = gathered;
  const { hasId, filter } = select;
  if (hasId === null && filter === null) return { ...gathered, isWhole: true, ids: units };
  const has = (id: string | null, entries: readonly WalkEntry[]) =>
    filter?.has({ kind: site.kind, scope, id }, site, entries) ?? true;
  const isWhole = has(null, shared);
  const ids = new Set<string>();
  let files = isWhole ? countFiles(shared) : 0;
  for (const [id, entries] of units) {
    if (!isIdWanted(select, id) || !has(id, entries)) continue;
    ids.add(id);
    files += countFiles(entries);
  }
  return { ...gathered, isWhole, ids, files };
}

/** For conversations that name their projects: a selection of ids in place of projects. A project is meant by its folder's name or whole path. */
export async function withProjectNames(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  scopes: readonly ScopeEntries[],
  { select, run }: SurveyOptions,
): Promise<SurveySelection> {
  if (kind.layout.hasOwnProjects?.(site) !== true || wantsAllScopes(select) || isScopeWanted(select, '')) return select;
  const named = new Set(select.projects);
  const folderAt = await folderReader(disk, kind, site, run);
  const isIn = (folder: string | null) => folder !== null && (named.has(folder) || named.has(folderBaseName(folder)));
  const ids = new Set<string>();
  for (const { units } of scopes)
    for (const [id, entries] of units)
      if (isIdWanted(select, id) && entries.some(({ path }) => isIn(folderAt(path)))) ids.add(id);
  return { ...select, projects: [], hasId: (id) => ids.has(id) };
}

/** Returns the working folder that a file names; null for none, or for an unreadable file. */
export async function folderReader(
  disk: ReadDisk,
  kind: Pick<Kind, 'name' | 'begin'>,
  site: Site,
  { now }: Pick<SurveyRun, 'now'>,
): Promise<(path: string) => string | null> {
  const opened = await openScope(disk, kind, { name: '', site, shared: [], now, signatures: false }, 'judge');
  return (path) => orNull(() => opened.folderAt?.(path) ?? null);
}
