import type { Scope, UnitDecision } from '../../kind.ts';
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
  for (const [id, parts] of scope.units ?? []) {
    const number = numberOf(id);
    if (number !== null) for (const { path } of parts) numbers[stateOf(id, path)].add(number);
  }
  KNOWN.set(scope, numbers);
  return numbers;
}

/** The next number that nothing has, nor anything that the run has made room for so far. */
export function nextNumber(scope: Scope, soFar: readonly UnitDecision[]): number {
  const { active, archived } = numbersOf(scope);
  const taken = newIdsOf(soFar).map(Number);
  return [...active, ...archived, ...taken].reduce((a, b) => Math.max(a, b), 0) + 1;
}

/** The ids that were given so far in this run. */
export function newIdsOf(soFar: readonly UnitDecision[]): string[] {
  return soFar.flatMap(({ outcome }) => (outcome.state === 'changed' && outcome.newId !== null ? [outcome.newId] : []));
}

// Worked out once for a scope: every unit of a run asks for it.
const KNOWN = new WeakMap<Scope, Numbers>();

/** Of the folder of this id that a path leads into. */
function stateOf(id: string, path: string): keyof Numbers {
  const names = path.split('/');
  const at = names.findIndex((name) => folderId(name) === id);
  return names[at - 1] === 'archive' ? 'archived' : 'active';
}
