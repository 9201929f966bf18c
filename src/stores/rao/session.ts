import type { View } from '../../model/conversation.ts';
import type { Around, Ask, Decided, Left, Scope, Session } from '../kind.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { openDocument, type Verb } from './document.ts';
import { type Facts, type FolderFact, namesFiles } from './facts.ts';

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

/** Rao's order: by number; those of one number by their names. */
export function order(a: View, b: View): number {
  return Number(a.id) - Number(b.id) || a.id.length - b.id.length || (a.path < b.path ? -1 : 1);
}
