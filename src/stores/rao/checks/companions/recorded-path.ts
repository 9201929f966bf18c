/** The last name of an absolute path as Rao wrote it, on whichever system. */
export function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The number of the conversation that a path is in; null for one that is in none. */
export function conversationIn(path: string): string | null {
  return /[\\/]conversation_(\d+)[\\/][^\\/]+[\\/][^\\/]*$/.exec(path)?.[1] ?? null;
}

/** Whether a path that Rao wrote is another than that of the file meant, once slashes are alike. */
export function leadsElsewhere(path: string, meant: string): boolean {
  return path.replaceAll('\\', '/').replace(/\/+/g, '/') !== meant.replaceAll('\\', '/').replace(/\/+/g, '/');
}
