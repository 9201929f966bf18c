import { bytesAt } from '../../codecs/lines/source.ts';
import { compareText } from '../../model/collections.ts';
import { once } from '../../model/once.ts';
import { defineKind } from '../define-kind.ts';
import { signsIn } from '../engine/in-use.ts';
import { foldersNamed } from '../engine/layout.ts';
import { damageFindings } from '../engine/prompts/companion-files.ts';
import { companionLogs, loggedPrompts } from '../engine/prompts/logged-prompts.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { judgeQwen } from './checks/judge.ts';
import { firstFolderOf, logOf, openQwen, type QwenDocument, type QwenScope, typedIn } from './document.ts';
import { qwenInfo } from './info.ts';
import { foldersUsed, projectName, USAGE_FILE } from './layout/layout.ts';

export const qwen = defineKind({
  ...qwenInfo,
  begin: beginQwen,
  judge: judgeQwen,
  verbs: async () => (await import('./change/decide.ts')).qwenVerbs,
});

export interface OpenQwen extends ScopeTable<QwenDocument, string | null> {
  readonly scope: QwenScope;
}

/** The folder of a project whose name is its hash; null for another project. */
function folderOfHash({ name, sourceAt }: Scope): string | null {
  if (!/^[0-9a-f]{64}$/.test(name)) return null;
  const source = sourceAt?.(USAGE_FILE) ?? null;
  return foldersUsed(source === null ? null : bytesAt(source, 0, source.size)).get(name) ?? null;
}

export function beginQwen(scope: Scope): OpenQwen {
  const folder = once(() => folderOfHash(scope));
  const signs = once(() => signsIn(scope));
  const opened: QwenScope = { ...scope, signOf: (id) => signs()(id), logged: loggedPrompts(scope), folder };
  const folders = new Set<string>();
  const logs = new Set<string>();
  const companions = () => companionLogs(scope, [...new Set([...logs, ...Array.from(folders, logOf)])], 'QW305');
  return {
    scope: opened,
    open: (unit) => openQwen(opened, unit),
    namesFor: (id) => {
      const folder = firstFolderOf(opened, id);
      if (folder != null) logs.add(logOf(folder));
      return [typedIn(opened, folder, id).map(({ text }) => text)];
    },
    addFacts: (folder) => {
      if (folder !== null) folders.add(folder);
    },
    companions,
    findings: () => damageFindings(companions()),
    order: (a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0) || compareText(a.id, b.id),
    *folders() {
      yield* foldersNamed(scope.name, folders, projectName);
      const path = folder();
      if (path !== null) yield { scope: scope.name, path };
    },
  };
}
