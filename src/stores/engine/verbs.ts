import type { Ask, AskFor, Decided, Left, Piece } from '../kind.ts';

/** What a kind decides for each verb; a `Left` where that is the same for every unit. */
export type Verbs<D, Owes = unknown> = { readonly [V in Ask['verb']]: Left | Decide<D, AskFor<V>, Owes> };

type Decide<D, A, Owes> = (document: D, ask: A, soFar: readonly Decided<Owes>[]) => Piece | Left | Decided<Owes>;

/** The decision of a verb on one unit, by the table of its kind. */
export function decideBy<D extends { readonly id: string }, Owes = unknown>(
  verbs: Verbs<D, Owes>,
): (document: D, ask: Ask, soFar?: readonly Decided[]) => Decided<Owes> {
  return (document, ask, soFar = []) => {
    const decide = verbs[ask.verb] as Left | Decide<D, Ask, Owes>;
    const decided = typeof decide === 'function' ? decide(document, ask, soFar as readonly Decided<Owes>[]) : decide;
    return 'outcome' in decided ? decided : { id: document.id, outcome: decided };
  };
}
