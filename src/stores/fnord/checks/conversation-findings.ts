import { pointersOf } from '../../../codecs/json/pointer.ts';
import { spanOf, textOf } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Part, Unit } from '../../kind.ts';
import { worktreeIn } from '../decode/decode.ts';
import { LOCK_STALE_AFTER } from '../layout/layout.ts';
import { type OpenedFnord, type OpenedFnordUnit, sortKey } from '../opened.ts';
import { indexFindings, indexStatus, searchEntry } from './index-entry.ts';

/** What is wrong with all that fnord has of one id. */
export function* conversationFindings(opened: OpenedFnordUnit): Generator<Finding> {
  const { unit, scope, files, active, archived } = opened;
  for (const each of files) yield* fileFindings(unit.id, each);
  if (active !== null && archived !== null) yield bothFinding(unit.id, archived);
  yield* notIndexed(opened);
  yield* indexFindings(searchEntry(unit.parts), unit.id, sortKey(opened));
  yield* worktreeFindings(opened);
  yield* leftoverFindings(unit, scope.now);
}

/** What is wrong with one conversation file, or with a folder or link in its place. */
function* fileFindings(id: string, { part, judgement }: OpenedFnord): Generator<Finding> {
  const { path } = part;
  const plain = { id, path, at: null, offset: null };
  if (part.type === 'folder') {
    yield { ...plain, code: 'FN405', owner: 'crashes', detail: 'is a folder with the name of a conversation' };
    return;
  }
  if (part.type === 'link') {
    const detail = 'is a link: a save puts a file in its place';
    yield { ...plain, code: 'FN408', owner: 'overwrites', detail };
  }
  const troubles = judgement()?.troubles ?? [];
  const pointers = pointersOf(troubles.flatMap(({ where }) => where ?? []));
  for (const { code, where, offset, owner, detail } of troubles)
    yield { code, id, path, at: where === null ? null : (pointers.get(where.at) ?? null), offset, owner, detail };
}

function bothFinding(id: string, { part }: OpenedFnord): Finding {
  const detail = 'is archived while a conversation of the same id is active';
  return { code: 'FN409', id, path: part.path, at: null, offset: null, owner: 'reads', detail };
}

/** Where a single file or a bare folder was given, its index is out of sight. */
function* notIndexed(document: OpenedFnordUnit): Generator<Finding> {
  const { unit, scope, active } = document;
  const { shape, file } = scope.site;
  const seen = file === null && (shape === 'home' || shape === 'project');
  if (!seen || active === null || indexStatus(searchEntry(unit.parts), sortKey(document)) !== 'new') return;
  const { path } = active.part;
  yield { code: 'FN301', id: unit.id, path, at: null, offset: null, owner: 'reads', detail: 'has no index entry' };
}

/** Worktrees named and not there, or there and not named (docs/formats/fnord.md, "Worktrees"). */
function* worktreeFindings(document: OpenedFnordUnit): Generator<Finding> {
  const { unit, active, archived } = document;
  const folder = unit.parts.find(({ role }) => role === 'worktree');
  if (folder === undefined) yield* gone(document);
  else if (active === null && archived === null) {
    const base = { id: unit.id, path: folder.path, at: null, offset: null };
    yield { ...base, code: 'FN204', owner: 'reads', detail: 'is a worktree without a conversation' };
  }
}

/** Only a worktree inside this project's store can be looked for; the home may have been moved since. */
function* gone({ unit, scope, active }: OpenedFnordUnit): Generator<Finding> {
  const { shape, file } = scope.site;
  const body = active?.decoded()?.body ?? null;
  if (active === null || body === null || file !== null || (shape !== 'home' && shape !== 'project')) return;
  const path = worktreeIn(body);
  if (path === null || !textOf(path).endsWith(`/${scope.name}/worktrees/${unit.id}`)) return;
  const at = { at: '/metadata/worktree/path', offset: spanOf(path).start };
  yield {
    ...at,
    code: 'FN203',
    id: unit.id,
    path: active.part.path,
    owner: 'reads',
    detail: 'names a worktree that is gone',
  };
}

/** Temporary files and locks that fnord left beside a conversation; `now` in whole Unix seconds. */
export function* leftoverFindings({ id, parts }: Unit, now: number): Generator<Finding> {
  const kept = parts.some(({ role }) => role === 'conversation' || role === 'archived');
  for (const part of parts) {
    const found = leftover(part, kept, now);
    if (found !== null) yield { ...found, id, path: part.path, at: null, offset: null, owner: 'reads' };
  }
}

function leftover({ role, mtime, size }: Part, kept: boolean, now: number): Pick<Finding, 'code' | 'detail'> | null {
  if (role === 'temporary' && kept) return { code: 'FN401', detail: `was left behind by a save, ${size} bytes` };
  if (role === 'temporary')
    return { code: 'FN402', detail: `is a temporary file without its conversation, ${size} bytes` };
  if (role === 'lock-rest') return { code: 'FN404', detail: 'is the rest of a lock' };
  const age = now - mtime;
  // A younger lock is held: fnord is at work right now.
  if (role === 'lock' && age > LOCK_STALE_AFTER) return { code: 'FN403', detail: `is a lock of ${age} seconds ago` };
  return null;
}
