import type { Around, Ask, Decided, Left, Scope, Session } from '../kind.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { openDocument, type Verb } from './document.ts';
import { type Facts, type FolderFact, namesFiles } from './facts.ts';
import { order } from './layout/order.ts';

/** What decides what becomes of the tables of names, once all units were seen; handed in as `Verb` is. */
export type Close = (facts: Facts, ask: Ask, decided: readonly Decided[], whole: boolean) => Around | Left;

/** Opens one base. */
export function begin(scope: Scope, decide: Verb, close: Close): Session {
  const tables = namesFiles(scope);
  const folders: FolderFact[] = [];
  const facts: Facts = { scope, ...tables, folders };
  return {
    open: (unit) => openDocument(scope, tables, unit, decide),
    note(more: readonly FolderFact[]) {
      folders.push(...more);
    },
    absent: () => [],
    order,
    findings: () => scopeFindings(facts),
    close: (ask, decided, whole) => close(facts, ask, decided, whole),
  };
}
