export function isAtOrBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

/** The relative path; null if not below. */
export function restBelow(path: string, top: string): string | null {
  return path.startsWith(`${top}/`) ? path.slice(top.length + 1) : null;
}
