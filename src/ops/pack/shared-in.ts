import { digestOf } from '../../io/disk/digest.ts';
import type { PackedFile } from '../../io/tar/write-tar.ts';
import type { SharedEntries, Site } from '../../stores/kind.ts';
import { locatePath } from '../survey/locate.ts';
import type { EventOf } from '../survey/survey-event.ts';

/** Which conversations of a scope are packed. */
export interface PackedScope {
  readonly ids: ReadonlySet<string>;
  /** No conversation is missing. */
  readonly isWhole: boolean;
}

/** Shared files with the entries of packed conversations alone; unchanged for a whole scope. */
export function sharedIn(
  entries: SharedEntries,
  nameIn: (site: Site, path: string) => string,
  { site, shared }: EventOf<'seen'>,
  { ids, isWhole }: PackedScope,
): { readonly files: readonly PackedFile[]; readonly leftOut: readonly string[] } {
  const files: PackedFile[] = [];
  const leftOut: string[] = [];
  for (const { path, role, bytes, mode, mtime, mtimeMs = mtime * 1000 } of shared) {
    if (!entries.roles.includes(role) || bytes === null) continue;
    const mine = isWhole ? bytes : entries.only(role, bytes, ids);
    if (mine === null)
      leftOut.push(`${locatePath(site, path)} cannot be understood: what it says of these conversations is not packed`);
    if (mine === null || (mine.length === 0 && !isWhole)) continue;
    // A copy: the bytes of a scope are not there for long.
    const from = Buffer.from(mine);
    files.push({ path: nameIn(site, path), from, size: from.length, mode, mtimeMs, digest: digestOf(from) });
  }
  return { files, leftOut };
}
