import { type ReadContext, realDisk } from '../ops/reading.ts';
import { listStoredIds, resolveIds, type StoredId } from '../ops/resolve-ids.ts';
import { findSites, type SitesOptions } from '../ops/sites/find-sites.ts';
import { projectNames } from '../ops/sites/project-names.ts';
import { rootsOfPaths } from '../ops/sites/store-around.ts';
import {
  EVERYTHING,
  type SurveyOptions,
  type SurveyRun,
  silentRun,
  withSelection,
} from '../ops/survey/survey-options.ts';
import { countText, printable } from '../report/text.ts';
import { type Job, type Roots, readerPlace, typedRoots } from './command.ts';
import { byInnerId, type SearchedStores, unknownId } from './unknown-id.ts';

export interface Selection {
  readonly reading: ReadContext;
  readonly survey: SurveyOptions;
  readonly ids?: readonly string[];
  /** Unreadable usual places, and folders that a `--root` pattern may reach: exit code 3. */
  readonly unreadablePaths: readonly { readonly path: string; readonly reason: string }[];
  readonly named: ReadContext['sites'];
  /** Number of conversations in scope that time flags omit. */
  readonly omittedByTime?: number;
}

/** `onlyHere`: no other worktrees unless named. Throws Failure for a path without a store. */
export async function readingOf(
  job: Job,
  { onlyHere = false }: { readonly onlyHere?: boolean } = {},
): Promise<Selection> {
  const { options } = job;
  const { disk, kinds } = realDisk();
  const { sites, unreadablePaths, named, below } = await findSites({ ...sitesOptions(job), onlyHere }, disk, kinds);
  const reading = { disk, kinds, sites };
  if (below.length > 1 && !options.verbose) await reportFound(job, below);
  if (options.verbose)
    for (const site of sites) await job.err.line(`convo: looking at the ${site.kind} store ${printable(site.root)}`);
  const projects = await projectNames(options.project, reading, readerPlace(job));
  return { reading, survey: { select: { ...EVERYTHING, projects }, run: surveyRun(job) }, unreadablePaths, named };
}

/** Options of a survey in this process, without progress. */
export function surveyRun({ env, interrupted, yieldNow }: Job): SurveyRun {
  const run = silentRun(Math.floor(env.now() / 1000));
  return { ...run, interrupted, yieldNow, alive: (pid) => env.alive(pid) };
}

/**
 * Narrows to the conversations of these words, if any; other stores are skipped. `admit` may refuse. Throws Failure for
 * unknown or ambiguous ids.
 */
export async function narrowedSelection(
  { env }: Job,
  selection: Selection,
  {
    words,
    min,
    admit,
  }: {
    readonly words: readonly string[];
    readonly min: number;
    admit?(ids: readonly string[], known: readonly StoredId[]): void;
  },
): Promise<Selection> {
  if (words.length === 0) return selection;
  const { reading, survey } = selection;
  const storedIds = await listStoredIds(reading, survey);
  const ids = await idsMeant(words, { reading, survey, storedIds, env }, min);
  admit?.(ids, storedIds);
  const wanted = new Set(ids);
  const holders = new Set(storedIds.flatMap(({ id, site }) => (wanted.has(id) ? [site] : [])));
  const sites = reading.sites.filter((site) => holders.has(site));
  return {
    ...selection,
    ids,
    // These belong to other stores.
    unreadablePaths: [],
    reading: { ...reading, sites },
    survey: withSelection(survey, { hasId: (id) => wanted.has(id) }),
  };
}

/** The ids that words name. Throws Failure like `resolveIds`, with candidates from `unknownId`. */
export async function idsMeant(words: readonly string[], at: SearchedStores, min: number): Promise<string[]> {
  const named: string[] = [];
  for (const word of words) named.push(await byInnerId(word, at));
  try {
    return resolveIds(named, at.storedIds, { cwd: at.env.cwd, min });
  } catch (error) {
    throw await unknownId(words, at, error);
  }
}

/** Treats path words as `--root`, if none was typed and they are outside the usual places. `onlyHere` as in `readingOf`. */
export async function atPaths(
  job: Job,
  words: readonly string[],
  { onlyHere = false }: { readonly onlyHere?: boolean } = {},
): Promise<Job> {
  const { options } = job;
  if (typedRoots(options.roots).length > 0) return job;
  const { disk, kinds } = realDisk();
  const paths = await rootsOfPaths({ ...sitesOptions(job), onlyHere }, disk, kinds, words);
  return paths === null ? job : { ...job, options: { ...options, roots: { from: 'words', paths } } };
}

export function sitesOptions({ env, options, settings }: Job): SitesOptions {
  const { HOME = '' } = env.vars;
  // An empty or relative HOME would depend on the working directory.
  const home = /^(?:\/|[A-Za-z]:)/.test(HOME) ? HOME : null;
  const around = { home, cwd: env.cwd, platform: env.platform, env: env.vars };
  return {
    roots: options.roots.paths,
    rootsFrom: options.roots.from === 'settings' ? (settings?.path ?? null) : null,
    ofKinds: options.kind,
    around,
    allowEmpty: options.allowEmpty,
    everyPlace: options.verbose,
  };
}

async function reportFound({ err }: Job, below: ReadContext['sites']): Promise<void> {
  const few = below.length > MAX_FOUND_NAMED ? below.slice(0, MAX_FOUND_NAMED - 1) : below;
  const more = below.length - few.length;
  for (const { kind, root } of few) await err.line(`convo: found the ${kind} store ${printable(root)}`);
  if (more > 0) await err.line(`convo: and ${countText(more, 'more store')} (-v names each)`);
}

const MAX_FOUND_NAMED = 4;

export function withPathsAsRoots(job: Job, paths: readonly string[]): Job {
  if (paths.length === 0) return job;
  const roots: Roots = { from: 'words', paths: [...typedRoots(job.options.roots), ...paths] };
  return { ...job, options: { ...job.options, roots } };
}
