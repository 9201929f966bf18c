import { pointersOf } from '../../../codecs/json/pointer.ts';
import { spanOf, textOf } from '../../../codecs/json/value.ts';
import { addAll } from '../../../model/collections.ts';
import { aboutFile, type Finding, further } from '../../../model/finding.ts';
import type { Unit } from '../../kind.ts';
import { LOCK_STALE_AFTER } from '../layout/layout.ts';
import { worktreeIn } from '../read/decode.ts';
import { type OpenedFnord, type OpenedFnordUnit, sortKey } from '../read/opened.ts';
import { entriesIn, indexFindings, indexStatus, type SearchEntry, searchEntry } from './index-entry.ts';

export function conversationFindings(opened: OpenedFnordUnit): readonly Finding[] {
  const { unit, scope, files, active, archived } = opened;
  const found = files.flatMap((each) => fileFindings(unit.id, each));
  if (active !== null && archived !== null)
    found.push(
      aboutFile('FN409', unit.id, archived.part.path, 'is archived while a conversation of the same id is active'),
    );
  const entry = searchEntry(unit.parts);
  if (active !== null && isNotIndexed(opened, entry))
    found.push(aboutFile('FN301', unit.id, active.part.path, 'has no index entry'));
  if (entry.any !== null) addAll(found, indexFindings(entry, unit.id, sortKey(opened)));
  const worktree = worktreeFinding(opened);
  if (worktree !== null) found.push(worktree);
  // A unit of one file has no leftovers.
  if (unit.parts.length > files.length) addAll(found, leftoverFindings(unit, scope.now));
  return found;
}

function fileFindings(id: string, opened: OpenedFnord): readonly Finding[] {
  const { path, type } = opened.part;
  if (type === 'folder') return [aboutFile('FN405', id, path, 'is a folder with the name of a conversation')];
  const troubles = opened.judgement()?.troubles ?? [];
  if (type !== 'link' && troubles.length === 0) return NONE;
  const found: Finding[] = [];
  if (type === 'link') found.push(aboutFile('FN408', id, path, 'is a link: a save puts a file in its place'));
  const pointers = pointersOf(troubles.flatMap(({ where }) => where ?? []));
  for (const { code, where, offset, detail, expected, count } of troubles) {
    const at = where === null ? null : (pointers.get(where.at) ?? null);
    const finding: Finding = { code, id, path, at, offset, detail, ...(expected !== undefined && { expected }) };
    found.push(count === undefined ? finding : further(finding, count));
  }
  return found;
}

const NONE: readonly Finding[] = [];

/** A project without any entry has one finding for all conversations instead. */
function isNotIndexed(opened: OpenedFnordUnit, entry: SearchEntry): boolean {
  return entriesIn(opened.scope) === 'some' && indexStatus(entry, sortKey(opened)) === 'new';
}

/** Worktrees named but missing, or present but unnamed (docs/formats/fnord.md, "Worktrees"). */
function worktreeFinding(opened: OpenedFnordUnit): Finding | null {
  const { unit, active, archived } = opened;
  const folder = unit.parts.find(({ role }) => role === 'worktree');
  if (folder === undefined) return gone(opened);
  if (active !== null || archived !== null) return null;
  return aboutFile('FN204', unit.id, folder.path, 'is a worktree without a conversation');
}

/** Checks worktrees inside this project's store only: the home may have moved. */
function gone({ unit, scope, active }: OpenedFnordUnit): Finding | null {
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
  const kept = parts.some(({ role }) => role === 'conversation' || role === 'archived');
  for (const { role, path, size, mtime } of parts) {
    const age = now - mtime;
    if (role === 'temporary' && kept) yield aboutFile('FN401', id, path, `was left behind by a save, ${size} bytes`);
    else if (role === 'temporary')
      yield aboutFile('FN402', id, path, `is a temporary file without its conversation, ${size} bytes`);
    else if (role === 'lock-rest') yield aboutFile('FN404', id, path, 'is the rest of a lock');
    // A younger lock is held: fnord is working.
    else if (role === 'lock' && age > LOCK_STALE_AFTER)
      yield aboutFile('FN403', id, path, `is a lock of ${age} seconds ago`);
  }
}
