/** The phases that the adapter knows (docs/formats/tenex.md, "Phases"). */
export const PHASES = ['chat', 'brainstorm', 'plan', 'execute', 'verification', 'chores', 'reflection'] as const;

const KNOWN: ReadonlySet<string> = new Set(PHASES);

/** Does the owner take this for a phase: it minds no case, and trims nothing. */
export function isPhase(text: string): boolean {
  return KNOWN.has(text) || KNOWN.has(text.toLowerCase());
}
