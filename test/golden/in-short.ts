import { createHash } from 'node:crypto';
import type { AllDecided, Wish } from './decide-all.ts';

/** One line: the verb, how many items each state has with their codes, what is done to how many files, and a hash of everything. */
export function inShort({ verb, ...more }: Wish, decided: AllDecided): string {
  const flags = Object.entries(more).map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value}`));
  const { items } = decided.report;
  const states = countsOf(items.map(({ state, codes }) => [state, ...codes].join(' ')));
  const steps = countsOf(decided.changes.flatMap(stepsOf));
  // Its counts are those of the Change.
  const plain = { ...decided, report: { ...decided.report, items: items.map(({ counts: _, ...item }) => item) } };
  const hash = createHash('sha256').update(JSON.stringify(plain)).digest('hex').slice(0, 8);
  return `${[verb, ...flags].join(' ')}: ${[states, steps, hash].filter((each) => each !== '').join('; ')}`;
}

function stepsOf(change: unknown): string[] {
  const { steps } = change as { readonly steps: readonly { readonly do: string }[] };
  return steps.map((step) => step.do);
}

function countsOf(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, number]) => (number === 1 ? word : `${word} x${number}`)).join(', ');
}
