import { defineKind } from '../define-kind.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { tenexScopeFindings } from './checks/scope-findings.ts';
import { tenexUnitFindings } from './checks/unit-findings.ts';
import { noFacts, noteUnit, openTenex, type TenexDocument, type TenexFacts, type TenexScope } from './document.ts';
import { tenexInfo } from './info.ts';
import { tenexOrder } from './list/views.ts';
import { loadSignatures, type SignatureVerifier } from './read/events/signatures.ts';
import { readIndex } from './read/index-file.ts';

export const tenex = defineKind({
  ...tenexInfo,
  begin: async (scope) => beginTenex(scope, scope.signatures ? await loadSignatures() : null),
  judge: tenexUnitFindings,
  verbs: async () => (await import('./change/decide.ts')).tenexVerbs,
});

export interface OpenTenex extends ScopeTable<TenexDocument, TenexFacts>, TenexScope {}

export function beginTenex(scope: Scope, signatures: SignatureVerifier | null): OpenTenex {
  const index = readIndex(scope.shared);
  const facts = noFacts();
  const opened = new Set<string>();
  return {
    scope,
    index,
    open: (unit) => openTenex({ scope, index }, unit, signatures),
    addFacts(unit) {
      opened.add(unit.id);
      noteUnit(facts, unit);
    },
    *absent() {
      if (scope.site.file !== null) return;
      for (const id of index.ids()) if (!opened.has(id)) yield id;
    },
    order: tenexOrder(index),
    // An unlisted file may be the copy of a listed one. Then it is no conversation of its own.
    hangs: (id) => index.entriesOf(id).length === 0,
    namesFor: (id) => [index.entriesOf(id).flatMap(({ title }) => title ?? [])],
    findings: () => tenexScopeFindings(scope, index, facts),
  };
}
