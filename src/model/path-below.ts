/** True for a path itself and for all that is below it. */
export function isAtOrBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

/** A path as it is below another one; null for one that is not below it. */
export function restBelow(path: string, top: string): string | null {
  return path.startsWith(`${top}/`) ? path.slice(top.length + 1) : null;
}
