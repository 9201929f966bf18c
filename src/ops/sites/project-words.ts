import { grouped } from '../../model/collections.ts';
import type { KindName } from '../../model/kinds.ts';
import { folderBaseName } from '../../model/path.ts';
import { listAll } from '../list.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { listStoredIds } from '../resolve-ids.ts';
import { type SurveyOptions, withSelection } from '../survey/survey-options.ts';
import { projectsAmong } from './project-names.ts';

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
