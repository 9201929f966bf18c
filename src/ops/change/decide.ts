import type { ReadDisk } from '../../io/disk.ts';
import type { View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { Change } from '../../model/plan.ts';
import type { Decided, Kind, Left, Site } from '../../stores/kind.ts';
import { kindOf } from '../survey/kind-of.ts';
import { type Met, survey } from '../survey/survey.ts';
import { changeOf, type PieceOf } from './change-of.ts';
import { bytesAt, leave, pieceItem, type Where } from './enter.ts';
import { itemOf } from './item.ts';
import type { Ledger } from './ledger.ts';
import type { Scrutiny, Seen } from './scrutiny.ts';
import { stepViews } from './step-views.ts';

/** Everything that is known while the Changes of one site are decided. */
interface Deciding {
  readonly kind: Kind;
  readonly scrutiny: Scrutiny;
  readonly ledger: Ledger;
  readonly seen: Seen;
  /** All units were looked at so far: only then is an index compared with all files. */
  whole: boolean;
  /** Of the scope at hand: what was decided so far. */
  decided: Decided[];
  /** Of the scope at hand: the pieces that are made together, with the item of each in the ledger. */
  waiting: (PieceOf & { readonly item: number })[];
}

/**
 * The Changes that a verb leads to under one site, one by one as files are read; every unit is entered in the ledger.
 * Throws Failure `interrupted`.
 */
export async function* decide(
  disk: ReadDisk,
  kinds: readonly Kind[],
  site: Site,
  scrutiny: Scrutiny,
  ledger: Ledger,
  seen: Seen,
): AsyncGenerator<Change> {
  const deciding: Deciding = {
    kind: kindOf(kinds, site),
    scrutiny,
    ledger,
    seen,
    whole: !scrutiny.survey.wants && scrutiny.until === null,
    decided: [],
    waiting: [],
  };
  for await (const met of survey(disk, kinds, [site], { ...scrutiny.survey, ask: scrutiny.ask }))
    yield* decideOn(met, deciding);
}

function* decideOn(met: Met, deciding: Deciding): Generator<Change> {
  const { seen, ledger, scrutiny } = deciding;
  // What has a name that is no text has no id, so no program could address it.
  const isUnread = met.is === 'finding' && seen.unread.enter(met, ledger);
  if (isUnread && met.finding.code !== 'ST004') deciding.whole = false;
  if (met.is === 'settled') enterSettled(met, deciding);
  if (met.is === 'document') yield* decideOne(met, deciding);
  if (met.is !== 'seen') return;
  if (scrutiny.output === null) yield* closeScope(met, deciding);
  deciding.decided = [];
  deciding.waiting = [];
}

function enterSettled(
  { site, scope, id, path }: Extract<Met, { is: 'settled' }>,
  { ledger, seen }: Pick<Deciding, 'ledger' | 'seen'>,
): void {
  seen.conversations++;
  ledger.enter(itemOf(site, scope, id, path, { state: 'unchanged', codes: [] }));
}

function* decideOne(
  { site, scope, document, parts }: Extract<Met, { is: 'document' }>,
  deciding: Deciding,
): Generator<Change> {
  const { kind, scrutiny, ledger, seen } = deciding;
  const { id, conversations } = document;
  seen.conversations += conversations.length;
  if (scrutiny.until !== null && !conversations.some((view) => isOld(view, scrutiny.until ?? 0))) return;
  // What could not be read could not be changed either, and that is reported.
  if (seen.unread.has(scope, id)) return;
  const path = conversations[0]?.path ?? parts[0]?.path ?? '';
  const where: Where = { site, scope, id, path, parts, counts: conversations.length > 0 };
  const decided = document.decide(scrutiny.ask, deciding.decided);
  keep(deciding, decided);
  const { outcome } = decided;
  if (outcome.state !== 'changed') return leave(outcome, where, scrutiny, ledger);
  if (outcome.into === 'output' && scrutiny.output === null)
    throw new Failure('usage', `${id} cannot be written there: a folder for it is missing`, 'Name one with --output.');
  // What is new is named by where it is written, everything else by where it is.
  const root = outcome.into === 'output' ? (scrutiny.output ?? site.root) : site.root;
  const item = ledger.enter(pieceItem(outcome, { ...where, site: { ...site, root } }, scrutiny), outcome);
  if (outcome.together) deciding.waiting.push({ id, piece: outcome, item });
  else {
    scrutiny.numbers.push([item]);
    yield changeOf(kind, scope, [{ id, piece: outcome }], null);
  }
}

/** The steps of a Change that is made already are not kept: a scope may have very many. */
function keep({ decided }: Deciding, each: Decided): void {
  const { outcome, owes } = each;
  if (outcome.state === 'changed' && outcome.together) decided.push(each);
  else if (owes !== undefined)
    decided.push({ ...each, outcome: outcome.state === 'changed' ? { ...outcome, steps: [], notes: [] } : outcome });
}

function isOld({ updatedAt }: View, until: number): boolean {
  return updatedAt !== null && updatedAt <= until;
}

/** The Change of all pieces of a scope that are made together, with the steps around them, or those steps alone. */
function* closeScope(met: Extract<Met, { is: 'seen' }>, deciding: Deciding): Generator<Change> {
  const { kind, scrutiny, ledger, seen, waiting } = deciding;
  const { site, scope, session, shared } = met;
  const blind = seen.unread.blind();
  if (blind !== null) {
    // What cannot be seen might be named by the index, or have a number that is to be given.
    const reason = `${blind}: until it can be read, nothing is changed that depends on it`;
    return refuseWaiting({ state: 'refused', codes: [], reason, unsafe: true }, deciding);
  }
  const around = session.close(scrutiny.ask, deciding.decided, deciding.whole);
  const where: Where = { site, scope, id: null, path: shared[0]?.path ?? '', parts: shared, counts: false };
  if (around.state !== 'changed')
    return waiting.length === 0 ? leave(around, where, scrutiny, ledger) : refuseWaiting(around, deciding);
  const change = changeOf(kind, scope, waiting, around);
  const [first] = waiting;
  const notes = around.notes;
  if (first === undefined)
    scrutiny.numbers.push([ledger.enter(pieceItem({ ...around, steps: change.steps, newId: null }, where, scrutiny))]);
  else {
    const viewOf = (steps: typeof around.first) =>
      scrutiny.dryRun ? stepViews(steps, (path) => bytesAt(shared, path)) : [];
    ledger.complete(first.item, { before: viewOf(around.first), after: viewOf(around.last), notes });
    scrutiny.numbers.push(waiting.map(({ item }) => item));
  }
  yield change;
}

/** Leaves every piece that was to be made together with others as it is. */
function refuseWaiting({ reason, codes, unsafe }: Left, { ledger, waiting }: Deciding): void {
  for (const { item } of waiting) ledger.amend(item, 'refused', reason ?? '', codes);
  if (waiting.length > 0 && unsafe) ledger.markUnsafe();
}
