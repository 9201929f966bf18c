import { scan } from '../../../codecs/json/scan.ts';
import { elements, isString, member, root, textOf } from '../../../codecs/json/value.ts';
import { DUE_WITHIN_DAYS } from '../../../model/conversation.ts';
import type { Code, Finding } from '../../../model/finding.ts';
import { isUuid } from '../../../model/ids.ts';
import type { Part } from '../../../model/part.ts';
import { isWindowsPath, parentOf } from '../../../model/path.ts';
import type { Scope } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { folderName } from '../layout/layout.ts';

/** Findings on a project folder; `folders`: the first working directories of its sessions. */
export function* claudeScopeFindings({ name }: Scope, folders: ReadonlySet<string>): Generator<Finding> {
  const mine = [...folders].filter((folder) => isNamedFor(folder, name));
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

function isNamedFor(folder: string, name: string): boolean {
  return folderName(folder.normalize('NFC')) === name;
}

/** Working directories that no longer exist, or whose name would be another project folder: the program does not find their sessions here. */
export function strayFolders({ name, exists }: Scope, folders: ReadonlySet<string>): StrayFolder[] {
  if (name === '') return [];
  return [...folders].sort().flatMap((folder) => {
    const home = homeOf(folder, name);
    const isGone = exists?.(home ?? folder) === false;
    return home !== null && !isGone ? [] : { path: `projects/${name}`, folder, isGone };
  });
}

/**
 * The folder itself, or the nearest above it, whose sessions are kept under this name, since a program may have changed into a folder
 * below. Null for none.
 */
function homeOf(folder: string, name: string): string | null {
  for (let path = folder; ; path = parentOf(path)) {
    if (isNamedFor(path, name)) return path;
    if (path === parentOf(path)) return null;
  }
}

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
    ...(gone === 0 ? [] : [`names ${countOf(gone, 'session')} that ${gone === 1 ? 'is' : 'are'} gone`]),
    ...(lacking === 0 ? [] : [`lacks ${countOf(lacking, 'session')}`]),
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

interface StrayFolder {
  readonly path: string;
  readonly folder: string;
  readonly isGone: boolean;
}

export interface ClaudeSum {
  readonly retentionDays: number;
  /** Number of sessions near the end of the retention; `due` counts those past it. */
  readonly soon: number;
  readonly due: number;
  /** Number of transcripts without a byte. */
  readonly empty: number;
  /** Number of sessions of which only companions are left. */
  readonly gone: number;
  readonly strays: readonly StrayFolder[];
  /** The project's `sessions-index.json`, if it does not match the sessions. */
  readonly stale: { readonly path: string; readonly detail: string } | null;
}

export function* claudeSiteFindings(sums: readonly ClaudeSum[]): Generator<Finding> {
  const total = (of: (sum: ClaudeSum) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  const empty = total((sum) => sum.empty);
  if (empty > 0) yield scopeFinding('CL001', `holds ${countOf(empty, 'transcript')} without a byte`);
  yield* staleIndexes(sums.flatMap(({ stale }) => stale ?? []));
  const strays = sums.flatMap((sum) => sum.strays);
  yield* movedProjects(strays.filter(({ isGone }) => isGone));
  yield* renamedProjects(strays.filter(({ isGone }) => !isGone));
  const gone = total((sum) => sum.gone);
  if (gone > 0)
    yield scopeFinding(
      'CL401',
      `holds companions of ${countOf(gone, 'session')} that ${gone === 1 ? 'is' : 'are'} gone`,
    );
  const soon = total((sum) => sum.soon);
  const due = total((sum) => sum.due);
  const retention = `the retention of ${countOf(sums[0]?.retentionDays ?? 0, 'day')}`;
  const near = `${countOf(soon, 'session')} that ${soon === 1 ? 'reaches' : 'reach'} ${retention} within ${countOf(DUE_WITHIN_DAYS, 'day')}`;
  const past = `${countOf(due, 'session')} that ${due === 1 ? 'is' : 'are'} older than ${retention}`;
  const both = [...(soon > 0 ? [near] : []), ...(due > 0 ? [past] : [])];
  if (both.length > 0) yield scopeFinding('CL402', `holds ${both.join(', and ')}`);
}

function* staleIndexes(stale: readonly NonNullable<ClaudeSum['stale']>[]): Generator<Finding> {
  const [one, ...others] = stale;
  if (one === undefined) return;
  if (others.length === 0) yield scopeFinding('CL308', one.detail, one.path);
  else
    yield scopeFinding(
      'CL308',
      `has ${stale.length} projects whose \`sessions-index.json\` does not match their sessions`,
    );
}

const MAX_FOLDERS_NAMED = 4;

function* movedProjects(moved: readonly StrayFolder[]): Generator<Finding> {
  const [one] = moved;
  if (one === undefined) return;
  const folders = pathsOfStrays(moved);
  if (folders.length === 1) {
    const { path, folder } = one;
    const where = isWindowsPath(folder) ? 'a folder of Windows that is not here' : 'which is gone';
    yield { ...scopeFinding('CL310', `holds sessions of ${folder}, ${where}`, path), concerns: { folders } };
  } else {
    const detail = `holds sessions of ${folders.length} folders that are gone: ${namedFolders(folders)}`;
    yield { ...scopeFinding('CL310', detail), concerns: { folders } };
  }
}

function* renamedProjects(renamed: readonly StrayFolder[]): Generator<Finding> {
  const [one] = renamed;
  if (one === undefined) return;
  const folders = pathsOfStrays(renamed);
  if (folders.length === 1) {
    const detail = `holds sessions of ${one.folder}, which Claude Code looks for in projects/${folderName(one.folder.normalize('NFC'))}`;
    yield { ...scopeFinding('CL312', detail, one.path), concerns: { folders } };
  } else {
    const detail = `holds sessions of ${folders.length} folders under names that Claude Code does not make of their paths: ${namedFolders(folders)}`;
    yield { ...scopeFinding('CL312', detail), concerns: { folders } };
  }
}

function pathsOfStrays(strays: readonly StrayFolder[]): string[] {
  return [...new Set(strays.map(({ folder }) => folder))];
}

function namedFolders(folders: readonly string[]): string {
  const rest = folders.length > MAX_FOLDERS_NAMED ? ` and ${folders.length - MAX_FOLDERS_NAMED} more` : '';
  return `${folders.slice(0, MAX_FOLDERS_NAMED).join(', ')}${rest}`;
}

function scopeFinding(code: Code, detail: string, path = ''): Finding {
  return { code, id: null, path, at: null, offset: null, detail };
}
