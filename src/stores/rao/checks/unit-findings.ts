import type { Rds } from '../../../codecs/rds/read-rds.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Scope } from '../../kind.ts';
import { about, placed, type Trouble } from '../../trouble.ts';
import { COLUMNS } from '../decode/tables/companion-table.ts';
import type { Folder } from '../folder.ts';
import { conversationFolder, numberOf } from '../layout/layout.ts';
import type { Role } from '../layout/roles.ts';
import { changesTroubles } from './companions/changes.ts';
import { diffsTroubles } from './companions/diffs.ts';
import { erdosFindings } from './companions/erdos.ts';
import { type Known, knownIn } from './companions/known.ts';
import { plotsFindings } from './companions/plots.ts';
import { summariesTroubles } from './companions/summaries.ts';
import { entriesOf } from './log/entries.ts';
import { logTroubles } from './log/log-troubles.ts';
import { leftoverFindings, shellTroubles } from './shell.ts';
import { buttonsTroubles } from './tables/buttons.ts';
import { historyTroubles } from './tables/history.ts';
import { imagesFindings } from './tables/images.ts';
import { attachedTroubles } from './tables/table-companion.ts';

/** The folders of one number. */
interface Numbered {
  readonly scope: Pick<Scope, 'site'>;
  readonly folders: readonly Folder[];
  readonly active: Folder | null;
  readonly archived: Folder | null;
}

/** Everything that is wrong with one number: its folder, and the one in the archive. */
export function* unitFindings({ scope, folders, active, archived }: Numbered): Generator<Finding> {
  for (const folder of folders) {
    if (folder.self.type !== 'folder') {
      yield* placed(folder.id, folder.path, [about('RA324', 'reads', `is a ${folder.self.type} to a folder`)]);
      continue;
    }
    // Rao notes where a folder is while it is active, whatever became of it since.
    const home = `${scope.site.root}/${conversationFolder(scope.site, folder.id)}`;
    yield* folderFindings(folder, home);
  }
  if (active !== null && archived !== null) {
    const detail = 'is archived while a conversation with the same number is active';
    yield { id: archived.id, path: archived.path, ...about('RA314', 'reads', detail) };
  }
}

function* folderFindings(folder: Folder, home: string): Generator<Finding> {
  const { id, path } = folder;
  const log = folder.log();
  const entries = entriesOf(log);
  const known = knownIn(log, entries);
  const number = numberOf(id);
  yield* placed(id, path, shellTroubles(folder));
  yield* placed(id, folder.part('log')?.path ?? path, logTroubles(log, entries));
  for (const [role, troubles] of fileTroubles(folder, known, number))
    yield* placed(id, folder.part(role)?.path ?? path, troubles);
  yield* plotsFindings(folder, known, home);
  yield* imagesFindings(folder, home);
  yield* erdosFindings(folder, known, number);
  yield* leftoverFindings(folder);
}

function* fileTroubles(
  folder: Folder,
  known: Known | null,
  number: number | null,
): Generator<[Role, Iterable<Trouble>]> {
  const changes = folder.changes();
  const diffs = folder.diffs();
  const summaries = folder.summaries();
  const history = folder.history();
  const buttons = folder.buttons();
  const attachments = folder.attachments();
  const vars = folder.vars();
  if (changes !== null) yield ['changes', changesTroubles(changes, number)];
  if (diffs !== null) yield ['diffs', diffsTroubles(diffs, number, known)];
  if (summaries !== null) yield ['summaries', summariesTroubles(summaries, known)];
  if (history !== null) yield ['history', historyTroubles(history, number)];
  if (buttons !== null) yield ['buttons', buttonsTroubles(buttons, known)];
  if (attachments !== null) yield ['attachments', attachedTroubles(attachments, COLUMNS['attachments.csv'])];
  if (vars !== null) yield ['vars', variablesTroubles(vars)];
}

/** What is wrong with `conversation_vars.rds`. */
function* variablesTroubles(vars: Rds): Generator<Trouble> {
  if (vars.state === 'broken') yield about('RA040', 'drops', vars.why);
  else if (vars.state === 'unjudged') yield about('RA041', 'reads', vars.why);
  else if (vars.type !== 'list') yield about('RA040', 'drops', 'does not contain a list');
}
