import type { KindName } from '../model/conversation.ts';
import type { Site } from '../stores/kind.ts';
import { folderBaseName } from '../stores/path.ts';
import { knownIds } from './known-ids.ts';
import type { Reading } from './reading.ts';
import { kindOfSite } from './survey/kind-of.ts';
import { folderReader } from './survey/own-projects.ts';
import type { SurveyOptions } from './survey/survey.ts';

/** The names of the projects in the sites, each with a kind that has it. Only of a kind whose conversations name them files are opened. */
export async function knownProjects(reading: Reading, options: SurveyOptions): Promise<Map<string, KindName>> {
  const names = new Map<string, KindName>();
  for (const site of reading.sites)
    for (const name of await projectsOf(reading, site, options)) names.set(name, site.kind);
  return names;
}

async function projectsOf(reading: Reading, site: Site, options: SurveyOptions): Promise<string[]> {
  const { disk, kinds } = reading;
  const kind = kindOfSite(kinds, site);
  const known = await knownIds({ ...reading, sites: [site] }, { ...options, projects: null });
  if (kind.layout.hasOwnProjects !== true) return known.flatMap(({ scope }) => (scope === '' ? [] : scope));
  const folderAt = await folderReader(disk, kind, site, options);
  return known.flatMap(({ paths }) => paths.flatMap((path) => folderAt(path) ?? [])).map(folderBaseName);
}
