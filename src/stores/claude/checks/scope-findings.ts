import { scan } from '../../../codecs/json/scan.ts';
import { elements, isString, member, root, textOf } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Part, Scope } from '../../kind.ts';
import { aboveOf } from '../../path.ts';
import { count } from '../../words.ts';
import { folderName, isUuid } from '../layout/names.ts';
import type { ClaudeSum, StrayFolder } from './site-findings.ts';

/** Findings on a project folder; `folders` are the first working directories of its sessions. */
export function* claudeScopeFindings({ name }: Scope, folders: ReadonlySet<string>): Generator<Finding> {
  const mine = [...folders].filter((folder) => leadsTo(folder, name));
  if (name === '' || mine.length < 2) return;
  const detail = `is shared by ${mine.sort().join(', ')}`;
  yield {
    code: 'CL307',
    id: null,
    path: `projects/${name}`,
    at: null,
    offset: null,
    detail,
    concerns: { folders: mine },
  };
}

function leadsTo(folder: string, name: string): boolean {
  return folderName(folder.normalize('NFC')) === name;
}

/** Those of these working directories whose sessions are not looked for in this project folder: they are gone, or give another name. */
export function strayFolders({ name, exists }: Scope, folders: ReadonlySet<string>): StrayFolder[] {
  if (name === '') return [];
  return [...folders].sort().flatMap((folder) => {
    const home = homeOf(folder, name);
    const isGone = exists?.(home ?? folder) === false;
    return home !== null && !isGone ? [] : { path: `projects/${name}`, folder, isGone };
  });
}

/** The folder itself or the nearest above it whose sessions are kept under this name: a program may have gone down from there. Null for none. */
function homeOf(folder: string, name: string): string | null {
  for (let path = folder; ; path = aboveOf(path)) {
    if (leadsTo(path, name)) return path;
    if (path === aboveOf(path)) return null;
  }
}

/** The program's own index of a project, where it does not match the sessions. */
export function staleIndex({ shared, units }: Scope): ClaudeSum['stale'] {
  const part = shared.find(({ role }) => role === 'index');
  if (part === undefined) return null;
  const ids = idsOf(part);
  if (ids === null) return { path: part.path, detail: 'cannot be read' };
  const named = new Set(ids);
  const there = new Set([...(units?.keys() ?? [])].filter(isUuid));
  const gone = ids.filter((id) => !there.has(id)).length;
  const lacking = [...there].filter((id) => !named.has(id)).length;
  const amiss = [
    ...(gone === 0 ? [] : [`names ${count(gone, 'session')} that ${gone === 1 ? 'is' : 'are'} gone`]),
    ...(lacking === 0 ? [] : [`lacks ${count(lacking, 'session')}`]),
  ];
  return amiss.length === 0 ? null : { path: part.path, detail: amiss.join(' and ') };
}

function idsOf({ bytes }: Part): string[] | null {
  const tape = bytes === null ? null : scan(bytes);
  const value = tape === null || tape.fault !== null ? null : root(tape);
  const entries = value === null ? null : member(value, 'entries');
  if (entries === null) return null;
  return elements(entries).flatMap((entry) => {
    const id = member(entry, 'sessionId');
    return isString(id) ? [textOf(id)] : [];
  });
}
