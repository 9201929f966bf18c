import { type UnitDecision, unchanged } from './decision.ts';
import type { DecidingScope, Document, Kind, KindInfo, OpenScope, Rows, Scope, ScopeTable, Verbs } from './kind.ts';

/** `C`: the members of an open scope that its verbs use. */
type OpenedTable<D extends Document<F>, F, M, C> = ScopeTable<D, F, M> & C;

interface KindTable<D extends Document<F>, F, M, C, U> extends KindInfo {
  begin(scope: Scope): OpenedTable<D, F, M, C> | Promise<OpenedTable<D, F, M, C>>;
  /** Loaded on demand: the code that changes stores. */
  verbs(): Promise<Verbs<D, C, U>>;
}

/** Erases the types of a kind, which nobody else knows. */
export function defineKind<D extends Document<F>, F, M, C, U>(kind: KindTable<D, F, M, C, U>): Kind {
  return {
    ...kind,
    begin: async (scope, changes) => decidingScope(await kind.begin(scope), changes ? await kind.verbs() : null),
  };
}

export function decidingScope<D extends Document<F>, F, M, C, U>(
  scope: OpenedTable<D, F, M, C>,
  verbs: Verbs<D, C, U> | null,
): DecidingScope {
  const able = (): Verbs<D, C, U> => {
    if (verbs === null) throw new Error('nothing is decided in a scope that was opened to be read');
    return verbs;
  };
  const plain: OpenScope = { ...WITHOUT_INDEX, ...scope };
  return {
    ...plain,
    decide: (document, ask, soFar) => able().decide(document as D, ask, soFar as readonly UnitDecision<U>[]),
    close: (ask, decided, whole) =>
      able().close?.(scope, ask, decided as readonly UnitDecision<U>[], whole) ?? unchanged(),
  };
}

/** In the place of a scope of which only rows were asked. */
export function scopeOfRows({ order }: Rows): DecidingScope {
  const open = () => {
    throw new Error('nothing is opened in a scope of which only rows are asked');
  };
  return decidingScope(order === undefined ? { open } : { open, order }, null);
}

const WITHOUT_INDEX = { addFacts: () => {}, absent: () => [], findings: () => [] };
