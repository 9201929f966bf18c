import type { UnitDecision } from '../../kind.ts';
import type { Numbers } from '../checks/facts.ts';

export function nextNumber({ active, archived }: Numbers, soFar: readonly UnitDecision[]): number {
  const taken = newIdsOf(soFar).map(Number);
  return [...active, ...archived, ...taken].reduce((a, b) => Math.max(a, b), 0) + 1;
}

export function newIdsOf(soFar: readonly UnitDecision[]): string[] {
  return soFar.flatMap(({ outcome }) => (outcome.state === 'changed' && outcome.newId !== null ? [outcome.newId] : []));
}
