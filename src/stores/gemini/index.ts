import { aboutFile } from '../../model/finding.ts';
import { unchanged } from '../decided.ts';
import { putBackGrown } from '../engine/put-back.ts';
import type { Scope, Session, WholeKind } from '../kind.ts';
import { decideGemini } from './change/decide.ts';
import { rehomeGemini } from './change/rehome.ts';
import { judgeGemini } from './checks/judge.ts';
import { geminiInfo } from './info.ts';
import { projectFolder, registered } from './layout/projects.ts';
import { retentionOf } from './list/retention.ts';
import { type GeminiScope, openGemini } from './read/document.ts';

/** Gemini CLI, with all that judges and changes its stores. */
export const gemini: WholeKind = {
  ...geminiInfo,
  putBack: (path, versions) => (path.endsWith('.jsonl') ? putBackGrown(versions) : null),
  begin: async (scope) => beginGemini(scope),
};

/** Opens a project of a home. */
export function beginGemini(scope: Scope): Session {
  const all = [...scope.shared, ...(scope.common ?? [])];
  const retention = retentionOf(all.find(({ role }) => role === 'settings'));
  const folder = projectFolder(scope);
  const opened: GeminiScope = { ...scope, retention, folder };
  let sessions = 0;
  return {
    open: (unit) => openGemini(opened, unit, { judge: judgeGemini, decide: decideGemini }),
    addFacts: (facts: number) => {
      sessions += facts;
    },
    absent: () => [],
    *findings() {
      const registry = scope.shared.find(({ role }) => role === 'registry');
      if (registry !== undefined && registered(registry) === null)
        yield aboutFile(
          'GM306',
          null,
          registry.path,
          'is not whole JSON: the program makes it anew from the marks of the projects',
        );
      if (folder !== null && sessions > 0 && scope.exists?.(folder) === false)
        yield aboutFile('GM305', null, `tmp/${scope.name}`, `holds sessions of ${folder}, which is gone`);
    },
    close: (ask) => (ask.verb === 'rehome' ? rehomeGemini(opened, ask) : unchanged()),
    order: (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.path < b.path ? -1 : 1),
    *folders() {
      if (folder !== null) yield { scope: scope.name, path: folder };
    },
  };
}
