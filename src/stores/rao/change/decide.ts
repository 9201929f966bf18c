import {
  type Ask,
  type AskFor,
  type NotChanged,
  refused,
  type SharedChange,
  type UnitChange,
  type UnitDecision,
  unchanged,
} from '../../decision.ts';
import { harmOfHeld, putBackHeld } from '../../engine/change/put-back.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import type { Verbs } from '../../kind.ts';
import type { BaseFacts } from '../checks/facts.ts';
import type { RaoDocument } from '../document.ts';
import { archiveNamesPath, isReached, NAMES_FILE } from '../layout/layout.ts';
import { changedWithNames, noFolder, raoCounts } from './folders.ts';
import { forkRao } from './fork.ts';
import { healRao } from './heal.ts';
import { healNames } from './heal-names.ts';
import { migrateRao } from './migrate.ts';
import { updateNames } from './name-updates.ts';
import { putBackRao, raoHarmOf } from './put-back.ts';
import { archiveRao, deleteRao, restoreRao } from './shelve.ts';

export const decideRao = decideBy<RaoDocument>({
  heal: healRao,
  migrate: migrateRao,
  fork: forkRao,
  archive: archiveRao,
  restore: restoreRao,
  delete: deleteRao,
  rename: renameRao,
  rehome: staysAt,
  tag: refused({ reason: 'cannot be tagged: Rao stores no tags' }),
});

export const raoVerbs: Verbs<RaoDocument, { readonly facts: BaseFacts }> = {
  decide: decideRao,
  close: ({ facts }, ask, decided, whole) => closeRao(facts, ask, decided, whole),
  putBack: putBackHeld(putBackRao),
  harmOf: harmOfHeld(raoHarmOf),
};

export function closeRao(
  facts: BaseFacts,
  ask: Ask,
  decided: readonly UnitDecision[],
  whole: boolean,
): SharedChange | NotChanged {
  if (ask.verb === 'heal') return healNames(facts, ask, whole);
  const pieces = decided.flatMap(({ id, outcome }) => (outcome.state === 'changed' ? [{ id, piece: outcome }] : []));
  if (ask.verb === 'migrate' || ask.verb === 'tag' || ask.verb === 'rehome' || pieces.length === 0) return unchanged();
  return updateNames(facts, ask, pieces);
}

/** Rao records the paths of attached files and images as sent. They stay and are named. */
function staysAt({ active, unit }: RaoDocument, { moved: { from } }: AskFor<'rehome'>): NotChanged {
  const naming = unit.parts.filter(({ bytes }) => bytes !== null && Buffer.from(bytes).includes(`${from}/`));
  if (active === null || naming.length === 0) return unchanged();
  const names = naming.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(', ');
  const reason = `names files below ${from} in ${names}; they stay, because Rao keeps the paths that were sent`;
  return refused({ reason });
}

/** Only the table of names has a title. It changes when the scope is closed. */
function renameRao({ id, active, archived, scope }: RaoDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const folder = active ?? archived;
  if (folder === null) return noFolder();
  if (!isReached(id)) return refused({ reason: 'has a number that Rao does not open' });
  const counts = raoCounts(folder);
  const path = active === null ? archiveNamesPath(scope.site) : NAMES_FILE;
  return changedWithNames({
    path,
    steps: [],
    before: counts,
    after: counts,
    notes: [`its name becomes ${JSON.stringify(title)}`],
  });
}
