import { aboutFile } from '../../model/finding.ts';
import { defineKind } from '../define-kind.ts';
import { loggedPrompts } from '../engine/logged-prompts.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { judgeGemini } from './checks/judge.ts';
import { geminiInfo } from './info.ts';
import { projectFolder, registered } from './layout/projects.ts';
import { retentionOf } from './list/retention.ts';
import { type GeminiDocument, type GeminiScope, openGemini, typedIn } from './read/document.ts';

export const gemini = defineKind({
  ...geminiInfo,
  begin: beginGemini,
  verbs: async () => (await import('./change/decide.ts')).geminiVerbs,
});

export interface OpenGemini extends ScopeTable<GeminiDocument, number> {
  readonly opened: GeminiScope;
}

export function beginGemini(scope: Scope): OpenGemini {
  const all = [...scope.shared, ...(scope.common ?? [])];
  const retention = retentionOf(all.find(({ role }) => role === 'settings'));
  const folder = projectFolder(scope);
  const opened: GeminiScope = { ...scope, retention, folder, logged: loggedPrompts(scope) };
  let sessions = 0;
  return {
    opened,
    open: (unit) => openGemini(opened, unit, judgeGemini),
    namesFor: (id) => [typedIn(opened, id).map(({ text }) => text)],
    addFacts: (facts) => {
      sessions += facts;
    },
    *findings() {
      const registry = scope.shared.find(({ role }) => role === 'registry');
      if (registry !== undefined && registered(registry) === null)
        yield aboutFile(
          'GM306',
          null,
          registry.path,
          'is not whole JSON: the program makes it anew from the marks of the projects',
        );
      const most = retention?.most ?? null;
      if (most !== null && sessions > most)
        yield aboutFile(
          'GM008',
          null,
          `tmp/${scope.name}`,
          `holds ${sessions} sessions, and the settings keep ${most}: the next start of the program deletes the others`,
        );
      if (folder !== null && sessions > 0 && scope.exists?.(folder) === false)
        yield {
          ...aboutFile('GM305', null, `tmp/${scope.name}`, `holds sessions of ${folder}, which is gone`),
          concerns: { folders: [folder] },
        };
    },
    order: (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.path < b.path ? -1 : 1),
    *folders() {
      if (folder !== null) yield { scope: scope.name, path: folder };
    },
  };
}
