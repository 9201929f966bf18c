import { pointersOf } from '../../../codecs/json/pointer.ts';
import { scan } from '../../../codecs/json/scan.ts';
import {
  elements,
  isArray,
  isObject,
  lexemeOf,
  member,
  root,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { addAll } from '../../../model/collections.ts';
import { type Code, countedFinding, type Finding, fileFinding, ruleOf } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { folderOf } from '../../../model/path.ts';
import { fnordRules } from '../../../model/rules/fnord.ts';
import { atSameByte, causesFrom, foldCauses, inFile, inSameObject } from '../../engine/causes.ts';
import type { Scope, Unit } from '../../kind.ts';
import { type FnordFile, sortKey } from '../conversation-file.ts';
import type { FnordDocument } from '../document.ts';
import { LOCK_STALE_AFTER } from '../layout/layout.ts';
import { decodingFault, worktreeIn } from '../read/decode.ts';

export function fnordUnitFindings(document: FnordDocument): readonly Finding[] {
  return foldCauses(CAUSES, findingsIn(document));
}

function findingsIn(opened: FnordDocument): readonly Finding[] {
  const { unit, scope, files, active, archived } = opened;
  const found = files.flatMap((each) => fileFindings(unit.id, each));
  if (active !== null && archived !== null)
    found.push(
      fileFinding('FN409', unit.id, archived.part.path, 'is archived while a conversation of the same id is active'),
    );
  const entry = searchEntry(unit.parts);
  if (active !== null && isNotIndexed(opened, entry))
    found.push(fileFinding('FN301', unit.id, active.part.path, 'has no index entry'));
  if (entry.any !== null) addAll(found, indexFindings(entry, unit.id, sortKey(opened)));
  const worktree = worktreeFinding(opened);
  if (worktree !== null) found.push(worktree);
  // A unit of one file has no leftovers.
  if (unit.parts.length > files.length) addAll(found, leftoverFindings(unit, scope.now));
  return found;
}

function fileFindings(id: string, opened: FnordFile): readonly Finding[] {
  const { path, type } = opened.part;
  if (type === 'folder') return [fileFinding('FN405', id, path, 'is a folder with the name of a conversation')];
  const findings = opened.judgement()?.findings ?? [];
  if (type !== 'link' && findings.length === 0) return NO_FINDINGS;
  const found: Finding[] = [];
  if (type === 'link') found.push(fileFinding('FN408', id, path, 'is a link: a save puts a file in its place'));
  const pointers = pointersOf(findings.flatMap(({ where }) => where ?? []));
  for (const { code, where, offset, detail, expected, count } of findings) {
    const at = where === null ? null : (pointers.get(where.at) ?? null);
    const finding: Finding = { code, id, path, at, offset, detail, ...(expected !== undefined && { expected }) };
    found.push(count === undefined ? finding : countedFinding(finding, count));
  }
  return found;
}

const NO_FINDINGS: readonly Finding[] = [];

/** True for a conversation without an index entry. If no conversation has any, the project has one finding instead. */
function isNotIndexed(opened: FnordDocument, entry: SearchEntry): boolean {
  return entriesSeen(opened.scope) === 'some' && indexStatus(entry, sortKey(opened)) === 'new';
}

/** Worktrees named but missing, or present but unnamed (docs/formats/fnord.md, "Worktrees"). */
function worktreeFinding(opened: FnordDocument): Finding | null {
  const { unit, active, archived } = opened;
  const folder = unit.parts.find(({ role }) => role === 'worktree');
  if (folder === undefined) return goneFolderFinding(opened);
  if (active !== null || archived !== null) return null;
  return fileFinding('FN204', unit.id, folder.path, 'is a worktree without a conversation');
}

/** A finding on missing worktrees, only inside this project's store, since the home may have moved. */
function goneFolderFinding({ unit, scope, active }: FnordDocument): Finding | null {
  const { shape, file } = scope.site;
  const body = active?.decoded()?.body ?? null;
  if (active === null || body === null || file !== null || (shape !== 'home' && shape !== 'project')) return null;
  const path = worktreeIn(body);
  if (path === null || !textOf(path).endsWith(`/${scope.name}/worktrees/${unit.id}`)) return null;
  return {
    at: '/metadata/worktree/path',
    offset: spanOf(path).start,
    code: 'FN203',
    id: unit.id,
    path: active.part.path,
    detail: 'names a worktree that is gone',
  };
}

/** Temporary files and locks beside a conversation; `now` in whole Unix seconds. */
export function* leftoverFindings({ id, parts }: Unit, now: number): Generator<Finding> {
  const hasFile = parts.some(({ role }) => role === 'conversation' || role === 'archived');
  for (const { role, path, size, mtime } of parts) {
    const age = now - mtime;
    if (role === 'temporary' && hasFile)
      yield fileFinding('FN401', id, path, `was left behind by a save, ${size} bytes`);
    else if (role === 'temporary')
      yield fileFinding('FN402', id, path, `is a temporary file without its conversation, ${size} bytes`);
    else if (role === 'lock-rest') yield fileFinding('FN404', id, path, 'is the rest of a lock');
    // A younger lock is held: fnord is working.
    else if (role === 'lock' && age > LOCK_STALE_AFTER)
      yield fileFinding('FN403', id, path, `is a lock of ${age} seconds ago`);
  }
}

const EMBEDDING_DIMENSIONS = 384;

/** A conversation's entry in the semantic index (docs/formats/fnord.md, "Index"). */
interface SearchEntry {
  readonly metadata: Part | null;
  readonly embeddings: Part | null;
  readonly any: Part | null;
}

/** The status in fnord's own survey of its index. `deleted`: an entry without a conversation. */
type IndexStatus = 'new' | 'stale' | 'deleted' | 'current';

/** Whether index entries were seen; `unseen` for a single file or bare folder, and if the index folder could not be read. */
export function entriesSeen({ site: { shape, file }, roles, hasUnreadFolder }: Scope): 'some' | 'none' | 'unseen' {
  if (file !== null || (shape !== 'home' && shape !== 'project')) return 'unseen';
  if (roles === undefined || ENTRY.some((role) => roles.has(role))) return 'some';
  return hasUnreadFolder === true ? 'unseen' : 'none';
}

const ENTRY = ['index-metadata', 'index-embeddings', 'index-other'];

export function searchEntry(parts: readonly Part[]): SearchEntry {
  let metadata: Part | null = null;
  let embeddings: Part | null = null;
  let other: Part | null = null;
  for (const part of parts) {
    if (part.role === 'index-metadata') metadata ??= part;
    else if (part.role === 'index-embeddings') embeddings ??= part;
    else if (part.role === 'index-other') other ??= part;
  }
  return { metadata, embeddings, any: metadata ?? embeddings ?? other };
}

/** `timestamp` is fnord's sort key of the conversation; null without a conversation. */
export function indexStatus({ metadata }: SearchEntry, timestamp: number | null): IndexStatus | null {
  if (metadata === null) return timestamp === null ? null : 'new';
  if (timestamp === null) return 'deleted';
  return lastIndexed(metadata) < timestamp ? 'stale' : 'current';
}

export function* indexFindings(entry: SearchEntry, id: string, timestamp: number | null): Generator<Finding> {
  const { metadata, any } = entry;
  if (any === null) return;
  const folder = folderOf(any.path);
  if (metadata === null) yield fileFinding('FN305', id, folder, 'is an index entry without metadata.json');
  else if (timestamp === null) yield fileFinding('FN303', id, folder, 'is an index entry without a conversation');
  else {
    yield* metadataFindings(metadata, id, timestamp);
    yield* embeddingFindings(entry, id, folder);
  }
}

function* metadataFindings(metadata: Part, id: string, timestamp: number): Generator<Finding> {
  const object = documentOf(metadata);
  const last = member(object, 'last_indexed_ts');
  const usable = isObject(object) && (last === null || typeOf(last) === 'number');
  const stale = lastIndexed(metadata) < timestamp;
  if (!usable) {
    const detail = stale ? 'cannot be read: indexed anew' : 'has a time that is not a number: never indexed anew';
    yield fileFinding('FN304', id, metadata.path, detail);
  } else if (stale) yield fileFinding('FN302', id, metadata.path, 'is older than the conversation');
}

function* embeddingFindings({ embeddings }: SearchEntry, id: string, folder: string): Generator<Finding> {
  const path = embeddings?.path ?? folder;
  const list = embeddings === null ? null : documentOf(embeddings);
  const values = isArray(list) ? elements(list) : null;
  if (values === null || values.some((value) => typeOf(value) !== 'number')) {
    const detail = embeddings === null ? 'has no embeddings.json' : 'is not a list of numbers';
    yield fileFinding('FN307', id, path, detail);
  } else if (values.length !== EMBEDDING_DIMENSIONS)
    yield fileFinding('FN306', id, path, `holds ${values.length} numbers instead of ${EMBEDDING_DIMENSIONS}`);
}

/** The time in an entry, -1 for none. Other types are later than all numbers: Elixir's term order. */
function lastIndexed(metadata: Part): number {
  const object = documentOf(metadata);
  const last = member(object, 'last_indexed_ts');
  if (last === null) return -1;
  return typeOf(last) === 'number' ? Number(lexemeOf(last)) : Number.POSITIVE_INFINITY;
}

function documentOf({ bytes }: Part): Value | null {
  if (bytes === null) return null;
  const tape = scan(bytes);
  return decodingFault(tape) === null ? root(tape) : null;
}

const SHAPES = (Object.keys(fnordRules) as Code[]).filter((code) => code.startsWith('FN1'));

const CAUSES = causesFrom([
  // A number beyond all floats where no number belongs.
  { from: ['FN014', 'FN021'], follow: SHAPES, at: atSameByte },
  // A misnamed key is both missing and unknown.
  { from: ['FN016'], follow: ['FN170'], at: inSameObject },
  { from: SHAPES.filter((code) => ruleOf(code).owner === 'refuses'), follow: ['FN175'], at: inFile },
]);
