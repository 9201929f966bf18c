import { defineKind } from '../define-kind.ts';
import { tenexScopeFindings } from './checks/scope-findings.ts';
import { tenexFileFindings, tenexUnitFindings } from './checks/unit-findings.ts';
import { tenexInfo } from './info.ts';
import { loadSignatures } from './read/events/signatures.ts';
import { beginTenex } from './scope.ts';

export const tenex = defineKind({
  ...tenexInfo,
  begin: async (scope) =>
    beginTenex(scope, {
      fileFindings: tenexFileFindings,
      unitFindings: tenexUnitFindings,
      scopeFindings: tenexScopeFindings,
      signatures: scope.signatures ? await loadSignatures() : null,
    }),
  verbs: async () => (await import('./change/decide.ts')).tenexVerbs,
});
