import type { Document, Scope, Session, Unit } from '../kind.ts';
import { noFacts, type ScopeFacts, scopeFindings } from './checks/scope-findings.ts';
import { projectFolders } from './checks/settings.ts';
import { type FnordDocument, openDocument, type Verb } from './document.ts';
import { order } from './layout/order.ts';
import { timeOf } from './opened.ts';

/** Opens one project, or what lies beside all projects. */
export function begin(scope: Scope, change: Verb): Session {
  const facts = noFacts();
  return {
    open(unit: Unit): Document {
      const document = openDocument(scope, unit, change);
      note(facts, document);
      return document;
    },
    absent: () => [],
    order,
    findings: () => scopeFindings(scope, facts),
    // Nothing of a project depends on its units once they are done.
    close: () => [],
    folders: () => scope.shared.flatMap((part) => (part.role === 'settings' ? [...projectFolders(part)] : [])),
  };
}

/** Permission bits that let others than the owner read. */
const OTHERS = 0o044;

function note(facts: ScopeFacts, { unit, active, archived }: FnordDocument): void {
  if (unit.parts.some(({ role }) => role !== 'worktree')) facts.units++;
  if (active !== null && timeOf(active) === null) facts.timeless++;
  for (const opened of [active, archived])
    if (opened !== null && opened.part.type === 'file' && (opened.part.mode & OTHERS) !== 0) facts.open++;
}
