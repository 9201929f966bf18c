const FINAL: Readonly<Record<string, string>> = {
  planned: 'planning',
  in_progress: 'in-progress',
  'in progress': 'in-progress',
  failed: 'done',
};

/** The status of a task list as fnord's heal leaves it: lower case, then its table; unknown ones stay lower-cased. */
export function normalStatus(status: string): string {
  const lower = lowerCase(status);
  return Object.hasOwn(FINAL, lower) ? (FINAL[lower] ?? lower) : lower;
}

/** Elixir lower-cases each character by itself; JavaScript looks around a capital sigma. */
function lowerCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}
