import { createHash } from 'node:crypto';

/** Names that the program takes for those of sessions. */
const SESSION = /^[0-9a-f-]{32,36}\.jsonl$/;
const SIDE = /^([0-9a-f-]{32,36})\.(runtime\.json|worktree\.json|pr\.json|ledger\.jsonl)$/;

export function isSessionName(name: string): boolean {
  return SESSION.test(name) && !SIDE.test(name);
}

/** A file beside a session: whose it is, and its ending. Null for any other. */
export function sideNameOf(name: string): { readonly id: string; readonly ending: string } | null {
  const [, id, ending] = SIDE.exec(name) ?? [];
  return id === undefined || ending === undefined ? null : { id, ending };
}

export function stemOf(name: string): string {
  return name.replace(/\.jsonl$/, '');
}

/** The name of its folder below `tmp`. */
export function hashOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex');
}

/** Where the program keeps the sessions of a working folder, below `projects`. */
export function projectName(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-');
}
