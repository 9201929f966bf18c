/** Names that no Change may use: the journal's own. */
const RESERVED = ['.convo'];

/**
 * Why a path from a plan may not be used, to be read after it; null when it may. It must be relative, in `/`-separated plain
 * names, below the root, and not in the journal.
 */
export function refusePath(path: string): string | null {
  if (PLAIN.test(path)) return null;
  if (path === '') return 'is empty';
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\0')) return 'holds a NUL';
  if (/\p{Surrogate}/u.test(path)) return 'is not well-formed text';
  for (const name of path.split('/')) {
    const reason = refuseName(name);
    if (reason !== null) return reason;
  }
  return null;
}

/** Nearly all paths: names of a few characters, none of which begins with a dot. */
const PLAIN = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

function refuseName(name: string): string | null {
  if (name === '') return 'holds an empty name';
  if (name === '.' || name === '..') return `holds the name ${name}`;
  // Case-insensitive file systems would open the journal under either spelling.
  return RESERVED.includes(name.toLowerCase()) ? 'is in the journal' : null;
}
