/** A session's file: a UUID in any case, and by the quirk of a pattern's `$` perhaps a line end after it. */
const SESSION = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\n?\.jsonl$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id that a file name gives a session; null when it is not a session's name. */
export function sessionIdOf(name: string): string | null {
  return SESSION.test(name) ? name.slice(0, -'.jsonl'.length) : null;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The id in the name of a subagent's transcript; null for another name. */
export function agentIdOf(name: string): string | null {
  return /^agent-(.*)\.jsonl$/s.exec(name)?.[1] ?? null;
}
