import { addAll } from '../../model/collections.ts';
import type { View } from '../../model/conversation.ts';
import { once } from '../../model/once.ts';
import { defineKind } from '../define-kind.ts';
import type { Scope, Unit } from '../kind.ts';
import { type BaseFacts, type FolderFact, namesFiles } from './checks/facts.ts';
import { raoScopeFindings } from './checks/scope-findings.ts';
import { judgeRao } from './checks/unit-findings.ts';
import { highestIn, namesInIndex, openRao } from './document.ts';
import { raoInfo } from './info.ts';

export const rao = defineKind({
  ...raoInfo,
  begin: beginRao,
  judge: judgeRao,
  verbs: async () => (await import('./change/decide.ts')).raoVerbs,
});

export function beginRao(scope: Scope) {
  const tables = namesFiles(scope);
  const folders: FolderFact[] = [];
  const facts: BaseFacts = { scope, ...tables, folders };
  const highest = once(() => highestIn(scope));
  return {
    facts,
    open: (unit: Unit) => openRao(scope, tables, unit, highest),
    addFacts(more: readonly FolderFact[]) {
      addAll(folders, more);
    },
    namesFor: (id: string) => (['active', 'archived'] as const).map((state) => namesInIndex(tables, { id, state })),
    order: raoOrder,
    findings: () => raoScopeFindings(facts),
  };
}

/** Rao's order: by number, then by name. */
export function raoOrder(a: View, b: View): number {
  return Number(a.id) - Number(b.id) || a.id.length - b.id.length || (a.path < b.path ? -1 : 1);
}
