import { addAll } from '../../model/add-all.ts';
import type { View } from '../../model/conversation.ts';
import { harmOfHeld, putBackHeld } from '../engine/put-back.ts';
import type { Ask, NotChanged, Scope, Session, SharedChange, UnitDecision, WholeKind } from '../kind.ts';
import { closeRao, decideRao } from './change/decide.ts';
import { putBackRao, raoHarmOf } from './change/put-back.ts';
import { type BaseFacts, type FolderFact, namesFiles } from './checks/facts.ts';
import { raoScopeFindings } from './checks/scope-findings.ts';
import { raoInfo } from './info.ts';
import { type DecideRao, openRao } from './read/document.ts';

/** Rao, with all that judges and changes its stores. */
export const rao: WholeKind = {
  ...raoInfo,
  putBack: putBackHeld(putBackRao),
  harmOf: harmOfHeld(raoHarmOf),
  begin: async (scope) => beginRao(scope, decideRao, closeRao),
};

/** What decides what becomes of the tables of names, once all units were seen; handed in as `DecideRao` is. */
export type Close = (
  facts: BaseFacts,
  ask: Ask,
  decided: readonly UnitDecision[],
  whole: boolean,
) => SharedChange | NotChanged;

/** Opens one base. */
export function beginRao(scope: Scope, decide: DecideRao, close: Close): Session {
  const tables = namesFiles(scope);
  const folders: FolderFact[] = [];
  const facts: BaseFacts = { scope, ...tables, folders };
  return {
    open: (unit) => openRao(scope, tables, unit, decide),
    addFacts(more: readonly FolderFact[]) {
      addAll(folders, more);
    },
    absent: () => [],
    order: raoOrder,
    findings: () => raoScopeFindings(facts),
    close: (ask, decided, whole) => close(facts, ask, decided, whole),
  };
}

/** Rao's order: by number; those of one number by their names. */
export function raoOrder(a: View, b: View): number {
  return Number(a.id) - Number(b.id) || a.id.length - b.id.length || (a.path < b.path ? -1 : 1);
}
