import { compareText } from '../../model/collections.ts';
import type { View } from '../../model/conversation.ts';
import type { Finding } from '../../model/finding.ts';
import type { Ask, OpenScope, Scope, UnitDecision } from '../kind.ts';
import type { TenexIndexUpdate } from './change/edit-files.ts';
import {
  noFacts,
  noteUnit,
  openTenex,
  type ScopeFacts,
  type TenexChecks,
  type TenexDocument,
  type TenexFacts,
} from './document.ts';
import { type IndexFile, readIndex } from './read/index-file.ts';

export interface IndexClosing {
  readonly scope: Scope;
  readonly index: IndexFile;
  readonly decided: readonly UnitDecision<TenexIndexUpdate>[];
  readonly ask: Ask;
  /** No unit of the scope is excluded or out of sight. */
  readonly whole: boolean;
}

/** Checks import documents, so they are passed in. */
export interface ScopeChecks extends TenexChecks {
  scopeFindings(scope: Scope, index: IndexFile, facts: ScopeFacts): Iterable<Finding>;
}

export interface TenexScope extends OpenScope<TenexDocument, TenexFacts> {
  readonly scope: Scope;
  readonly index: IndexFile;
}

export function beginTenex(scope: Scope, checks: ScopeChecks): TenexScope {
  const index = readIndex(scope.shared);
  const facts = noFacts();
  const opened = new Set<string>();
  return {
    scope,
    index,
    open: (unit) => openTenex(scope, unit, index, checks),
    addFacts(unit) {
      opened.add(unit.id);
      noteUnit(facts, unit);
    },
    *absent() {
      if (scope.site.file !== null) return;
      for (const id of index.ids()) if (!opened.has(id)) yield id;
    },
    order: orderOf(index),
    // An unlisted file may be the copy of a listed one. Then it is no conversation of its own.
    hangs: (id) => index.entriesOf(id).length === 0,
    namesFor: (id) => [index.entriesOf(id).flatMap(({ title }) => title ?? [])],
    findings: () => checks.scopeFindings(scope, index, facts),
  };
}

/** TENEX's order: the index, then unlisted ones by creation, unusable times first, ties by id. */
export function orderOf(index: IndexFile): (a: View, b: View) => number {
  return (a, b) => {
    const one = index.entriesOf(a.id)[0]?.place ?? Number.POSITIVE_INFINITY;
    const other = index.entriesOf(b.id)[0]?.place ?? Number.POSITIVE_INFINITY;
    if (one !== other) return one - other;
    const tie = one === Number.POSITIVE_INFINITY ? (a.createdAt ?? 0) - (b.createdAt ?? 0) : 0;
    return tie || compareText(a.id, b.id) || compareText(a.state, b.state);
  };
}
