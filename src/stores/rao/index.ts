import { addAll } from '../../model/collections.ts';
import { once } from '../../model/once.ts';
import { defineKind } from '../define-kind.ts';
import type { Scope, Unit } from '../kind.ts';
import { type BaseFacts, type FolderFact, namesFiles, namesInIndex } from './checks/facts.ts';
import { raoScopeFindings } from './checks/scope-findings.ts';
import { judgeRao } from './checks/unit-findings.ts';
import { highestIn, openRao } from './document.ts';
import { raoInfo } from './info.ts';
import { raoOrder } from './list/view.ts';

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
