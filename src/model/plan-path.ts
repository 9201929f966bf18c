/** Names of the journal: no Change may use them. */
const RESERVED = ['.convo'];

/**
 * Predicate that says why a path in a plan is refused; null if allowed. Allowed: relative, plain names between `/`, below the
 * root, outside the journal.
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

/** Fast path: short names without a leading dot. */
const PLAIN = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

function refuseName(name: string): string | null {
  if (name === '') return 'holds an empty name';
  if (name === '.' || name === '..') return `holds the name ${name}`;
  // Case-insensitive file systems open the journal under either spelling.
  return RESERVED.includes(name.toLowerCase()) ? 'is in the journal' : null;
}
