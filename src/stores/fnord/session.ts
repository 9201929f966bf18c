import { unchanged } from '../decided.ts';
import type { Scope, Session } from '../kind.ts';
import { noFacts, scopeFindings } from './checks/scope-findings.ts';
import { projectFolders } from './checks/settings.ts';
import { openDocument, type UnitFacts, type Verb } from './document.ts';
import { order } from './layout/order.ts';

/** Opens one project, or what is beside all projects. */
export function begin(scope: Scope, decide: Verb): Session {
  const facts = noFacts();
  return {
    open: (unit) => openDocument(scope, unit, decide),
    note({ counts, timeless, open }: UnitFacts) {
      if (counts) facts.units++;
      if (timeless) facts.timeless++;
      facts.open += open;
    },
    absent: () => [],
    order,
    findings: () => scopeFindings(scope, facts),
    // Nothing of a project depends on its units once they are done.
    close: () => unchanged(),
    folders: () => scope.shared.flatMap((part) => (part.role === 'settings' ? [...projectFolders(part)] : [])),
  };
}
