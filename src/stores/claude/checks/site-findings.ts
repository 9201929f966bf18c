import { SOON } from '../../../model/conversation.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import { isWindowsPath } from '../../path.ts';
import { count } from '../../words.ts';
import { folderName } from '../layout/names.ts';

/** A folder that sessions of a project name as their working directory, and that is not where they are looked for. */
export interface StrayFolder {
  readonly path: string;
  readonly folder: string;
  readonly isGone: boolean;
}

/** One project's part of findings on the whole store. */
export interface ClaudeSum {
  /** Days of retention. */
  readonly kept: number;
  /** Sessions near the end of the retention, and past it. */
  readonly soon: number;
  readonly due: number;
  /** Transcripts without a byte. */
  readonly empty: number;
  /** Sessions of which only companions are left. */
  readonly gone: number;
  readonly strays: readonly StrayFolder[];
  /** Its `sessions-index.json`, where that does not match its sessions. */
  readonly stale: { readonly path: string; readonly detail: string } | null;
}

/** One finding for equal facts about many sessions, with their number. */
export function* claudeSiteFindings(sums: readonly ClaudeSum[]): Generator<Finding> {
  const total = (of: (sum: ClaudeSum) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  const empty = total((sum) => sum.empty);
  if (empty > 0) yield about('CL001', `holds ${count(empty, 'transcript')} without a byte`);
  yield* staleIndexes(sums.flatMap(({ stale }) => stale ?? []));
  const strays = sums.flatMap((sum) => sum.strays);
  yield* movedProjects(strays.filter(({ isGone }) => isGone));
  yield* renamedProjects(strays.filter(({ isGone }) => !isGone));
  const gone = total((sum) => sum.gone);
  if (gone > 0)
    yield about('CL401', `holds companions of ${count(gone, 'session')} that ${gone === 1 ? 'is' : 'are'} gone`);
  const [soon, due] = [total((sum) => sum.soon), total((sum) => sum.due)];
  const kept = `the retention of ${count(sums[0]?.kept ?? 0, 'day')}`;
  const near = `${count(soon, 'session')} that ${soon === 1 ? 'reaches' : 'reach'} ${kept} within ${count(SOON, 'day')}`;
  const past = `${count(due, 'session')} that ${due === 1 ? 'is' : 'are'} older than ${kept}`;
  const both = [...(soon > 0 ? [near] : []), ...(due > 0 ? [past] : [])];
  if (both.length > 0) yield about('CL402', `holds ${both.join(', and ')}`);
}

function* staleIndexes(stale: readonly NonNullable<ClaudeSum['stale']>[]): Generator<Finding> {
  const [one, ...others] = stale;
  if (one === undefined) return;
  if (others.length === 0) yield about('CL308', one.detail, one.path);
  else yield about('CL308', `has ${stale.length} projects whose \`sessions-index.json\` does not match their sessions`);
}

const NAMED = 4;

function* movedProjects(moved: readonly StrayFolder[]): Generator<Finding> {
  const [one] = moved;
  if (one === undefined) return;
  const folders = foldersOf(moved);
  if (folders.length === 1) {
    const { path, folder } = one;
    const where = isWindowsPath(folder) ? 'a folder of Windows that is not here' : 'which is gone';
    yield { ...about('CL310', `holds sessions of ${folder}, ${where}`, path), concerns: { folders } };
  } else {
    const detail = `holds sessions of ${folders.length} folders that are gone: ${named(folders)}`;
    yield { ...about('CL310', detail), concerns: { folders } };
  }
}

function* renamedProjects(renamed: readonly StrayFolder[]): Generator<Finding> {
  const [one] = renamed;
  if (one === undefined) return;
  const folders = foldersOf(renamed);
  if (folders.length === 1) {
    const detail = `holds sessions of ${one.folder}, which Claude Code looks for in projects/${folderName(one.folder.normalize('NFC'))}`;
    yield { ...about('CL312', detail, one.path), concerns: { folders } };
  } else {
    const detail = `holds sessions of ${folders.length} folders under names that Claude Code does not make of their paths: ${named(folders)}`;
    yield { ...about('CL312', detail), concerns: { folders } };
  }
}

function foldersOf(strays: readonly StrayFolder[]): string[] {
  return [...new Set(strays.map(({ folder }) => folder))];
}

function named(folders: readonly string[]): string {
  const rest = folders.length > NAMED ? ` and ${folders.length - NAMED} more` : '';
  return `${folders.slice(0, NAMED).join(', ')}${rest}`;
}

function about(code: Code, detail: string, path = ''): Finding {
  return { code, id: null, path, at: null, offset: null, detail };
}
