import { replaceValue } from '../../../codecs/json/edits.ts';
import { quote } from '../../../codecs/json/value.ts';
import { cmd, sentence } from '../../../model/command.ts';
import type { Code } from '../../../model/finding.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type Ask,
  type AskFor,
  NO_CONVERSATION,
  type NotChanged,
  type Refusal,
  refusalOf,
  refused,
  type SharedChange,
  type UnitDecision,
  unchanged,
} from '../../decision.ts';
import { harmOfHeld, putBackHeld } from '../../engine/change/put-back.ts';
import { withEdits } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import type { Scope, Verbs } from '../../kind.ts';
import type { TenexDocument, TenexScope } from '../document.ts';
import { indexPath, isSafeId } from '../layout/layout.ts';
import { countsOfAll, isOfLater, refuseFile } from '../read/decoded.ts';
import { DECEMBER_2025 } from '../read/era.ts';
import type { IndexFile } from '../read/index-file.ts';
import { reindex } from '../read/reindex.ts';
import { convert } from './convert.ts';
import { changedWithIndex, recentNotes, type TenexIndexUpdate, unitDecisionFor } from './edit-files.ts';
import { forkTenex } from './fork.ts';
import { healTenex } from './heal.ts';
import { healIndex, type IndexClosing } from './heal-index.ts';
import { migrateTenex } from './migrate.ts';
import { putBackTenex, tenexHarmOf } from './put-back.ts';
import { deleteTenex, moveTenex } from './shelve.ts';

export const tenexVerbs: Verbs<TenexDocument, TenexScope, TenexIndexUpdate> = {
  decide: decideTenex,
  close: ({ scope, index }, ask, decided, whole) => {
    const isWhole = whole && scope.site.file === null && scope.hasUnreadFolder !== true;
    return closeTenex({ scope, index, decided, ask, whole: isWhole });
  },
  putBack: putBackHeld(putBackTenex),
  harmOf: harmOfHeld(tenexHarmOf),
};

export function decideTenex(document: TenexDocument, ask: Ask): UnitDecision<TenexIndexUpdate> {
  if (!isSafeId(document.id))
    return unitDecisionFor(
      document,
      refusalOf({ codes: ['TX410'], reason: 'has an id that is not a file name', unsafe: true }),
    );
  if (ask.verb === 'migrate' && ask.to === DECEMBER_2025) return { id: document.id, outcome: convert(document, ask) };
  const { active, scope, index } = document;
  if (active !== null && isOfLater(active, scope, index))
    return unitDecisionFor(
      document,
      ask.verb === 'heal' ? unchanged(OF_LATER_TENEX) : refused({ codes: ['TX114'], reason: OF_LATER }),
    );
  return decideOwn(document, ask);
}

const decideOwn = decideBy<TenexDocument, TenexIndexUpdate>({
  heal: healTenex,
  migrate: migrateTenex,
  fork: forkTenex,
  archive: (document) => moveTenex(document, 'archive'),
  restore: (document) => moveTenex(document, 'restore'),
  delete: deleteTenex,
  rename: renameTenex,
  rehome: unchanged(),
  tag: refused({ reason: 'cannot be tagged: TENEX stores no tags' }),
});

const OF_LATER_TENEX = 'is in the keeping of a later TENEX, and needs nothing';
const OF_LATER = 'is in the keeping of a later TENEX, which has neither events nor index nor archive';

export function closeTenex(all: IndexClosing): SharedChange | NotChanged {
  const { verb } = all.ask;
  if (verb === 'rehome') return unchanged();
  return verb === 'heal' || verb === 'migrate' ? healIndex(all) : followIndex(all);
}

/**
 * Changes the entries of conversations that are archived, restored, deleted or forked. The index is written first where
 * a file leaves, last where one comes. After any interruption a file is active with an entry marked archived, which
 * TENEX reads, or without an entry, which TENEX ignores (docs/formats/tenex.md).
 */
function followIndex({ index, decided, ask, scope }: IndexClosing): SharedChange | NotChanged {
  const pieces = decided.filter(({ outcome }) => outcome.state === 'changed');
  if (pieces.length === 0) return unchanged();
  const refusal = refuseIndex(index, scope);
  if (refusal !== null) return refused(refusal);
  const put = indexSteps(index, pieces);
  return {
    state: 'changed',
    path: indexPath(scope.site),
    first: isBefore(ask.verb) ? put : [],
    last: isBefore(ask.verb) ? [] : put,
    codes: [],
    notes: recentNotes(
      pieces.flatMap(({ indexUpdate }) => indexUpdate ?? []),
      ask,
    ),
  };
}

function isBefore(verb: Ask['verb']): boolean {
  return verb === 'archive' || verb === 'delete';
}

function indexSteps({ part, list }: IndexFile, pieces: readonly UnitDecision<TenexIndexUpdate>[]): Step[] {
  if (part === null || list === null) return [];
  const edits = reindex(
    list,
    pieces.flatMap(({ indexUpdate }) => indexUpdate?.changes ?? []),
  );
  return edits.length === 0 ? [] : [withEdits(part, edits)];
}

/** Null for an index that TENEX reads and that may be written. */
function refuseIndex(index: IndexFile, { site }: Pick<Scope, 'site'>): Refusal | null {
  const { part, state, list } = index;
  if (part === null && site.shape === 'file')
    return refusalOf({ reason: 'is changed together with its index: give the store, and name its id' });
  if (part !== null && part.type !== 'file')
    return refusalOf({ reason: `cannot be changed: ${part.path} is not a file`, unsafe: true });
  if (state === 'sound') return null;
  return refusalOf({
    codes: [codeOf(state, list !== null)],
    reason: sentence`${REFUSALS[state]}: run ${cmd`heal`} first, without ids`,
  });
}

const REFUSALS = {
  missing: 'has no index to be entered in',
  unreadable: 'has an index that cannot be read',
  invalid: 'has an index that TENEX refuses as a whole',
} as const;

function codeOf(state: keyof typeof REFUSALS, hasList: boolean): Code {
  if (state === 'missing') return 'TX304';
  if (state === 'unreadable') return 'TX301';
  return hasList ? 'TX303' : 'TX302';
}

/** TENEX lists a conversation by the title in its index entry. */
function renameTenex(document: TenexDocument, { title }: AskFor<'rename'>): UnitDecision<TenexIndexUpdate> {
  const { id, active, archived } = document;
  const file = active ?? archived;
  if (file === null) return unitDecisionFor(document, NO_CONVERSATION);
  if (active !== null && archived !== null)
    return unitDecisionFor(
      document,
      refusalOf({ codes: ['TX310'], reason: 'is both active and archived', unsafe: true }),
    );
  const refusal = refuseFile(file);
  if (refusal !== null) return unitDecisionFor(document, refusal);
  const decoded = file.decoded();
  const old = decoded?.members.get('title');
  if (decoded?.verdict().stage !== 'ok' || old === undefined)
    return unitDecisionFor(document, refusalOf({ reason: 'cannot be read, so it cannot be renamed' }));
  const { path } = file.part;
  const before = countsOfAll([file]);
  const edit = replaceValue(old, quote(title));
  const bytes = before.bytes + edit.insert.length - edit.remove;
  return changedWithIndex(document, [{ do: 'set', of: id, members: [{ key: 'title', json: quote(title) }] }], {
    path,
    steps: [withEdits(file.part, [edit])],
    before,
    after: { ...before, bytes },
    notes: [`its title becomes ${JSON.stringify(title)}`],
  });
}
