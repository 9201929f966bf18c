import { compareText } from '../../model/collections.ts';
import { once } from '../../model/once.ts';
import { defineKind } from '../define-kind.ts';
import { PROMPT_LOG } from '../engine/layout.ts';
import { damageFindings } from '../engine/prompts/companion-files.ts';
import { companionLogs, loggedPrompts } from '../engine/prompts/logged-prompts.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { judgeGemini, projectFindings, registryAsCompanion, registryFindings } from './checks/judge.ts';
import { type GeminiDocument, type GeminiScope, openGemini, typedIn } from './document.ts';
import { geminiInfo } from './info.ts';
import { projectFolder, TMP } from './layout/layout.ts';
import { pathsBeyondCount, retentionOf } from './read/retention.ts';

export const gemini = defineKind({
  ...geminiInfo,
  begin: beginGemini,
  judge: judgeGemini,
  verbs: async () => (await import('./change/decide.ts')).geminiVerbs,
});

export interface OpenGemini extends ScopeTable<GeminiDocument, number> {
  readonly opened: GeminiScope;
}

export function beginGemini(scope: Scope): OpenGemini {
  const all = [...scope.shared, ...(scope.common ?? [])];
  const retention = retentionOf(all.find(({ role }) => role === 'settings'));
  const folder = projectFolder(scope);
  const opened: GeminiScope = {
    ...scope,
    retention,
    folder,
    logged: loggedPrompts(scope),
    beyondCount: once(() => pathsBeyondCount(scope, retention)),
  };
  const logs = companionLogs(scope, [`${TMP}/${scope.name}/${PROMPT_LOG}`], 'GM308');
  let sessions = 0;
  return {
    opened,
    open: (unit) => openGemini(opened, unit),
    namesFor: (id) => [typedIn(opened, id).map(({ text }) => text)],
    companions: () => [...logs, ...registryAsCompanion(scope)],
    addFacts: (facts) => {
      sessions += facts;
    },
    *findings() {
      yield* registryFindings(scope.shared);
      yield* damageFindings(logs);
      yield* projectFindings(opened, sessions);
    },
    order: (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || compareText(a.path, b.path),
    *folders() {
      if (folder !== null) yield { scope: scope.name, path: folder };
    },
  };
}
