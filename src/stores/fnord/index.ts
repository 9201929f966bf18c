import { textOf } from '../../codecs/json/value.ts';
import { defineKind } from '../define-kind.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { fnordUnitFindings } from './checks/conversation-findings.ts';
import { fnordScopeFindings, foundBy, noFacts } from './checks/scope-findings.ts';
import { projectRoots } from './checks/settings.ts';
import { FnordDocument, type FnordFacts, type FnordScope } from './document.ts';
import { fnordInfo } from './info.ts';
import { fnordOrder } from './list/view.ts';

export const fnord = defineKind({
  ...fnordInfo,
  begin: beginFnord,
  judge: fnordUnitFindings,
  verbs: async () => (await import('./change/decide.ts')).fnordVerbs,
});

export interface OpenFnord extends ScopeTable<FnordDocument, FnordFacts> {
  readonly scope: Scope;
}

export function beginFnord(scope: Scope): OpenFnord {
  const facts = noFacts();
  const hidden = foundBy(scope) === 'listed' ? null : 'project-is-a-pattern';
  const fnordScope: FnordScope = { scope, hidden };
  return {
    scope,
    open: (unit) => new FnordDocument(unit, fnordScope),
    addFacts({ counts, active, timeless, open }) {
      if (counts) facts.units++;
      if (active) facts.active++;
      if (timeless) facts.timeless++;
      facts.open += open;
    },
    order: fnordOrder,
    findings: () => fnordScopeFindings(scope, facts),
    folders: () =>
      scope.shared
        .flatMap((part) => (part.role === 'settings' ? (projectRoots(part) ?? []) : []))
        .map(({ scope: name, root }) => ({ scope: name, path: textOf(root) })),
  };
}
