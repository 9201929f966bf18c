import type { View } from '../../model/conversation.ts';
import { unchanged } from '../decided.ts';
import type { Decided, Scope, Session } from '../kind.ts';
import { closeRehome, type Rehomed } from './change/rehome.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { type Judge, openDocument, type UnitFacts, type Verb } from './document.ts';

/** Opens one project folder. */
export function begin(scope: Scope, judge: Judge, decide: Verb): Session {
  const times = new Map<string, number>();
  const folders = new Set<string>();
  const timeOf = ({ id, state }: Pick<View, 'id' | 'state'>) => times.get(`${state} ${id}`) ?? 0;
  return {
    open: (unit) => openDocument(scope, unit, judge, decide),
    note({ views }: UnitFacts) {
      for (const { key, time, cwd } of views) {
        times.set(key, time);
        if (cwd !== null) folders.add(cwd);
      }
    },
    absent: () => [],
    findings: () => scopeFindings(scope, folders),
    // Sessions share no file; they leave a folder together.
    close: (ask, decided: readonly Decided<Rehomed>[]) =>
      ask.verb === 'rehome' ? closeRehome(scope, decided) : unchanged(),
    order: (a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1),
  };
}
