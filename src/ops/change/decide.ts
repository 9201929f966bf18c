import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, Step } from '../../model/plan.ts';
import type { Around, Decided, Kind, Left, Piece, Session, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import { type Met, surveyInLists } from '../survey/survey.ts';
import { changeOf, type PieceOf } from './change-of.ts';
import { enterSettled, leave, pieceItem, refuseAll, reportNewErrors, type Where } from './enter.ts';
import { type Foresight, foresight } from './foresight.ts';
import type { Ledger } from './ledger.ts';
import { foresees, noneUnread, type Scrutiny, threadsFor, type Unread } from './scrutiny.ts';
import { type Staying, staying } from './staying.ts';
import { readText, stepViews } from './step-views.ts';
import { closed, type Verdict, type VerdictOf, type VerdictWish, verdictsIn, withForesight } from './verdict.ts';

/** Everything that is known while the Changes of one site are decided. */
interface Deciding {
  readonly verdictOn: VerdictOf;
  readonly kind: Kind;
  readonly scrutiny: Scrutiny;
  readonly ledger: Ledger;
  readonly unread: Unread;
  readonly wish: VerdictWish;
  /** All units were looked at so far: only then is an index compared with all files. */
  whole: boolean;
  /** Of the scope at hand: what was decided so far. */
  decided: Decided[];
  /** Of the scope at hand: the pieces that are made together, with the item of each in the ledger. */
  waiting: (PieceOf & { readonly item: number })[];
  /** Of the scope at hand: Changes of their own that are held back until all of it was looked at as it would be. */
  held: (PieceOf & { readonly item: number })[];
  /** Of the scope at hand, once something of it was seen; null where no conversation hangs on its neighbours. */
  foresight: Foresight | null;
  /** What is not healed; null for other verbs. */
  readonly staying: Staying | null;
  /** What a scope is foreseen with. */
  foresee(scope: string, session: Session): Foresight | null;
}

/**
 * The Changes that a verb leads to under one site, one by one as files are read; every unit is entered in the ledger.
 * Throws Failure `interrupted`.
 */
export async function* decideSite(
  disk: ReadDisk,
  kinds: readonly Kind[],
  site: Site,
  scrutiny: Scrutiny,
  ledger: Ledger,
): AsyncGenerator<Change> {
  const kind = kindOfSite(kinds, site);
  const { ask } = scrutiny;
  const later = foresees(kind, scrutiny);
  const wish: VerdictWish = { ask, until: scrutiny.until, dryRun: scrutiny.dryRun, later };
  const deciding: Deciding = {
    verdictOn: verdictsIn(disk, kind, site),
    kind,
    scrutiny,
    staying: ask.verb === 'heal' ? staying(ask, kind, ledger) : null,
    ledger,
    unread: noneUnread(),
    wish,
    whole: !scrutiny.survey.wants && scrutiny.until === null,
    decided: [],
    waiting: [],
    held: [],
    foresight: null,
    foresee: (scope, session) => {
      if (!later) return null;
      const hangs = kind.hangsTogether === 'index' ? (id: string) => session.hangs?.(id) ?? false : null;
      return foresight({ disk, kind, site, scope, options: scrutiny.survey, hangs });
    },
  };
  const course = { ...scrutiny.survey, ask, threads: threadsFor(scrutiny, wish) };
  for await (const mets of surveyInLists(disk, kinds, [site], course)) yield* decideOn(mets, deciding);
}

async function* decideOn(mets: readonly Met[], deciding: Deciding): AsyncGenerator<Change> {
  for (const met of mets) {
    if (met.is === 'settled') {
      // Without a generator of its own, which would cost more than the look at its first bytes.
      deciding.ledger.conversations++;
      enterSettled(met, deciding.ledger);
    } else if (met.is === 'finding') takeFinding(met, deciding);
    else if (met.is === 'document') yield* decideOne(met, deciding);
    else if (met.is === 'seen') yield* closeSeen(met, deciding);
    else if (met.is === 'answered' && met.answer.verdict !== undefined)
      yield* enterVerdict(met, met.answer.verdict, deciding);
  }
}

function takeFinding(met: Extract<Met, { is: 'finding' }>, deciding: Deciding): void {
  const { unread, ledger, staying } = deciding;
  // What has a name that is not text has no id, so no program could address it.
  if (!unread.enter(met, ledger)) staying?.shared(met.finding);
  else if (met.finding.code !== 'ST004') deciding.whole = false;
}

/** What is left to decide once all of a scope was seen. */
async function* closeSeen(met: Extract<Met, { is: 'seen' }>, deciding: Deciding): AsyncGenerator<Change> {
  await refuseWorse(met, deciding);
  yield* release(met, deciding);
  if (deciding.scrutiny.output === null) {
    const around = yield* closeScope(met, deciding);
    await deciding.staying?.settle(around, met);
  }
  deciding.decided = [];
  deciding.waiting = [];
  deciding.held = [];
  deciding.foresight = null;
}

/** The Changes that were held back, and are made. */
function* release({ scope }: Extract<Met, { is: 'seen' }>, { kind, ledger, held }: Deciding): Generator<Change> {
  for (const { item, ...each } of held) {
    ledger.changes.push([item]);
    yield changeOf(kind, scope, [each], null);
  }
}

/** Refuses what would leave the scope with an error that it does not have; where that is forced, the error is noted. */
async function refuseWorse(met: Extract<Met, { is: 'seen' }>, deciding: Deciding): Promise<void> {
  const { scrutiny, ledger, waiting, held, foresight: ahead } = deciding;
  const all = [...held, ...waiting];
  if (ahead === null || all.length === 0) return;
  const ids = all.map(({ id }) => id);
  // What has an error takes it along to where it is restored or copied to.
  const excuses = ['restore', 'fork'].includes(scrutiny.ask.verb);
  const worse = await ahead.refuse(ids, excuses, (some) => changesOf(met, deciding, some));
  for (const { id, item } of all) reportNewErrors(item, worse.get(id) ?? [], scrutiny, ledger);
  if (scrutiny.force) return;
  deciding.held = held.filter(({ id }) => !worse.has(id));
  deciding.waiting = waiting.filter(({ id }) => !worse.has(id));
  deciding.decided = deciding.decided.filter(({ id }) => !worse.has(id));
}

/** The Changes of a scope if nothing but these conversations were changed. */
function changesOf(
  met: Extract<Met, { is: 'seen' }>,
  { kind, scrutiny, held, waiting, decided, whole }: Deciding,
  ids: ReadonlySet<string>,
): Change[] {
  const has = ({ id }: { readonly id: string }) => ids.has(id);
  const own = held.filter(has).map((each) => changeOf(kind, met.scope, [each], null));
  const around = closed(met, scrutiny.ask, decided.filter(has), whole);
  return around.state === 'changed' ? [...own, changeOf(kind, met.scope, waiting.filter(has), around)] : own;
}

function* decideOne(met: Extract<Met, { is: 'document' }>, deciding: Deciding): Generator<Change> {
  const { scope, document } = met;
  const { unread, ledger, wish, decided, verdictOn } = deciding;
  deciding.foresight ??= deciding.foresee(scope, met.session);
  deciding.foresight?.see(document);
  // What could not be read could not be changed either, and that is reported.
  if (unread.has(scope, document.id)) ledger.conversations += document.conversations.length;
  else yield* enterVerdict(met, withForesight(met, verdictOn(met, wish, decided), deciding.foresight), deciding);
}

/** Enters what a verb makes of a unit in the ledger, and makes the Change of it. */
function* enterVerdict(
  { site, scope }: Pick<Met & { scope: string }, 'site' | 'scope'>,
  verdict: Verdict,
  deciding: Deciding,
): Generator<Change> {
  const { scrutiny, ledger, unread, staying } = deciding;
  const { id, path, title, conversations, decided, foreseen, failed } = verdict;
  ledger.conversations += conversations;
  if (failed !== undefined) {
    deciding.whole = false;
    unread.enter({ site, scope, finding: failed }, ledger);
  }
  if (decided === null || unread.has(scope, id)) return;
  const { outcome } = decided;
  const where: Where = { site, scope, id, path, title, counts: conversations > 0 };
  if (outcome.state === 'changed') return yield* take(where, verdict, decided, outcome, deciding);
  keep(deciding, decided);
  const item = leave(outcome, where, scrutiny, ledger);
  if (foreseen !== null) staying?.left(where, outcome, item, foreseen);
}

/** Makes the Change of a piece at once, or keeps the piece until all of its scope was seen. */
function* take(
  where: Where,
  { id, steps, worse, foreseen }: Verdict,
  decided: Decided,
  piece: Piece,
  deciding: Deciding,
): Generator<Change> {
  const { kind, scrutiny, ledger, foresight: ahead, staying } = deciding;
  const { site, scope } = where;
  if (piece.into === 'output' && scrutiny.output === null)
    throw new Failure('usage', `${id} cannot be written there: a folder for it is missing`, 'Name one with --output.');
  // What is new is named by where it is written, everything else by where it is.
  const written = piece.into === 'output' ? { ...where, site: { ...site, root: scrutiny.output ?? site.root } } : where;
  const item = ledger.enter(pieceItem(piece, written, steps), piece);
  reportNewErrors(item, worse, scrutiny, ledger);
  if (worse.length > 0 && !scrutiny.force) return;
  if (foreseen !== null) staying?.changed({ ...where, title: null }, item, foreseen);
  keep(deciding, decided);
  if (piece.together) deciding.waiting.push({ id, piece, item });
  else if (ahead !== null) deciding.held.push({ id, piece, item });
  else {
    ledger.changes.push([item]);
    yield changeOf(kind, scope, [{ id, piece }], null);
  }
}

/** The steps of a Change that is made already are not kept: a scope may have very many. */
function keep({ decided }: Deciding, each: Decided): void {
  const { outcome, owes } = each;
  if (outcome.state === 'changed' && outcome.together) decided.push(each);
  else if (owes !== undefined)
    decided.push({ ...each, outcome: outcome.state === 'changed' ? { ...outcome, steps: [], notes: [] } : outcome });
}

/** The Change of all pieces of a scope that are made together, with the steps around them, or those steps alone; answers what was decided around them. */
function* closeScope(met: Extract<Met, { is: 'seen' }>, deciding: Deciding): Generator<Change, Around | Left> {
  const { kind, scrutiny, ledger, unread, waiting } = deciding;
  const { site, scope, shared } = met;
  const blind = unread.blind();
  if (blind !== null) {
    // What cannot be seen might be named by the index, or have a number that is to be given.
    const reason = `${blind}: until it can be read, nothing is changed that depends on it`;
    return refuseAll({ state: 'refused', codes: [], reason, unsafe: true }, waiting, ledger);
  }
  const around = closed(met, scrutiny.ask, deciding.decided, deciding.whole);
  const path = shared[0]?.path ?? '';
  const where: Where = { site, scope, id: null, path, title: null, counts: false };
  if (around.state !== 'changed') {
    if (waiting.length > 0) return refuseAll(around, waiting, ledger);
    leave(around, where, scrutiny, ledger);
    return around;
  }
  const change = changeOf(kind, scope, waiting, around);
  const viewOf = (steps: readonly Step[]) =>
    scrutiny.dryRun ? stepViews(steps, (path) => readText(shared, path)) : null;
  const [first] = waiting;
  if (first === undefined)
    ledger.changes.push([ledger.enter(pieceItem({ ...around, newId: null }, where, viewOf(change.steps)))]);
  else {
    const [before, after] = [viewOf(around.first) ?? [], viewOf(around.last) ?? []];
    ledger.complete(first.item, { before, after, notes: around.notes });
    ledger.changes.push(waiting.map(({ item }) => item));
  }
  yield change;
  return around;
}
