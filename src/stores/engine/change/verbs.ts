import type { Part } from '../../../model/part.ts';
import { type Ask, type AskFor, type NotChanged, refused, type UnitChange, type UnitDecision } from '../../decision.ts';
import type { OpenDocument } from '../../kind.ts';
import { checkpointChange } from '../checkpoint.ts';

/** A kind's decision for each verb that it has; a `NotChanged` if equal for all units. */
export type VerbTable<D, IndexUpdate = unknown> = {
  readonly [V in Ask['verb']]?: NotChanged | Decide<D, AskFor<V>, IndexUpdate>;
} & {
  readonly restoreFrom?: (document: D, from: string) => UnitChange | NotChanged;
};

type Decide<D, A, IndexUpdate> = (
  document: D,
  ask: A,
  soFar: readonly UnitDecision<IndexUpdate>[],
) => UnitChange | NotChanged | UnitDecision<IndexUpdate>;

export function decideBy<D extends { readonly id: string }, IndexUpdate = unknown>(
  table: VerbTable<D, IndexUpdate>,
): (document: D, ask: Ask, soFar?: readonly UnitDecision[]) => UnitDecision<IndexUpdate> {
  return (document, ask, soFar = []) => {
    if (ask.verb === 'restore' && ask.from != null)
      return { id: document.id, outcome: table.restoreFrom?.(document, ask.from) ?? NO_COPY };
    const without = refused({ reason: `is of a kind without ${ask.verb}` });
    const decide = (table[ask.verb] ?? without) as NotChanged | Decide<D, Ask, IndexUpdate>;
    const decided =
      typeof decide === 'function' ? decide(document, ask, soFar as readonly UnitDecision<IndexUpdate>[]) : decide;
    return 'outcome' in decided ? decided : { id: document.id, outcome: decided };
  };
}

export function withCheckpoints<D extends OpenDocument & { readonly checkpoint?: Part }>(
  decide: (document: D, ask: Ask) => UnitDecision,
): (document: D, ask: Ask) => UnitDecision {
  return (document, ask) => {
    const outcome = checkpointChange(document, ask);
    return outcome === null ? decide(document, ask) : { id: document.id, outcome };
  };
}

export const NO_COPY = refused({ reason: 'has no such copy, put aside by its program' });
