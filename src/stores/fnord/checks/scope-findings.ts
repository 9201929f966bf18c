import type { Finding } from '../../../model/finding.ts';
import { count } from '../../count.ts';
import type { Part, Scope } from '../../kind.ts';
import { folderOf } from '../../path.ts';
import { conversationsFolder } from '../layout/layout.ts';
import { settingsFindings } from './settings.ts';

/** What a session keeps of its documents: counts, never a document. */
export interface ScopeFacts {
  /** Units that had a file of any role, a worktree apart. */
  units: number;
  /** Active conversations without a usable time. */
  timeless: number;
  /** Files that others than their owner can read. */
  open: number;
}

/** Nothing seen yet. */
export function noFacts(): ScopeFacts {
  return { units: 0, timeless: 0, open: 0 };
}

/** What concerns a whole project, or the home. */
export function* scopeFindings(scope: Scope, facts: ScopeFacts): Generator<Finding> {
  for (const part of scope.shared) yield* sharedFindings(part, facts);
  if (facts.units === 0) return;
  const folder = conversationsFolder(scope.site, scope.name);
  const hidden = /[*?[\]{}]/.test(scope.name) && (scope.site.shape === 'home' || scope.site.shape === 'project');
  if (hidden) yield about('FN318', folder, 'refuses', 'lies in a project that fnord cannot list');
  // What is not listed is not pruned either.
  else if (facts.timeless > 0 && scope.site.file === null)
    yield about('FN410', folder, 'crashes', `holds ${count(facts.timeless, 'conversation')} without a usable time`);
  if (facts.open > 0)
    yield about('FN407', folder, 'reads', `holds ${count(facts.open, 'file')} that other users can read`);
}

function* sharedFindings(part: Part, { units }: ScopeFacts): Generator<Finding> {
  const { path } = part;
  if (part.role === 'settings') yield* settingsFindings(part);
  else if (part.role === 'default') yield about('FN413', path, 'drops', 'is removed at each start of fnord');
  else if (part.role === 'loose-entry') yield about('FN317', folderOf(path), 'rewrites', 'will be moved into files');
  else if (part.role === 'stray') yield about('FN406', path, 'reads', 'is no conversation');
  else if (part.role === 'old-project' && units > 0)
    yield about('FN316', folderOf(path), 'drops', 'lies in the old place of a project that also has a new one');
  else if (part.role === 'old-project')
    yield about('FN315', folderOf(path), 'rewrites', 'lies in the old place of a project');
}

/** A finding that concerns no single conversation. */
function about(code: Finding['code'], path: string, owner: Finding['owner'], detail: string): Finding {
  return { code, id: null, path, at: null, offset: null, owner, detail };
}
