import type { Decided, Scope } from '../../kind.ts';
import { folderId, numberOf } from '../layout/layout.ts';

/** The numbers that a base has given to conversations, as R counts its folders; those beyond R's integers are left out. */
interface Numbers {
  readonly active: ReadonlySet<number>;
  readonly archived: ReadonlySet<number>;
}

/** The numbers on disk, of conversations that were not asked for too. */
export function numbersOf(scope: Scope): Numbers {
  const known = KNOWN.get(scope);
  if (known !== undefined) return known;
  const numbers = { active: new Set<number>(), archived: new Set<number>() };
  for (const [id, parts] of scope.units ?? [])
    for (const state of statesOf(id, parts)) add(numbers[state], numberOf(id));
  KNOWN.set(scope, numbers);
  return numbers;
}

/** The next number that nothing has, nor anything that the run has made room for so far. */
export function nextNumber(scope: Scope, soFar: readonly Decided[]): number {
  const { active, archived } = numbersOf(scope);
  const taken = newIdsOf(soFar).map(Number);
  return [...active, ...archived, ...taken].reduce((a, b) => Math.max(a, b), 0) + 1;
}

/** The ids that were given so far in this run. */
export function newIdsOf(soFar: readonly Decided[]): string[] {
  return soFar.flatMap(({ outcome }) => (outcome.state === 'changed' && outcome.newId !== null ? [outcome.newId] : []));
}

// Worked out once for a scope: every unit of a run asks for it.
const KNOWN = new WeakMap<Scope, Numbers>();

function statesOf(id: string, parts: readonly { readonly path: string }[]): Set<'active' | 'archived'> {
  const states = new Set<'active' | 'archived'>();
  for (const { path } of parts) {
    const names = path.split('/');
    const at = names.findIndex((name) => folderId(name) === id);
    states.add(names[at - 1] === 'archive' ? 'archived' : 'active');
  }
  return states;
}

function add(numbers: Set<number>, number: number | null): void {
  if (number !== null) numbers.add(number);
}
