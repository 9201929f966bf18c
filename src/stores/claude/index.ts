import { SOON } from '../../model/conversation.ts';
import { unchanged } from '../decided.ts';
import type { Scope, Session, UnitDecision, WholeKind } from '../kind.ts';
import { once } from '../once.ts';
import { decideClaude } from './change/decide.ts';
import { claudeHarmOf, putBackClaude } from './change/put-back.ts';
import { closeRehome, type Rehomed } from './change/rehome.ts';
import { signsIn } from './checks/in-use.ts';
import { judgeClaude } from './checks/judge.ts';
import { claudeScopeFindings, staleIndex, strayFolders } from './checks/scope-findings.ts';
import { type ClaudeSum, claudeSiteFindings } from './checks/site-findings.ts';
import { claudeInfo } from './info.ts';
import { daysLeft, keptDays } from './layout/site-files.ts';
import { type ClaudeFacts, type ClaudeScope, type DecideClaude, type Judge, openClaude } from './read/document.ts';

/** Claude Code, with all that judges and changes its stores. */
export const claude: WholeKind = {
  ...claudeInfo,
  putBack: putBackClaude,
  harmOf: claudeHarmOf,
  begin: async (scope) => beginClaude(scope, judgeClaude, decideClaude),
};

/** Opens one project folder. */
export function beginClaude(scope: Scope, judge: Judge, decide: DecideClaude): Session {
  const folders = new Set<string>();
  const signs = once(() => signsIn(scope));
  const kept = once(() => keptDays(scope.common));
  const opened: ClaudeScope = {
    ...scope,
    signOf: (id) => signs()(id),
    daysLeft: (mtime) => (scope.site.shape === 'home' ? daysLeft(scope, kept(), mtime) : null),
  };
  const counts = { soon: 0, due: 0, empty: 0, gone: 0 };
  return {
    open: (unit) => openClaude(opened, unit, judge, decide),
    addFacts({ folders: some, ...facts }: ClaudeFacts) {
      tally(counts, facts);
      for (const folder of some) if (folder !== null) folders.add(folder);
    },
    absent: () => [],
    findings: () => claudeScopeFindings(scope, folders),
    sum: (): ClaudeSum => ({
      ...counts,
      kept: kept(),
      strays: strayFolders(scope, folders),
      stale: staleIndex(scope),
    }),
    together: (sums: readonly ClaudeSum[]) => claudeSiteFindings(sums),
    // Sessions share no file but the history of prompts; they leave a folder together.
    close: (ask, decided: readonly UnitDecision<Rehomed>[]) =>
      ask.verb === 'rehome' ? closeRehome(scope, ask, decided) : unchanged(),
    order: (a, b) => (b.timestampMs ?? 0) - (a.timestampMs ?? 0) || (a.id < b.id ? -1 : 1),
  };
}

function tally(
  counts: { soon: number; due: number; empty: number; gone: number },
  { daysLeft: left, empty, isGone }: Omit<ClaudeFacts, 'folders'>,
): void {
  if (left !== null && left <= SOON) counts[left > 0 ? 'soon' : 'due']++;
  counts.empty += empty;
  if (isGone) counts.gone++;
}
