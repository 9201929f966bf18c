import { newestFirst } from '../../model/conversation.ts';
import { defineKind } from '../define-kind.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { judgeCopilot } from './checks/judge.ts';
import { type CopilotDocument, folderNamedAt, openCopilot } from './document.ts';
import { copilotInfo } from './info.ts';

export const copilot = defineKind({
  ...copilotInfo,
  begin: beginCopilot,
  judge: judgeCopilot,
  verbs: async () => (await import('./change/decide.ts')).copilotVerbs,
});

export interface OpenCopilot extends ScopeTable<CopilotDocument, null> {
  readonly scope: Scope;
}

export function beginCopilot(scope: Scope): OpenCopilot {
  return {
    scope,
    open: (unit) => openCopilot(scope, unit),
    folderAt: (path) => folderNamedAt(scope, path),
    order: newestFirst,
  };
}
