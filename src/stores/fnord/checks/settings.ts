import { pointersOf } from '../../../codecs/json/pointer.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isObject, isString, member, root, spanOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { type Finding, fileFinding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';
import { isReachable } from '../layout/layout.ts';
import { decodingFault } from '../read/decode.ts';
import { skipWhiteSpace } from '../read/document-start.ts';
import { firstMembers } from '../read/keys.ts';

/** Effects of the settings at fnord's start (docs/formats/fnord.md, "Home"). */
export function* settingsFindings({ path, bytes }: Part, { scopes, hasUnreadFolder }: SeenScopes): Generator<Finding> {
  if (bytes === null) return;
  if (skipWhiteSpace(bytes, 0) === bytes.length) return yield fileFinding('FN311', null, path, 'is empty');
  const tape = scan(bytes);
  const broken = decodingFault(tape);
  const top = root(tape);
  if (broken !== null || !isObject(top))
    return yield { ...fileFinding('FN310', null, path, 'cannot be read'), offset: broken ?? 0 };
  const projects = [...projectsOf(top)];
  const pointers = pointersOf(projects.map(({ value }) => value));
  for (const { name, value } of projects) {
    const wrong = rootlessFault(name, value) ?? (hasUnreadFolder === true ? null : storelessProject(name, scopes));
    const at = pointers.get(value.at) ?? null;
    if (wrong !== null) yield { id: null, path, at, offset: spanOf(value).start, ...wrong };
  }
}

type SeenScopes = Pick<Scope, 'scopes' | 'hasUnreadFolder'>;

type SettingsFault = Pick<Finding, 'code' | 'detail' | 'concerns'>;

function storelessProject(name: string, scopes: SeenScopes['scopes']): SettingsFault | null {
  const quoted = JSON.stringify(name);
  if (!isReachable(name))
    return {
      code: 'FN319',
      detail: `project ${quoted}: its store is where convo does not look for one`,
    };
  // A home without any store was never used, or not meant: one finding covers it.
  if (scopes === undefined || scopes.size === 0 || scopes.has(name)) return null;
  return { code: 'FN314', detail: `the store of the project ${quoted} was not found` };
}

export function projectRoots({ bytes }: Part): { readonly scope: string; readonly root: Value }[] | null {
  const tape = scan(bytes ?? new Uint8Array());
  const top = root(tape);
  if (decodingFault(tape) !== null || !isObject(top)) return null;
  return Array.from(projectsOf(top), ({ name, value }) => ({ scope: name, root: member(value, 'root') })).filter(
    (each): each is { scope: string; root: Value } => isString(each.root),
  );
}

function rootlessFault(name: string, project: Value): SettingsFault | null {
  if (isString(member(project, 'root'))) return null;
  const concerns = { project: name };
  if (name === 'current') return { code: 'FN312', detail: 'names a project current without a root', concerns };
  return { code: 'FN313', detail: `names the project ${name} without a root`, concerns };
}

const RESERVED = new Set(['approvals', 'projects', 'version']);

/** Older settings list projects at the top, beside the reserved keys. */
function* projectsOf(top: Value): Generator<{ readonly name: string; readonly value: Value }> {
  const projects = member(top, 'projects');
  if (projects !== null) yield* firstMembers(projects);
  for (const each of firstMembers(top)) {
    const old = !RESERVED.has(each.name) && member(each.value, 'root') !== null;
    if (old && typeOf(each.value) === 'object') yield each;
  }
}
