import type { Ask, Closing, Document, Scope, Session, Unit } from '../kind.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { openDocument, type RaoDocument, type Verb } from './document.ts';
import { type Facts, factOf, type Gathered, noFacts } from './facts.ts';
import { order } from './layout/order.ts';

/** What makes the Changes that a scope owes when its last unit was seen; handed in as `Verb` is. */
export type Close = (facts: Facts, ask: Ask, whole: boolean) => Iterable<Closing>;

/** Opens one base. */
export function begin(scope: Scope, change: Verb, close: Close): Session {
  const facts = noFacts(scope);
  const verb: Verb = (document, ask) => {
    const outcome = change(document, ask);
    if (outcome.state === 'joined') facts.joined.set(document.id, outcome);
    return outcome;
  };
  return {
    open(unit: Unit): Document {
      const document = openDocument(facts, unit, verb);
      note(facts, document);
      return document;
    },
    absent: () => [],
    order,
    findings: () => scopeFindings(facts),
    close: (ask, whole) => close(facts, ask, whole),
  };
}

function note(facts: Gathered, { folders }: RaoDocument): void {
  for (const folder of folders) facts.folders.push(factOf(folder));
}
