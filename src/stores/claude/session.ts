import type { View } from '../../model/conversation.ts';
import { unchanged } from '../decided.ts';
import type { Decided, Scope, Session } from '../kind.ts';
import { closeRehome, type Rehomed } from './change/rehome.ts';
import { claudeScopeFindings } from './checks/scope-findings.ts';
import { type ClaudeFacts, type DecideClaude, type Judge, openClaude } from './document.ts';

/** Opens one project folder. */
export function beginClaude(scope: Scope, judge: Judge, decide: DecideClaude): Session {
  const times = new Map<string, number>();
  const folders = new Set<string>();
  const timeOf = ({ id, state }: Pick<View, 'id' | 'state'>) => times.get(`${state} ${id}`) ?? 0;
  return {
    open: (unit) => openClaude(scope, unit, judge, decide),
    note({ views }: ClaudeFacts) {
      for (const { key, time, cwd } of views) {
        times.set(key, time);
        if (cwd !== null) folders.add(cwd);
      }
    },
    absent: () => [],
    findings: () => claudeScopeFindings(scope, folders),
    // Sessions share no file; they leave a folder together.
    close: (ask, decided: readonly Decided<Rehomed>[]) =>
      ask.verb === 'rehome' ? closeRehome(scope, decided) : unchanged(),
    order: (a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1),
  };
}
