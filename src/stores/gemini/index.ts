import { type Finding, fileFinding, isYoung } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import { defineKind } from '../define-kind.ts';
import { LOG } from '../engine/layout.ts';
import { besideFindings } from '../engine/prompts/beside-files.ts';
import { besideLogs, loggedPrompts } from '../engine/prompts/logged-prompts.ts';
import type { CompanionFile, Scope, ScopeTable } from '../kind.ts';
import { judgeGemini } from './checks/judge.ts';
import { type GeminiDocument, type GeminiScope, openGemini, typedIn } from './document.ts';
import { geminiInfo } from './info.ts';
import { TMP } from './layout/layout.ts';
import { projectFolder, registeredFolders } from './layout/projects.ts';
import { retentionOf } from './read/retention.ts';

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
  const opened: GeminiScope = { ...scope, retention, folder, logged: loggedPrompts(scope) };
  const logs = besideLogs(scope, [`${TMP}/${scope.name}/${LOG}`], 'GM308');
  let sessions = 0;
  return {
    opened,
    open: (unit) => openGemini(opened, unit),
    namesFor: (id) => [typedIn(opened, id).map(({ text }) => text)],
    beside: () => [...logs, ...besideRegistry(scope)],
    addFacts: (facts) => {
      sessions += facts;
    },
    *findings() {
      yield* registryFindings(scope.shared);
      yield* besideFindings(logs);
      const max = retention?.max ?? null;
      if (max !== null && sessions > max)
        yield fileFinding(
          'GM008',
          null,
          `tmp/${scope.name}`,
          `holds ${sessions} sessions, and the settings keep ${max}: the next start of the program deletes the others`,
        );
      if (folder !== null && sessions > 0 && scope.exists?.(folder) === false)
        yield {
          ...fileFinding('GM305', null, `tmp/${scope.name}`, `holds sessions of ${folder}, which is gone`),
          concerns: { folders: [folder] },
        };
    },
    order: (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.path < b.path ? -1 : 1),
    *folders() {
      if (folder !== null) yield { scope: scope.name, path: folder };
    },
  };
}

function* registryFindings(parts: readonly Part[]): Generator<Finding> {
  const registry = parts.find(({ role }) => role === 'registry');
  if (registry === undefined || registeredFolders(registry) !== null) return;
  const detail = 'is not whole JSON: the program makes it anew from the marks of the projects';
  yield fileFinding('GM306', null, registry.path, detail);
}

/** The registry, by which the folder of a project without a mark is known. */
function besideRegistry({ common = [], now }: Scope): CompanionFile[] {
  const registry = common.find(({ role }) => role === 'registry');
  if (registry === undefined) return [];
  const damage = () => {
    const [finding] = isYoung(registry.mtime, now) ? [] : registryFindings([registry]);
    return finding === undefined ? null : ({ finding, extent: 'record' } as const);
  };
  return [{ path: registry.path, damage }];
}
