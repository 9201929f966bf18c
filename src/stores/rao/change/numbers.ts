import type { Scope, UnitDecision } from '../../kind.ts';
import { folderId, numberOf } from '../layout/layout.ts';

/** Numbers in a base as R counts its folders, without those beyond R's integers. */
interface Numbers {
  readonly active: ReadonlySet<number>;
  readonly archived: ReadonlySet<number>;
}

/** Numbers on disk, including unselected conversations. */
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

export function nextNumber(scope: Scope, soFar: readonly UnitDecision[]): number {
  const { active, archived } = numbersOf(scope);
  const taken = newIdsOf(soFar).map(Number);
  return [...active, ...archived, ...taken].reduce((a, b) => Math.max(a, b), 0) + 1;
}

export function newIdsOf(soFar: readonly UnitDecision[]): string[] {
  return soFar.flatMap(({ outcome }) => (outcome.state === 'changed' && outcome.newId !== null ? [outcome.newId] : []));
}

// Once a scope: every unit of a run asks.
const KNOWN = new WeakMap<Scope, Numbers>();

function stateOf(id: string, path: string): keyof Numbers {
  const names = path.split('/');
  const at = names.findIndex((name) => folderId(name) === id);
  return names[at - 1] === 'archive' ? 'archived' : 'active';
}
