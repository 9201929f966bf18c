/** R's `basename`: the last name of a path, whatever slashes follow it. */
export function baseNameOf(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}
