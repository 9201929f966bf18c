import { newestFirst } from '../../model/conversation.ts';
import { defineKind } from '../define-kind.ts';
import { foldersNamed } from '../engine/layout.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { folderFindings, judgePi } from './checks/judge.ts';
import { folderNamedAt, openPi, type PiDocument } from './document.ts';
import { piInfo } from './info.ts';
import { projectName } from './layout/layout.ts';

export const pi = defineKind({
  ...piInfo,
  begin: beginPi,
  judge: judgePi,
  verbs: async () => (await import('./change/decide.ts')).piVerbs,
});

export interface OpenPi extends ScopeTable<PiDocument, string | null> {
  readonly scope: Scope;
}

export function beginPi(scope: Scope): OpenPi {
  const folders = new Set<string>();
  return {
    scope,
    open: (unit) => openPi(scope, unit),
    addFacts: (folder) => {
      if (folder !== null) folders.add(folder);
    },
    findings: () => folderFindings(scope, folders),
    folderAt: (path) => folderNamedAt(scope, path),
    order: newestFirst,
    folders: () => foldersNamed(scope.name, folders, projectName),
  };
}
