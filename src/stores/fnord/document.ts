import { Failure } from '../../model/failure.ts';
import type { Finding } from '../../model/finding.ts';
import type { Ask, Document, Outcome, Scope, Unit } from '../kind.ts';
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
}

/** What carries out the changing verbs; it lies above the documents, so it is handed in. */
export type Verb = (document: FnordDocument, ask: Ask) => Outcome;

/** Opens one unit; files are decoded when they are asked about. */
export function openDocument(scope: Scope, unit: Unit, change: Verb): FnordDocument {
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
    change: (ask) => change(document, ask),
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
