import { pathsOf } from '../../model/check-change.ts';
import type { Intended } from '../journal/intended.ts';

/**
 * Tells whether two Changes must not run side by side: they name paths in common, or one of them is to a shared file or to
 * leftovers (it has no ids) and goes by what the others have made.
 */
export function clashes(): (a: Intended, b: Intended) => boolean {
  const known = new WeakMap<Intended, readonly string[]>();
  const paths = (item: Intended): readonly string[] => {
    const found = known.get(item) ?? pathsOf(item.change);
    known.set(item, found);
    return found;
  };
  return (a, b) => {
    if ((a.change.ids.length === 0) !== (b.change.ids.length === 0)) return true;
    const others = paths(b);
    return paths(a).some((path) => others.some((other) => overlap(path, other)));
  };
}

function overlap(a: string, b: string): boolean {
  if (a.length === b.length) return a === b;
  return a.length < b.length ? b.startsWith(a) && b[a.length] === '/' : a.startsWith(b) && a[b.length] === '/';
}
