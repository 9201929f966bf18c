import { statOf } from '../io/disk/look.ts';
import type { ReadDisk } from '../io/disk.ts';
import { worktreesOf } from '../io/worktrees.ts';
import type { Sharing } from '../model/checkout.ts';
import type { Session, Site } from '../stores/kind.ts';

/** Learns from sessions which folder each scope is about, and tells who shares it. */
export interface Sharers {
  learn(site: Site, session: Session): void;
  /** Null where no session named a folder. */
  of(site: Site, scope: string): Promise<Sharing | null>;
}

/** Who shares the scopes of some stores; nothing is known at first. */
export function sharers(disk: ReadDisk): Sharers {
  const folders = new Map<string, string>();
  return {
    learn: (site, session) => {
      for (const { scope, path } of session.folders?.() ?? []) folders.set(keyOf(site, scope), path);
    },
    of: async (site, scope) => {
      const folder = folders.get(keyOf(site, scope));
      if (folder === undefined) return null;
      // The store may come from another machine, and git takes its time to say so.
      const worktrees = statOf(disk, folder)?.type === 'folder' ? await worktreesOf(folder) : [];
      return { folder, worktrees: worktrees.map(({ path }) => path).filter((path) => path !== folder) };
    },
  };
}

function keyOf({ root }: Site, scope: string): string {
  return `${root}\0${scope}`;
}
