import { join, resolve } from 'node:path';
import { orNull } from '../../io/disk/error-code.ts';
import { realAt } from '../../io/disk/stat-of.ts';
import { worktreesOf } from '../../io/worktrees.ts';
import { grouped } from '../../model/collections.ts';
import type { KindName } from '../../model/kinds.ts';
import { folderBaseName } from '../../model/path.ts';
import { listAll } from '../list.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { listStoredIds, type StoredId } from '../resolve-ids.ts';
import { folderReader } from '../survey/survey.ts';
import { type SurveyOptions, withSelection } from '../survey/survey-options.ts';
import { isFolderAt } from './given.ts';

export function isFolderWord(word: string): boolean {
  return FOLDER.test(word);
}

/** Words that mean folders, not names: `.`, `../app`, `/home/ann/app`, `~/app`. */
const FOLDER = /^(?:\.{0,2}\/|\.{1,2}$|~(?:\/|$))/;

/** The absolute folder that a word means; `src/app` is a name, and the folder of that name too if there is one. Null for a name alone. */
export function folderMeant(
  word: string,
  { disk }: Pick<ReadContext, 'disk'>,
  { home, cwd }: Whereabouts,
): string | null {
  const folder = home !== null && /^~(?:\/|$)/.test(word) ? join(home, word.slice(1)) : resolve(cwd, word);
  return isFolderWord(word) || (word.includes('/') && isFolderAt(disk, folder)) ? folder : null;
}

interface Whereabouts {
  readonly home: string | null;
  readonly cwd: string;
}

/** Names of the requested projects: by name, by the folder they are shown in, or by its last part. */
export async function projectNames(
  words: readonly string[],
  reading: ReadContext,
  place: Whereabouts,
): Promise<readonly string[]> {
  const names = new Set(words);
  for (const word of words.filter((each) => !isFolderWord(each)))
    for (const name of endingIn(word, reading)) names.add(name);
  for (const folder of words.flatMap((word) => folderMeant(word, reading, place) ?? []))
    for (const name of await shownIn(folder, reading)) names.add(name);
  return [...names];
}

/** Names of projects whose folder ends in a word: `app` finds `-home-ann-app`. */
function endingIn(word: string, { disk, kinds, sites }: ReadContext): string[] {
  return sites.flatMap((site) => {
    const { layout } = kindOfSite(kinds, site);
    return layout.projectsEnding?.(word, (below) => namesIn(disk, join(site.root, below))) ?? [];
  });
}

function namesIn(disk: ReadContext['disk'], path: string): string[] {
  return (orNull(() => disk.list(path)) ?? []).flatMap(({ name }) => (name === null ? [] : [name]));
}

async function shownIn(path: string, { disk, kinds, sites }: ReadContext): Promise<string[]> {
  const folder = realAt(disk, path) ?? path;
  const worktrees = (await worktreesOf(folder)).map((each) => each.path);
  return sites.flatMap((site) => {
    const list = (below: string) => namesIn(disk, join(site.root, below));
    const { layout } = kindOfSite(kinds, site);
    if (layout.hasOwnProjects?.(site)) return [path, folder, ...worktrees];
    const read = (below: string) => orNull(() => disk.read(join(site.root, below)));
    return layout.projectsAt?.(folder, worktrees, list, read) ?? [];
  });
}

/** Names of all projects, each with a kind that has it. Opens files only where conversations name their projects. */
export async function knownProjects(reading: ReadContext, options: SurveyOptions): Promise<Map<string, KindName>> {
  return projectsAmong(await listStoredIds(reading, withSelection(options, { projects: [] })), reading, options);
}

/** The projects of these conversations, each with a kind that has it. */
async function projectsAmong(
  known: readonly StoredId[],
  { disk, kinds, sites }: ReadContext,
  { run }: SurveyOptions,
): Promise<Map<string, KindName>> {
  const names = new Map<string, KindName>();
  for (const site of sites) {
    const kind = kindOfSite(kinds, site);
    const own = known.filter((each) => each.site === site);
    const folderAt = kind.layout.hasOwnProjects?.(site) === true ? await folderReader(disk, kind, site, run) : null;
    const folders = ({ paths }: StoredId) => paths.flatMap((path) => folderAt?.(path) ?? []).map(folderBaseName);
    const namesOf = (each: StoredId) =>
      folderAt === null ? [each.scope].filter((scope) => scope !== '') : folders(each);
    for (const name of own.flatMap(namesOf)) names.set(name, site.kind);
  }
  return names;
}

/** Most conversations that are opened to find the folder of a project, if the kind names projects by their folders. */
const MAX_OPENED = 3;

/** Words that `--project` takes, each with the folder of its project, or else with the kind. */
export async function projectWords(reading: ReadContext, options: SurveyOptions): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  const layoutOf = (kind: KindName) => kindOfSite(reading.kinds, { kind }).layout;
  const unfolded = new Set<string>();
  const known = await listStoredIds(reading, withSelection(options, { projects: [] }));
  for (const [name, kind] of await projectsAmong(known, reading, options))
    if (layoutOf(kind).projectsEnding === undefined) words.set(name, `${kind} project`);
    else unfolded.add(name);
  const sites = reading.sites.filter(({ kind }) => layoutOf(kind).projectsEnding !== undefined);
  const unnamed = known.filter(({ site }) => sites.includes(site));
  const byProject = grouped(unnamed.map(({ scope, id }) => [scope, id] as const));
  const ids = new Set([...byProject.values()].flatMap((all) => all.slice(0, MAX_OPENED)));
  const found = await listAll(
    { ...reading, sites },
    withSelection(options, { projects: [], hasId: (id) => ids.has(id) }),
  );
  for (const { kind, project, cwd } of found) {
    const word = cwd == null ? '' : folderBaseName(cwd);
    if (cwd == null || project === null || layoutOf(kind).projectsEnding?.(word, () => [project]).length !== 1)
      continue;
    words.set(word, cwd);
    unfolded.delete(project);
  }
  for (const name of unfolded) words.set(name, 'project');
  return words;
}
