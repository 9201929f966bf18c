import { textOf } from '../../codecs/json/value.ts';
import type { View } from '../../model/conversation.ts';
import { baseName } from '../../model/path.ts';
import { defineKind } from '../define-kind.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { fnordUnitFindings } from './checks/conversation-findings.ts';
import { fnordScopeFindings, foundBy, noFacts } from './checks/scope-findings.ts';
import { projectRoots } from './checks/settings.ts';
import { FnordDocument, type FnordFacts, type FnordScope } from './document.ts';
import { fnordInfo } from './info.ts';

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

/** fnord's order of a project: by timestamp, an unusable one as 0, then by the bytes of the file name. */
export function fnordOrder(a: View, b: View): number {
  return (
    (a.timestamp ?? 0) - (b.timestamp ?? 0) ||
    Buffer.compare(Buffer.from(baseName(a.path)), Buffer.from(baseName(b.path)))
  );
}
