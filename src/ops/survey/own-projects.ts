import type { ReadDisk } from '../../io/disk.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { folderBaseName } from '../../stores/path.ts';
import type { Gathered } from './gather.ts';
import { openScope } from './open-scope.ts';
import type { SurveyOptions } from './survey-event.ts';
import { isScopeWanted, wantsAllScopes } from './walk-site.ts';

/**
 * The options of a survey of one site, where its conversations name their projects: instead of projects, the ids of those that are
 * in one of them. A project is meant by the name of its folder, or by its whole path.
 */
export async function withOwnProjects(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  scopes: readonly Gathered[],
  options: SurveyOptions,
): Promise<SurveyOptions> {
  if (kind.layout.hasOwnProjects !== true || wantsAllScopes(options) || isScopeWanted(options, '')) return options;
  const named = new Set(options.projects);
  const folderAt = await folderReader(disk, kind, site, options);
  const isIn = (folder: string | null) => folder !== null && (named.has(folder) || named.has(folderBaseName(folder)));
  const ids = new Set<string>();
  for (const { units } of scopes)
    for (const [id, entries] of units) if (entries.some(({ path }) => isIn(folderAt(path)))) ids.add(id);
  const { wants = null } = options;
  return { ...options, projects: null, wants: (id) => ids.has(id) && wants?.(id) !== false };
}

/** Answers which working folder a file of a site names; null for none, and for what cannot be read. */
export async function folderReader(
  disk: ReadDisk,
  kind: Pick<Kind, 'name' | 'begin'>,
  site: Site,
  { now }: Pick<SurveyOptions, 'now'>,
): Promise<(path: string) => string | null> {
  const session = await openScope(disk, kind, { name: '', site, shared: [], now, signatures: false }, 'look');
  return (path) => {
    try {
      return session.folderAt?.(path) ?? null;
    } catch {
      return null;
    }
  };
}
