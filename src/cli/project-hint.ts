import { quotedWord } from '../model/command.ts';
import { lastActiveFirst, projectKey } from '../model/conversation.ts';
import { nearestWords } from '../model/nearest.ts';
import { folderBaseName, isAtOrBelow } from '../model/path.ts';
import { listAll } from '../ops/list.ts';
import type { ReadContext } from '../ops/reading.ts';
import { folderMeant, knownProjects } from '../ops/sites/project-names.ts';
import { type SurveyOptions, withSelection } from '../ops/survey/survey-options.ts';
import type { ReaderPlace } from '../report/list/headings.ts';
import { numberText } from '../report/text.ts';

const MAX_PROJECTS_NAMED = 10;

/** Projects that resemble the names, else the newest ones. */
export async function projectHint(
  names: readonly string[],
  reading: ReadContext,
  survey: SurveyOptions,
  place: ReaderPlace,
): Promise<string | null> {
  const projects = await newestFirst(reading, withSelection(survey, { projects: [] }));
  const known = [...projects.map(folderBaseName), ...projects, ...(await knownProjects(reading, survey)).keys()];
  const near = names.flatMap((name) => nearestWords(name, new Set(known))).map(quotedWord);
  if (near.length > 0) return `Did you mean ${near.join(', ')}?`;
  const above = names.flatMap((name) => folderAbove(folderMeant(name, reading, place), projects) ?? []);
  if (above.length > 0)
    return `There are conversations of a folder above: --project ${above.map(quotedWord).join(', ')}`;
  if (projects.length === 0) return null;
  const named = projects.slice(0, MAX_PROJECTS_NAMED).map(quotedWord).join(', ');
  const more = projects.length - MAX_PROJECTS_NAMED;
  if (more > 0) return `The newest are ${named}, and there are ${numberText(more)} more.`;
  return `There ${projects.length === 1 ? 'is' : 'are'} ${named}.`;
}

/** The nearest of these folders above one. */
function folderAbove(folder: string | null, folders: readonly string[]): string | null {
  if (folder === null) return null;
  const above = folders.filter((each) => isAtOrBelow(folder, each));
  return above.sort((a, b) => b.length - a.length)[0] ?? null;
}

async function newestFirst(reading: ReadContext, survey: SurveyOptions): Promise<string[]> {
  const found = (await listAll(reading, survey)).sort(lastActiveFirst);
  const folders = new Map(found.flatMap((each) => (each.cwd == null ? [] : [[projectKey(each), each.cwd]])));
  return [
    ...new Set(
      found.flatMap(
        (each) => each.cwd ?? (each.project === null ? [] : (folders.get(projectKey(each)) ?? each.project)),
      ),
    ),
  ];
}
