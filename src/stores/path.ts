/** The last name of a path with `/` between names; empty for the top. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name of an absolute folder, of Windows too; for the top all of it. */
export function folderBaseName(path: string): string {
  return (
    namesOf(path)
      .filter((name) => name !== '')
      .at(-1) ?? path
  );
}

/** The last name of a path, without `.json`. */
export function jsonName(path: string): string {
  const name = baseName(path);
  return name.endsWith('.json') ? name.slice(0, -'.json'.length) : name;
}

/** The path without its last name. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut <= 0 ? path.slice(0, cut + 1) : path.slice(0, cut);
}

/** Joins names with `/`, leaving out empty ones. */
export function join(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join('/');
}

/** True for an absolute path of Windows: of a drive, or of a server (`\\\\wsl$` too). */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[^\\])/.test(path);
}

/** The folder above, in the notation of the path; empty where there is none. */
export function aboveOf(path: string): string {
  const cut = isWindowsPath(path) ? Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) : path.lastIndexOf('/');
  return path.slice(0, Math.max(cut, 0));
}

/** The names of a path. Those of Windows have either separator, and the letter of a drive either case. */
function namesOf(path: string): string[] {
  if (!isWindowsPath(path)) return path.split('/');
  return path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()).split(/[\\/]/);
}

/** A path below one folder as it is below another, both absolute and in NFC; null for a path that is not below it. */
export function rebased(path: string, { from, to }: { readonly from: string; readonly to: string }): string | null {
  const [parts, old] = [namesOf(path), namesOf(from)];
  const isBelow = old.every((part, i) => part === parts[i]?.normalize('NFC'));
  return isBelow ? [to, ...parts.slice(old.length)].join(isWindowsPath(to) ? '\\' : '/') : null;
}
