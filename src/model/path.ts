export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Also true of a copy with more behind `.jsonl`, such as `.bak`; not of one that gzip compressed. */
export function isFileOfRecords(path: string): boolean {
  return /\.jsonl(?:~|\.(?![gG][zZ]$)[^/\\]+)?$/.test(path);
}

export function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Name of an absolute folder, also of Windows; a top folder whole. */
export function folderBaseName(path: string): string {
  return (
    namesOf(path)
      .filter((name) => name !== '')
      .at(-1) ?? path
  );
}

export function jsonName(path: string): string {
  const name = baseName(path);
  return name.endsWith('.json') ? name.slice(0, -'.json'.length) : name;
}

export function folderOf(path: string): string {
  const lastSlash = path.lastIndexOf('/');
  return lastSlash <= 0 ? path.slice(0, lastSlash + 1) : path.slice(0, lastSlash);
}

export function join(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join('/');
}

/** True for an absolute path of Windows: on a drive, or on a server (`\\wsl$` too). */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[^\\])/.test(path);
}

/** The parent of a path, in its notation; empty for a top folder. */
export function parentOf(path: string): string {
  const lastSlash = isWindowsPath(path)
    ? Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
    : path.lastIndexOf('/');
  return path.slice(0, Math.max(lastSlash, 0));
}

/** The names in a path. Windows accepts both separators, and a drive letter of either case. */
function namesOf(path: string): string[] {
  if (!isWindowsPath(path)) return path.split('/');
  return path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()).split(/[\\/]/);
}

/** The path moved from below `from` to below `to`, absolute and in NFC; null if it is not below `from`. */
export function rebasedPath(path: string, { from, to }: { readonly from: string; readonly to: string }): string | null {
  const parts = namesOf(path);
  const old = namesOf(from);
  const isBelow = old.every((part, i) => part === parts[i]?.normalize('NFC'));
  return isBelow ? [to, ...parts.slice(old.length)].join(isWindowsPath(to) ? '\\' : '/') : null;
}

export function isAtOrBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

/** True for a conversation's file or folder, and for files in the folder of its name beside it. */
export function isOfConversation(path: string, conversation: string): boolean {
  return isAtOrBelow(path, conversation) || path.startsWith(`${conversation.replace(/\.[^./]+$/, '')}/`);
}

export function relativeBelow(path: string, top: string): string | null {
  return path.startsWith(`${top}/`) ? path.slice(top.length + 1) : null;
}

/** Folders above a path, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
