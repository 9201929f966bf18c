/** `<time>_<id>.jsonl`, as the program calls a session; an id is no path, and short enough for a name. */
const SESSION = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z_([A-Za-z0-9][A-Za-z0-9._-]{0,199})\.jsonl$/;

/** Id and time in a file's name; the program takes any name that ends in `.jsonl`. Null for another name. */
export function namedIn(name: string): { readonly id: string; readonly time: string } | null {
  const [, day, hours, minutes, seconds, millis, id] = SESSION.exec(name) ?? [];
  return id === undefined ? null : { id, time: `${day}T${hours}:${minutes}:${seconds}.${millis}Z` };
}

export function sessionName(id: string, time: string): string {
  return `${time.replace(/[:.]/g, '-')}_${id}.jsonl`;
}

/** Where the program keeps the sessions of a working folder, below `sessions`. */
export function projectName(folder: string): string {
  return `--${folder.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}
