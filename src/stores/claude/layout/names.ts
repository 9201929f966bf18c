/** A session's file: a UUID in any case, and by the quirk of a pattern's `$` perhaps a line end after it. */
const SESSION = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\n?\.jsonl$/i;

export function sessionIdOf(name: string): string | null {
  return SESSION.test(name) ? name.slice(0, -'.jsonl'.length) : null;
}

export function agentIdOf(name: string): string | null {
  return /^agent-(.*)\.jsonl$/s.exec(name)?.[1] ?? null;
}

/** Code points of a folder's name before the cut. */
export const LONGEST = 200;

/** The folder under `projects` in which the sessions of a working directory are; `path` is absolute, without links, in NFC. */
export function folderName(path: string): string {
  const name = sanitised(path);
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${hash(path)}`;
}

/**
 * The existing folder that the reader takes for a working directory. The exact name; else, for a cut name, the first
 * of equal beginning: the program hashes otherwise. Null for none.
 */
export function findFolder(path: string, folders: readonly string[]): string | null {
  const name = folderName(path);
  if (folders.includes(name)) return name;
  if (sanitised(path).length <= LONGEST) return null;
  return folders.find((each) => each.startsWith(`${name.slice(0, LONGEST)}-`)) ?? null;
}

/** One hyphen for each code point that is not an ASCII letter or digit. */
function sanitised(path: string): string {
  return path.replace(/[^A-Za-z0-9]/gu, '-');
}

function hash(path: string): string {
  let sum = 0;
  for (const character of path) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return Math.abs(sum).toString(36);
}
