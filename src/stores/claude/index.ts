import { DUE_WITHIN_DAYS, newestFirst } from '../../model/conversation.ts';
import { once } from '../../model/once.ts';
import { defineKind } from '../define-kind.ts';
import { signsIn } from '../engine/in-use.ts';
import { companionFiles, damageFindings } from '../engine/prompts/companion-files.ts';
import { historyDamage } from '../engine/prompts/history-damage.ts';
import { HISTORY, typedPrompts } from '../engine/prompts/typed-prompts.ts';
import type { Scope, ScopeTable } from '../kind.ts';
import { judgeClaude } from './checks/judge.ts';
import {
  type ClaudeSum,
  claudeScopeFindings,
  claudeSiteFindings,
  staleIndex,
  strayFolders,
} from './checks/scope-findings.ts';
import { type ClaudeDocument, type ClaudeFacts, type ClaudeScope, openClaude, rowOf } from './document.ts';
import { claudeInfo } from './info.ts';
import { retentionDaysIn } from './layout/layout.ts';
import { daysLeftIn } from './list/rows.ts';
import { predecessorsIn } from './list/succession.ts';
import { claudePrompts } from './read/prompts.ts';

export const claude = defineKind({
  ...claudeInfo,
  begin: beginClaude,
  judge: judgeClaude,
  verbs: async () => (await import('./change/decide.ts')).claudeVerbs,
});

export interface OpenClaude extends ScopeTable<ClaudeDocument, ClaudeFacts, ClaudeSum> {
  readonly scope: Scope;
}

export function beginClaude(scope: Scope): OpenClaude {
  const folders = new Set<string>();
  const signs = once(() => signsIn(scope));
  const retentionDays = once(() => retentionDaysIn(scope.common));
  const typedIn = typedPrompts(scope, claudePrompts);
  const opened: ClaudeScope = {
    ...scope,
    signOf: (id) => signs()(id),
    predecessorsOf: predecessorsIn(scope),
    typedIn,
    daysLeft: daysLeftIn(scope),
  };
  const history = companionFiles(scope, [HISTORY], 'CL313', historyDamage);
  const counts = { soon: 0, due: 0, empty: 0, gone: 0 };
  return {
    scope,
    open: (unit) => openClaude(opened, unit),
    namesFor: (id) => [typedIn(id).map(({ text }) => text)],
    row: (id, part) => rowOf(opened, id, part),
    addFacts({ folders: some, ...facts }) {
      addCounts(counts, facts);
      for (const folder of some) if (folder !== null) folders.add(folder);
    },
    companions: () => history,
    *findings() {
      yield* claudeScopeFindings(scope, folders);
      // An unreadable shared file has its finding already.
      if (scope.name === '') for (const each of damageFindings(history)) if (each.code !== 'ST001') yield each;
    },
    sum: () => ({
      ...counts,
      retentionDays: retentionDays(),
      strays: strayFolders(scope, folders),
      stale: staleIndex(scope),
    }),
    siteFindings: claudeSiteFindings,
    order: newestFirst,
  };
}

function addCounts(
  counts: { soon: number; due: number; empty: number; gone: number },
  { daysLeft, empty, isGone }: Omit<ClaudeFacts, 'folders'>,
): void {
  if (daysLeft !== null && daysLeft <= DUE_WITHIN_DAYS) counts[daysLeft > 0 ? 'soon' : 'due']++;
  counts.empty += empty;
  if (isGone) counts.gone++;
}
