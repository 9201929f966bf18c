import type { Finding } from '../../model/finding.ts';
import type { Ask, Closing, Document, Outcome, Scope, Session, Unit } from '../kind.ts';
import { type Duties, openDocument, type TenexDocument } from './document.ts';
import { type Facts, noFacts } from './facts.ts';
import { type IndexFile, readIndex } from './read/index-file.ts';
import { isOfLater } from './read/later.ts';
import { orderOf } from './read/order.ts';
import { textMember } from './read/text-member.ts';

/** What a scope is closed with: `decided` is what the verb decided for each document that it was asked about, in that order. */
export interface ToClose<Decided> {
  readonly scope: Scope;
  readonly index: IndexFile;
  readonly facts: Facts;
  readonly decided: readonly Decided[];
  readonly ask: Ask;
  /** No unit of the scope was left out, and none was out of sight. */
  readonly whole: boolean;
}

/** The checks and verbs of the kind; they lie above its documents, so they are handed in. */
export interface SessionDuties<Decided extends { readonly outcome: Outcome }>
  extends Pick<Duties, 'fileFindings' | 'unitFindings' | 'convert'> {
  scopeFindings(scope: Scope, index: IndexFile, facts: Facts): Iterable<Finding>;
  change(document: TenexDocument, ask: Ask): Decided;
  close(all: ToClose<Decided>): Iterable<Closing>;
}

/** Opens one conversations folder: its index once, then its documents. */
export function begin<Decided extends { readonly outcome: Outcome }>(
  scope: Scope,
  duties: SessionDuties<Decided>,
): Session {
  const index = readIndex(scope.shared);
  const facts = noFacts();
  const decided: Decided[] = [];
  const opened = new Set<string>();
  const own: Duties = {
    fileFindings: duties.fileFindings,
    unitFindings: (document) => {
      if (isUnnamed(document)) facts.unnamed.add(document.id);
      return duties.unitFindings(document);
    },
    convert: duties.convert,
    change: (document, ask) => {
      const each = duties.change(document, ask);
      decided.push(each);
      return each.outcome;
    },
  };
  return {
    open(unit: Unit): Document {
      const document = openDocument(scope, unit, index, own);
      opened.add(unit.id);
      note(facts, document);
      return document;
    },
    *absent() {
      if (scope.site.file !== null) return;
      for (const id of index.ids()) if (!opened.has(id)) yield openDocument(scope, { id, parts: [] }, index, own);
    },
    order: orderOf(index),
    findings: () => duties.scopeFindings(scope, index, facts),
    close: (ask, whole) =>
      duties.close({
        scope,
        index,
        facts,
        decided,
        ask,
        whole: whole && scope.site.file === null && scope.hidden !== true,
      }),
  };
}

/** A copy that calls itself by another name is not one that the index lost. */
function isUnnamed({ id, entries, active, archived }: TenexDocument): boolean {
  const decoded = (active ?? archived)?.decoded() ?? null;
  return entries.length === 0 && decoded?.verdict().stage === 'ok' && textMember(decoded, 'id') === id;
}

/** Permission bits that let others than the owner read. */
const OTHERS = 0o044;

function note(facts: Facts, { id, active, archived, scope, index }: TenexDocument): void {
  if (active === null && archived === null) return;
  facts.seen.set(id, { active: active !== null, archived: archived !== null });
  if (active !== null && isOfLater(active, scope, index)) facts.later++;
  for (const opened of [active, archived])
    if (opened?.part.type === 'file' && (opened.part.mode & OTHERS) !== 0) facts.open++;
}
