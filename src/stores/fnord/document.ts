import { Failure } from '../../model/failure.ts';
import type { Finding } from '../../model/finding.ts';
import type { Ask, Decided, Document, Left, Piece, Scope, Unit } from '../kind.ts';
import { fileFindings } from './checks/file-findings.ts';
import { entryOf, indexFindings, indexStatus } from './checks/index-entry.ts';
import { leftoverFindings } from './checks/leftovers.ts';
import { worktreeFindings } from './checks/worktrees.ts';
import { FileView } from './file-view.ts';
import { transcriptOf } from './hydrate/transcript.ts';
import { type Opened, open, timeOf } from './opened.ts';

/** Everything fnord has of one id. */
export interface FnordDocument extends Document {
  readonly unit: Unit;
  readonly scope: Scope;
  /** The conversation in the folder, or a folder of that name. */
  readonly active: Opened | null;
  /** The one in our archive. */
  readonly archived: Opened | null;
  readonly facts: UnitFacts;
}

/** What the session counts of one unit. */
export interface UnitFacts {
  /** Has a file of any role, a worktree apart. */
  readonly counts: boolean;
  /** Its active conversation has no usable time. */
  readonly timeless: boolean;
  /** Files that other users can read. */
  readonly open: number;
}

/** What decides the changing verbs; it is above the documents, so it is handed in. */
export type Verb = (document: FnordDocument, ask: Ask) => Piece | Left;

/** Opens one unit; files are decoded when they are asked about. */
export function openDocument(scope: Scope, unit: Unit, decide: Verb): FnordDocument {
  const opened = unit.parts.filter(({ role }) => role === 'conversation' || role === 'archived').map(open);
  const active = opened.find(({ state }) => state === 'active') ?? null;
  const archived = opened.find(({ state }) => state === 'archived') ?? null;
  const document: FnordDocument = {
    id: unit.id,
    unit,
    scope,
    active,
    archived,
    conversations: opened.map((each) => new FileView(unit.id, each)),
    findings: () => findingsOf(document, opened),
    transcript: (path) => {
      const decoded = opened.find(({ part }) => part.path === path)?.decoded() ?? null;
      if (decoded === null) throw new Failure('failed', `${path} is no file that can be read`);
      return transcriptOf(decoded);
    },
    get facts() {
      return factsOf(document);
    },
    decide: (ask): Decided => ({ id: unit.id, outcome: decide(document, ask) }),
  };
  return document;
}

/** fnord's sort key for the active conversation, 0 where it finds none; null when there is no such file. */
export function sortKey({ active }: FnordDocument): number | null {
  return active === null ? null : (timeOf(active) ?? 0);
}

function* findingsOf(document: FnordDocument, opened: readonly Opened[]): Generator<Finding> {
  const { unit, scope, active, archived } = document;
  for (const each of opened) yield* fileFindings(unit.id, each);
  if (active !== null && archived !== null) yield bothFinding(unit.id, archived);
  yield* notIndexed(document);
  yield* indexFindings(entryOf(unit.parts), unit.id, sortKey(document));
  yield* worktreeFindings(document);
  yield* leftoverFindings(unit, scope.now);
}

/** Permission bits that let other users read. */
const OTHERS = 0o044;

function factsOf({ unit, active, archived }: FnordDocument): UnitFacts {
  const files = [active, archived].filter((opened) => opened !== null);
  return {
    counts: unit.parts.some(({ role }) => role !== 'worktree'),
    timeless: active !== null && timeOf(active) === null,
    open: files.filter(({ part }) => part.type === 'file' && (part.mode & OTHERS) !== 0).length,
  };
}

function bothFinding(id: string, { part }: Opened): Finding {
  const detail = 'is archived while a conversation of the same id is active';
  return { code: 'FN409', id, path: part.path, at: null, offset: null, owner: 'reads', detail };
}

/** Where a single file or a bare folder was given, its index is out of sight. */
function* notIndexed(document: FnordDocument): Generator<Finding> {
  const { unit, scope, active } = document;
  const { shape, file } = scope.site;
  const seen = file === null && (shape === 'home' || shape === 'project');
  if (!seen || active === null || indexStatus(entryOf(unit.parts), sortKey(document)) !== 'new') return;
  const { path } = active.part;
  yield { code: 'FN301', id: unit.id, path, at: null, offset: null, owner: 'reads', detail: 'has no index entry' };
}
