import { scan } from '../../../codecs/json/scan.ts';
import { elements, isString, member, root, textOf } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import { count } from '../../count.ts';
import type { Part, Scope } from '../../kind.ts';
import { folderName } from '../layout/folder-name.ts';
import { isUuid } from '../layout/names.ts';

/** What concerns a whole project folder; `folders` are the working directories that its sessions name first. */
export function* claudeScopeFindings(scope: Scope, folders: ReadonlySet<string>): Generator<Finding> {
  if (scope.name === '') return;
  const path = `projects/${scope.name}`;
  const mine = [...folders].filter((folder) => folderName(folder.normalize('NFC')) === scope.name);
  if (mine.length > 1) yield { ...about(path, 'CL307', `is shared by ${mine.sort().join(', ')}`), owner: 'reads' };
  const others = [...folders].filter((folder) => !mine.includes(folder) || scope.exists?.(folder) === false);
  for (const folder of others.sort().slice(0, NAMED)) {
    // The list for a path that is gone still has them.
    const [what, owner] = mine.includes(folder) ? (['gone', 'reads'] as const) : (['another folder', 'drops'] as const);
    yield { ...about(path, 'CL310', `holds sessions of ${folder}, which is ${what}`), owner };
  }
  for (const part of scope.shared) if (part.role === 'index') yield* indexFindings(part, scope);
}

/** Folders that are named of one project. */
const NAMED = 8;

function about(path: string, code: Code, detail: string): Finding {
  return { code, id: null, path, at: null, offset: null, owner: 'drops', detail };
}

function* indexFindings(part: Part, { units }: Scope): Generator<Finding> {
  const ids = idsOf(part);
  if (ids === null) {
    yield { ...about(part.path, 'CL308', 'cannot be read'), owner: 'reads' };
    return;
  }
  const there = [...(units?.keys() ?? [])].filter(isUuid);
  const gone = ids.filter((id) => !there.includes(id)).length;
  const lacking = there.filter((id) => !ids.includes(id)).length;
  const amiss = [
    ...(gone === 0 ? [] : [`names ${count(gone, 'session')} that ${gone === 1 ? 'is' : 'are'} gone`]),
    ...(lacking === 0 ? [] : [`lacks ${count(lacking, 'session')}`]),
  ];
  if (amiss.length > 0) yield { ...about(part.path, 'CL308', amiss.join(' and ')), owner: 'reads' };
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
