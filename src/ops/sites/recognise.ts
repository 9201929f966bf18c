import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';
import type { Given, Kind, Site } from '../../stores/kind.ts';
import { givenAt } from './given.ts';

/** The way out for a path that is not a store. */
export const WHAT_TO_GIVE =
  'Give a home such as ~/.claude or ~/.fnord, a project, a conversations folder or one conversation file.';

/** The site that an absolute path belongs to. Throws Failure when it does not exist, or is of no kind or of two. */
export function siteAt(disk: ReadDisk, kinds: readonly Kind[], path: string): Site {
  const site = recogniseAt(disk, kinds, path);
  if (site !== null) return site;
  const names = kinds.map(({ name }) => name).join(', ');
  const words = disk.stat(path).type === 'file' ? 'not a conversation file' : 'not a store';
  throw new Failure('usage', `${path} is ${words} of a known kind (${names})`, WHAT_TO_GIVE);
}

/** As `siteAt`, but null for a path of no kind. It is seen from behind its links where its own name says nothing. */
export function recogniseAt(disk: ReadDisk, kinds: readonly Kind[], path: string): Site | null {
  const site = onlyOne(kinds, givenAt(disk, path), path);
  if (site !== null) return site;
  const real = disk.realpath(path);
  return real === path ? null : onlyOne(kinds, givenAt(disk, real), path);
}

function onlyOne(kinds: readonly Kind[], given: Given, path: string): Site | null {
  const sites = kinds.flatMap((kind) => kind.layout.recognise(given) ?? []);
  // The folders around a file say more than its first bytes, which of a torn file may be anybody's.
  const known = sites.filter(({ shape }) => shape !== 'file');
  const [site = null, second] = known.length === 1 ? known : sites;
  if (second === undefined) return site;
  const names = sites.map(({ kind }) => kind).join(' or ');
  throw new Failure('usage', `${path} could be a store of ${names}`, 'Say which with --kind.');
}
