import { type Finding, fileFinding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { folderOf } from '../../../model/path.ts';
import type { Scope } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { fnordFolder } from '../layout/layout.ts';
import { entriesSeen } from './conversation-findings.ts';
import { settingsFindings } from './settings.ts';
import { findsItself, type WildcardMatch } from './wildcard.ts';

export interface ScopeFacts {
  units: number;
  active: number;
  timeless: number;
  open: number;
}

export function noFacts(): ScopeFacts {
  return { units: 0, active: 0, timeless: 0, open: 0 };
}

export function* fnordScopeFindings(scope: Scope, facts: ScopeFacts): Generator<Finding> {
  for (const part of scope.shared) yield* sharedFindings(part, scope, facts);
  if (facts.units === 0) return;
  const folder = fnordFolder(scope.site, scope.name);
  const found = foundBy(scope);
  if (found === 'hidden')
    yield fileFinding('FN318', null, folder, 'project name is a pattern that does not match itself');
  else if (found === 'raises')
    yield fileFinding('FN318', null, folder, 'project name is a pattern that makes the list fail');
  // fnord prunes only listed conversations.
  else if (facts.timeless > 0 && scope.site.file === null)
    yield fileFinding('FN410', null, folder, `${countOf(facts.timeless, 'conversation')} without a usable time`);
  if (facts.active > 0 && entriesSeen(scope) === 'none')
    // A search covers listed conversations only.
    yield {
      ...fileFinding('FN301', null, `${folder}/index`, unindexedDetail(facts.active)),
      concerns: { state: 'active' },
    };
  if (facts.open > 0)
    yield fileFinding('FN407', null, folder, `${countOf(facts.open, 'file')} readable by other users`);
}

function unindexedDetail(active: number): string {
  return active === 1 ? 'its only conversation is not indexed' : `none of ${active} conversations is indexed`;
}

/** Whether fnord's list finds the project by its path. The path above counts only for a home named `.fnord`. */
export function foundBy({ name, site }: Scope): WildcardMatch {
  if (site.shape === 'project') return findsItself([name]);
  if (site.shape !== 'home') return 'listed';
  const above = site.root.endsWith('/.fnord') ? site.root.split('/').filter((each) => each !== '') : [];
  return findsItself([...above, 'projects', ...name.split('/')]);
}

function* sharedFindings(part: Part, scope: Scope, { units }: ScopeFacts): Generator<Finding> {
  const { path } = part;
  if (part.role === 'settings') yield* settingsFindings(part, scope);
  else if (part.role === 'default')
    yield fileFinding('FN413', null, path, 'fnord deletes this folder at its next start');
  else if (part.role === 'loose-entry') yield* looseFindings(part, scope.name, units);
  else if (part.role === 'stray') yield fileFinding('FN406', null, path, 'not a conversation');
  else if (part.role === 'old-project' && units > 0)
    yield fileFinding('FN316', null, folderOf(path), 'old place of a project that also has a new one');
  else if (part.role === 'old-project') yield fileFinding('FN315', null, folderOf(path), 'old place of a project');
}

/** Below folders that only lead to projects, such as `org/repo`, fnord moves nothing. */
function* looseFindings({ path }: Part, name: string, units: number): Generator<Finding> {
  if (units > 0 || !name.includes('/'))
    yield fileFinding('FN317', null, folderOf(path), 'fnord will move this folder into files');
}
