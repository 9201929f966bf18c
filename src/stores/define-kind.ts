import type { Finding } from '../model/finding.ts';
import { once } from '../model/once.ts';
import { type UnitDecision, unchanged } from './decision.ts';
import type {
  DecidingScope,
  Judged,
  Kind,
  KindInfo,
  ListRows,
  OpenDocument,
  OpenScope,
  Scope,
  ScopeTable,
  Verbs,
} from './kind.ts';

/** A kind's opened scope. `C`: members that its verbs use. */
type OpenedTable<D extends OpenDocument<F>, F, M, C> = ScopeTable<D, F, M> & C;

type Judge<D> = (document: D) => readonly Finding[];

interface KindTable<D extends OpenDocument<F>, F, M, C, U> extends KindInfo {
  begin(scope: Scope): OpenedTable<D, F, M, C> | Promise<OpenedTable<D, F, M, C>>;
  readonly judge: Judge<D>;
  /** Loads the code that changes stores, on demand. */
  verbs(): Promise<Verbs<D & Judged, C, U>>;
}

/** Erases a kind's own types, which no other module knows. */
export function defineKind<D extends OpenDocument<F>, F, M, C, U>(kind: KindTable<D, F, M, C, U>): Kind {
  return {
    ...kind,
    begin: async (scope, changes) =>
      decidingScope(await kind.begin(scope), kind.judge, changes ? await kind.verbs() : null),
  };
}

export function decidingScope<D extends OpenDocument<F>, F, M, C, U>(
  scope: OpenedTable<D, F, M, C>,
  judge: Judge<D>,
  verbs: Verbs<D & Judged, C, U> | null,
): DecidingScope {
  const able = (): Verbs<D & Judged, C, U> => {
    if (verbs === null) throw new Error('nothing is decided in a scope that was opened to be read');
    return verbs;
  };
  const plain: OpenScope = {
    ...WITHOUT_INDEX,
    ...scope,
    open: (unit) => judged(scope.open(unit), judge),
    takenAlong: (document) => scope.takenAlong?.(document as D & Judged) ?? [],
  };
  return {
    ...plain,
    decide: (document, ask, soFar) => able().decide(document as D & Judged, ask, soFar as readonly UnitDecision<U>[]),
    close: (ask, decided, sawAll) =>
      able().close?.(scope, ask, decided as readonly UnitDecision<U>[], sawAll) ?? unchanged(),
  };
}

function judged<D extends OpenDocument>(document: D, judge: Judge<D>): D & Judged {
  return Object.assign(document, { findings: once(() => judge(document)) });
}

/** Replaces a scope that is only asked for rows. */
export function scopeOfRows({ order }: ListRows): DecidingScope {
  const open = () => {
    throw new Error('nothing is opened in a scope of which only rows are asked');
  };
  return decidingScope(order === undefined ? { open } : { open, order }, () => [], null);
}

const WITHOUT_INDEX = { addFacts: () => {}, absent: () => [], findings: () => [] };
