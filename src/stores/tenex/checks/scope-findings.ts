import type { Finding } from '../../../model/finding.ts';
import { count } from '../../count.ts';
import type { Part, Scope, Site } from '../../kind.ts';
import { about } from '../../trouble.ts';
import type { Facts } from '../facts.ts';
import {
  archiveFolder,
  archivePath,
  conversationPath,
  conversationsFolder,
  indexPath,
  isSafeId,
} from '../layout/layout.ts';
import type { IndexFile } from '../read/index-file.ts';
import { indexFindings } from './index-findings.ts';
import { short } from './some.ts';

/** What concerns a whole conversations folder. */
export function* scopeFindings(scope: Scope, index: IndexFile, facts: Facts): Generator<Finding> {
  for (const part of scope.shared) yield* sharedFindings(part);
  if (scope.site.shape === 'file') return;
  yield* indexFindings(scope, index, facts);
  yield* archiveFindings(scope, index);
  if (facts.open > 0) yield readable(scope, facts.open);
  if (scope.site.file === null) yield* caseFindings(scope, index, facts);
}

function* sharedFindings({ path, role, type, bytes }: Part): Generator<Finding> {
  const tell = (...said: Parameters<typeof about>): Finding => ({ id: null, path, ...about(...said) });
  if (role === 'stray' && type === 'folder' && path.endsWith('.json'))
    yield tell('TX405', 'crashes', 'is a folder with the name of a conversation');
  else if (role === 'database' && isDatabase(bytes)) yield tell('TX414', 'reads', 'is the database of a later TENEX');
  else if (role === 'stray' || role === 'database') yield tell('TX406', 'reads', 'is no conversation');
  else if (role === 'legacy-folder') yield tell('TX415', 'reads', 'is where a later TENEX put older conversations');
}

const SQLITE = 'SQLite format 3\0';

function isDatabase(head: Uint8Array | null): boolean {
  return head !== null && Buffer.from(head.subarray(0, SQLITE.length)).toString('latin1') === SQLITE;
}

/** Only a store that TENEX has opened has the folder; the index says that it has. */
function* archiveFindings({ shared, site }: Scope, index: IndexFile): Generator<Finding> {
  if (index.part === null || shared.some(({ role }) => role === 'archive-folder')) return;
  yield {
    id: null,
    path: archiveFolder(site),
    ...about('TX413', 'rewrites', 'is missing: TENEX archives into this folder'),
  };
}

function readable({ site }: Scope, open: number): Finding {
  const path = conversationsFolder(site);
  return { id: null, path, ...about('TX407', 'reads', `holds ${count(open, 'file')} that other users can read`) };
}

/** Ids that are one name where the file system does not tell upper from lower case. */
function* caseFindings({ site }: Scope, index: IndexFile, { seen }: Facts): Generator<Finding> {
  const folded = new Map<string, string>();
  for (const id of new Set([...seen.keys(), ...index.ids()])) {
    const name = id.toLowerCase();
    const first = folded.get(name);
    if (first === undefined) folded.set(name, id);
    else
      yield {
        id,
        path: pathOf(site, id, seen),
        ...about('TX412', 'reads', `has the id of ${short(first)} but for the case`),
      };
  }
}

function pathOf(site: Site, id: string, seen: Facts['seen']): string {
  if (!isSafeId(id)) return indexPath(site);
  return seen.get(id)?.active === false ? archivePath(site, id) : conversationPath(site, id);
}
