/** R's `basename`: the last name of a path, whatever slashes follow it. */
export function baseNameOf(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '');
}
