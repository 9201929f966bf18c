import { elements, isArray, isObject, members, type Value } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Part } from '../../kind.ts';
import { baseName } from '../../path.ts';
import { about, placed, type Trouble } from '../../trouble.ts';
import type { Folder } from '../folder.ts';
import type { Role } from '../layout/roles.ts';
import { otherFileTroubles } from './companions/json-companion.ts';

/** A folder that Rao made without meaning to, or one whose log is gone (docs/formats/rao.md, "Hazards"). */
export function* shellTroubles(folder: Folder): Generator<Trouble> {
  const roles = new Set(folder.parts.map(({ role }) => role));
  const isMissing = !folder.log().exists;
  if (isMissing && roles.size === 1 && roles.has('vars'))
    yield about('RA401', 'reads', 'contains only saved variables');
  else if (holdsNothing(folder, roles)) yield about('RA402', 'reads', 'is an empty conversation folder');
  else if (isMissing) yield about('RA016', 'overwrites', 'has no conversation_log.json');
}

/** What reading alone leaves, and what stays in a folder that was left. */
const MADE: ReadonlySet<string> = new Set<Role>(['log', 'changes', 'diffs', 'vars']);

function holdsNothing(folder: Folder, roles: ReadonlySet<string>): boolean {
  if (![...roles].every((role) => MADE.has(role))) return false;
  const files = [folder.log().file, folder.changes()?.file, folder.diffs()?.file];
  const read = files.filter((file) => file != null);
  const unread = ['log', 'changes', 'diffs'].filter((role) => roles.has(role)).length - read.length;
  if (unread > 0 || (folder.log().rootKind ?? 'array') !== 'array') return false;
  return read.every(({ error, root }) => error === null && root !== null && isEmpty(root));
}

/** An empty list, or an object of empty lists. */
function isEmpty(value: Value): boolean {
  return isBare(value) || (isObject(value) && members(value).every((each) => isBare(each.value)));
}

function isBare(value: Value): boolean {
  return isArray(value) ? elements(value).length === 0 : isObject(value) && members(value).length === 0;
}

/** Files that are of no use, or of no known one. */
export function* leftoverFindings(folder: Folder): Generator<Finding> {
  const { id } = folder;
  for (const part of folder.parts) {
    const trouble = leftover(part);
    if (trouble !== null) yield { id, path: part.path, ...trouble };
  }
  const state = folder.background();
  if (state === null) return;
  const broken = [...otherFileTroubles('RA028', state.file)];
  yield* placed(id, state.file.part.path, broken);
  const target = state.targetQuery.is === 'number' ? ` of question ${state.targetQuery.number}` : '';
  if (!broken.some(({ code }) => code === 'RA028'))
    yield {
      id,
      path: state.file.part.path,
      ...about('RA403', 'reads', `describes a summary${target} in progress`),
    };
}

function leftover({ role, path }: Part): Trouble | null {
  const isPlots = /^plots_\d+\.json$/.test(baseName(path));
  if (role === 'background-backup') return about('RA404', 'reads', 'is a backup of a background summary state');
  if (role === 'old') return about('RA405', 'reads', 'is a file of an older version');
  return role === 'stray' || (role === 'plots' && !isPlots)
    ? about('RA406', 'reads', `is not a file that Rao uses: ${baseName(path)}`)
    : null;
}
