import type { Code } from '../../model/finding.ts';
import { once } from '../../model/once.ts';
import type { Part } from '../../model/part.ts';
import { defineKind } from '../define-kind.ts';
import { companionFiles, damageFindings } from '../engine/prompts/companion-files.ts';
import { historyDamage } from '../engine/prompts/history-damage.ts';
import { HISTORY } from '../engine/prompts/typed-prompts.ts';
import type { NameList, Scope, ScopeTable } from '../kind.ts';
import { databaseFindings, unreadCache } from './checks/database-findings.ts';
import { codexIndexFindings, HomeFacts, indexAsCompanion } from './checks/home-facts.ts';
import { judgeCodex } from './checks/judge.ts';
import { type CodexDocument, type CodexFacts, type CodexScope, openCodex } from './document.ts';
import { openHome, scopeFor } from './home.ts';
import { codexInfo } from './info.ts';
import { byFolderAndName } from './list/listing.ts';
import type { Inflate } from './read/rollout-file.ts';

export const codex = defineKind({
  ...codexInfo,
  begin: async (scope) => {
    const isPlain = scope.roles !== undefined && ![...scope.roles].some((role) => role.endsWith('-zst'));
    const inflate: Inflate = isPlain ? () => 'not-zstd' : await (await import('./read/inflate.ts')).zstdInflater();
    return beginCodex(scope, inflate);
  },
  judge: judgeCodex,
  verbs: async () => (await import('./change/decide.ts')).codexVerbs,
});

/** A source is not there, or cannot be read: a heal of that source ends it. */
const SOURCE_CODES: readonly Code[] = ['CX204', 'CX208'];

/** Names, prompts of the history, and the question that the list shows of a fork without one. */
function namesInHome({ namesOf, ofThread, rowOf }: CodexScope, id: string): NameList[] {
  return [namesOf(id), ofThread.prompts(id).map(({ text }) => text), [rowOf(id)?.preview ?? '']];
}

export interface OpenCodex extends ScopeTable<CodexDocument, CodexFacts> {
  readonly index: Part | undefined;
}

export function beginCodex(scope: Scope, inflate: Inflate): OpenCodex {
  const { index, names, threads, metaAt, opened } = openHome(scope, inflate);
  const known = new HomeFacts();
  const unclaimed = once(() => [...names().all].flatMap(([id, each]) => (scope.units?.has(id) === true ? [] : each)));
  const history = companionFiles(scope, [HISTORY], 'CX311', historyDamage);
  return {
    index,
    open: (unit) => openCodex(scopeFor(unit.id, opened), unit),
    // A thread may have another id than the name of its file.
    namesFor: (id) => [...namesInHome(opened, id), ...(names().all.has(id) ? [] : [unclaimed()])],
    companions: () => [...history, ...indexAsCompanion(scope, index)],
    addFacts: (facts) => known.note(facts),
    isOver: ({ code, path }) => SOURCE_CODES.includes(code) && known.hasSource(path),
    *findings() {
      const hasThread = (id: string) => known.all.has(id);
      const isPartial = scope.hasUnreadFolder === true;
      yield* damageFindings(history);
      yield* codexIndexFindings(index, isPartial ? null : hasThread);
      const home = { hasThread, exists: scope.exists ?? (() => true), read: known.listed, isPartial };
      yield* databaseFindings(threads(), home, known.hasPaginated);
      if (known.hasPaginated) yield* unreadCache(opened.ofThread.turnCache());
    },
    order: byFolderAndName,
    folderAt: (path) => metaAt(path).meta?.cwd ?? null,
  };
}
