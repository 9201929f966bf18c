import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';
import { ruleOf } from '../../model/finding.ts';
import type { Change, Step } from '../../model/plan.ts';
import type { NotChanged, SharedChange, UnitChange, UnitDecision } from '../../stores/decision.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../reading.ts';
import { surveyAnswers } from '../survey/survey.ts';
import type { AnswersOptions, EventOf, SurveyEvent } from '../survey/survey-event.ts';
import { type SurveyRun, withRun } from '../survey/survey-options.ts';
import type { SeenUnit, Want } from '../survey/want.ts';
import type { Threads } from '../threads/thread-work.ts';
import { type ChangedUnit, changeOf } from './carry-out.ts';
import { type DecideOptions, previewsErrors } from './decide-options.ts';
import {
  type DecidedUnit,
  type DecideUnit,
  type DecideUnitOptions,
  sendableOptions,
  sharedChangeOf,
  unitDecider,
  withPreview,
} from './decide-unit.ts';
import { type ErrorPreview, errorPreview } from './error-preview.ts';
import {
  changedItem,
  type ItemTarget,
  type Ledger,
  recordSettled,
  recordUnchanged,
  refuseAll,
  reportNewErrors,
} from './ledger.ts';
import { type RemainingDamage, remaining } from './remaining.ts';
import { readText, stepViews } from './step-views.ts';
import { noneUnread, type UnreadFiles } from './unread-files.ts';

/** The Changes of a verb under one site, as files are read. Every unit enters the ledger. Throws Failure `interrupted`. */
export async function* decideSite(
  disk: ReadDisk,
  kinds: readonly Kind[],
  site: Site,
  options: DecideOptions,
  ledger: Ledger,
): AsyncGenerator<Change> {
  const kind = kindOfSite(kinds, site);
  const { ask, quietSince, dryRun, survey } = options;
  const unitOptions = { ask, quietSince, dryRun, previewsErrors: previewsErrors(kind, options) };
  const context: DecideContext = {
    disk,
    kind,
    options,
    ledger,
    unitOptions,
    decideUnit: unitDecider(disk, kind, site),
    unreadFiles: noneUnread(),
    remaining: ask.verb === 'heal' ? remaining(ask, kind, ledger) : null,
  };
  // True while every unit was looked at: only then is an index compared with all files.
  let sawAll = survey.select.hasId === null && quietSince === null;
  let scope = scopeChanges(context);
  const { jobs, want } = askedOfThreads(unitOptions, survey.run);
  const answersOptions: AnswersOptions = { want, decide: (unit, isRead) => scope.decide(unit, isRead) };
  for await (const events of surveyAnswers({ disk, kinds, sites: [site] }, withRun(survey, { jobs }), answersOptions))
    for (const event of events) {
      const change = scope.take(event);
      if (change !== null) yield change;
      sawAll &&= !hidesUnits(event);
      if (event.type !== 'scope-end') continue;
      yield* scope.close(event, sawAll);
      scope = scopeChanges(context);
    }
}

/** The threads to ask; null if outcomes depend on other units, which are decided here. */
function askedOfThreads(
  options: DecideUnitOptions,
  { jobs }: SurveyRun,
): { readonly jobs: Threads | null; readonly want: Want } {
  const sendable = sendableOptions(options);
  return sendable === null
    ? { jobs: null, want: { type: 'change', options } }
    : { jobs, want: { type: 'change', options: sendable } };
}

/** True if a finding may hide a unit. */
function hidesUnits(event: SurveyEvent): boolean {
  if (event.type === 'answered') return (event.answer.failed ?? event.answer.change?.failed) !== undefined;
  if (event.type !== 'finding') return false;
  const { unjudged, isOfNone } = ruleOf(event.finding.code);
  return unjudged === true && isOfNone !== true;
}

interface DecideContext {
  readonly disk: ReadDisk;
  readonly kind: Kind;
  readonly options: DecideOptions;
  readonly ledger: Ledger;
  readonly unitOptions: DecideUnitOptions;
  readonly decideUnit: DecideUnit;
  readonly unreadFiles: UnreadFiles;
  /** The damage that a heal leaves; null for other verbs. */
  readonly remaining: RemainingDamage | null;
}

/**
 * `take` enters an event in the ledger and returns the Change of its unit; null if it comes later or there is none. `close` makes the
 * Changes after the last unit. `sawAll`: every unit of the scope was read.
 */
interface ScopeChanges {
  decide(unit: SeenUnit, isRead: boolean): DecidedUnit | null;
  take(event: SurveyEvent): Change | null;
  close(event: EventOf<'scope-end'>, sawAll: boolean): AsyncGenerator<Change>;
}

function scopeChanges(context: DecideContext): ScopeChanges {
  const { kind, options, ledger, unreadFiles, remaining, unitOptions } = context;
  const pending: ScopeDecision = {
    decisions: [],
    waiting: [],
    toPreview: [],
    previewsErrors: unitOptions.previewsErrors,
  };
  let preview: ErrorPreview | null = null;
  return {
    decide(unit, isRead) {
      if (unitOptions.previewsErrors) preview ??= previewOf(context, unit);
      preview?.see(unit.document);
      if (!isRead || unreadFiles.has(unit.scope, unit.document.id)) return null;
      return withPreview(unit, context.decideUnit(unit, unitOptions, pending.decisions), preview);
    },
    take(event) {
      switch (event.type) {
        case 'skipped':
          ledger.conversations++;
          recordSettled(event, ledger);
          return null;
        case 'finding':
          if (!unreadFiles.enter(event, ledger)) remaining?.enterShared(event.finding);
          return null;
        case 'answered':
          return enterAnswer(context, pending, event);
        default:
          return null;
      }
    },
    async *close(event, sawAll) {
      const allowed = preview === null ? pending : await withoutNewErrors(context, event, sawAll, pending, preview);
      for (const { item, ...each } of allowed.toPreview) {
        ledger.changes.push([item]);
        yield changeOf(kind, event.scope, [each], null);
      }
      if (options.output !== null) return;
      const { around, change } = closeScope(context, event, sawAll, allowed);
      if (change !== null) yield change;
      await remaining?.report(around, event);
    },
  };
}

interface QueuedChange extends ChangedUnit {
  readonly item: number;
}

/**
 * Changes queued until the end of their scope: `waiting` ones are made together, around an index; `toPreview` ones only until all of the
 * scope is previewed.
 */
interface PendingChanges {
  readonly decisions: readonly UnitDecision[];
  readonly waiting: readonly QueuedChange[];
  readonly toPreview: readonly QueuedChange[];
}

interface ScopeDecision extends PendingChanges {
  readonly decisions: UnitDecision[];
  readonly waiting: QueuedChange[];
  readonly toPreview: QueuedChange[];
  /** True if all of the scope is previewed before its Changes are made. */
  readonly previewsErrors: boolean;
}

function enterAnswer(
  context: DecideContext,
  pending: ScopeDecision,
  { site, scope, answer }: EventOf<'answered'>,
): Change | null {
  const { options, ledger, unreadFiles, remaining } = context;
  const { change: decided, failed = decided?.failed } = answer;
  // An unreadable unit counts too: it cannot be changed, and is reported.
  ledger.conversations += decided?.conversations ?? answer.conversations;
  if (failed !== undefined) unreadFiles.enter({ site, scope, finding: failed }, ledger);
  if (decided === undefined) return null;
  const { id, path, title, conversations, decision, inspection } = decided;
  if (decision === null || unreadFiles.has(scope, id)) return null;
  const where: ItemTarget = { site, scope, id, path, title, counts: conversations > 0 };
  const { outcome } = decision;
  if (outcome.state === 'changed') return takeChange(context, pending, where, decided, outcome);
  keepDecision(pending.decisions, decision);
  const item = recordUnchanged(outcome, where, options, ledger);
  if (inspection !== null) remaining?.enterUnchanged(where, outcome, item, inspection);
  return null;
}

function takeChange(
  context: DecideContext,
  { decisions, waiting, toPreview, previewsErrors }: ScopeDecision,
  where: ItemTarget,
  decided: DecidedUnit,
  change: UnitChange,
): Change | null {
  const { id, inspection } = decided;
  const item = enterChange(context, where, decided, change);
  if (item === null) return null;
  if (inspection !== null)
    context.remaining?.enterChanged({ ...where, id: change.newId ?? where.id, title: null }, item, inspection);
  if (decided.decision !== null) keepDecision(decisions, decided.decision);
  if (change.isJoint || previewsErrors) {
    (change.isJoint ? waiting : toPreview).push({ id, change, item });
    return null;
  }
  context.ledger.changes.push([item]);
  return changeOf(context.kind, where.scope, [{ id, change }], null);
}

function previewOf({ disk, kind, options }: DecideContext, { site, scope, opened }: SeenUnit): ErrorPreview {
  const hangs = kind.coupling === 'index' ? (id: string) => opened.hangs?.(id) ?? false : null;
  return errorPreview({ disk, kind, site, scope, options: options.survey, hangs });
}

/** Enters a change in the ledger. Returns its number; null if a new error forbids it. Throws Failure `usage`. */
function enterChange(
  { options, ledger }: DecideContext,
  where: ItemTarget,
  { id, steps, newErrors }: DecidedUnit,
  change: UnitChange,
): number | null {
  const { output } = options;
  if (change.into === 'output' && output === null)
    throw new Failure('usage', `${id} cannot be written there: a folder for it is missing`, 'Name one with --output.');
  // New files are named by their target, others by their present path.
  const site = change.into === 'output' ? { ...where.site, root: output ?? where.site.root } : where.site;
  const item = ledger.enter(changedItem(change, { ...where, site }, steps), change);
  reportNewErrors(item, newErrors, options, ledger);
  return newErrors.length > 0 && !options.force ? null : item;
}

/** Adds a decision. Steps that a Change has already are dropped, since a scope may have very many. */
function keepDecision(decisions: UnitDecision[], each: UnitDecision): void {
  const { outcome, indexUpdate } = each;
  if (outcome.state === 'changed' && outcome.isJoint) decisions.push(each);
  else if (indexUpdate !== undefined)
    decisions.push({ ...each, outcome: outcome.state === 'changed' ? { ...outcome, steps: [], notes: [] } : outcome });
}

function onlyMeant({ decisions, waiting, toPreview }: PendingChanges, has: (id: string) => boolean): PendingChanges {
  const isMeant = ({ id }: { readonly id: string }) => has(id);
  return {
    decisions: decisions.filter(isMeant),
    waiting: waiting.filter(isMeant),
    toPreview: toPreview.filter(isMeant),
  };
}

/** Refuses Changes that bring the scope a new error; if forced, notes the error. */
async function withoutNewErrors(
  { kind, options, ledger }: DecideContext,
  event: EventOf<'scope-end'>,
  sawAll: boolean,
  pending: PendingChanges,
  preview: ErrorPreview,
): Promise<PendingChanges> {
  const all = [...pending.toPreview, ...pending.waiting];
  if (all.length === 0) return pending;
  // Restored and copied conversations keep their errors.
  const excuses = ['restore', 'fork'].includes(options.ask.verb);
  const ids = all.map(({ id }) => id);
  const errorsById = await preview.refuse(ids, excuses, (some) => {
    const { decisions, waiting, toPreview } = onlyMeant(pending, (id) => some.has(id));
    const own = toPreview.map((each) => changeOf(kind, event.scope, [each], null));
    const around = sharedChangeOf(event, options.ask, decisions, sawAll);
    return around.state === 'changed' ? [...own, changeOf(kind, event.scope, waiting, around)] : own;
  });
  for (const { id, item } of all) reportNewErrors(item, errorsById.get(id) ?? [], options, ledger);
  return options.force ? pending : onlyMeant(pending, (id) => !errorsById.has(id));
}

/** The joint Change of a scope's changes with the steps around them, or of those steps alone. */
function closeScope(
  { kind, options, ledger, unreadFiles }: DecideContext,
  { site, scope, shared, opened }: EventOf<'scope-end'>,
  sawAll: boolean,
  { decisions, waiting }: PendingChanges,
): { readonly around: SharedChange | NotChanged; readonly change: Change | null } {
  const blind = unreadFiles.blind();
  if (blind !== null) {
    // An unread file may be in the index, or have the next number.
    const reason = `${blind}: until it can be read, nothing is changed that depends on it`;
    return { around: refuseAll({ state: 'refused', codes: [], reason, unsafe: true }, waiting, ledger), change: null };
  }
  const around = sharedChangeOf({ opened, shared }, options.ask, decisions, sawAll);
  const path = shared[0]?.path ?? '';
  const where: ItemTarget = { site, scope, id: null, path, title: null, counts: false };
  if (around.state !== 'changed') {
    if (waiting.length > 0) refuseAll(around, waiting, ledger);
    else recordUnchanged(around, where, options, ledger);
    return { around, change: null };
  }
  const change = changeOf(kind, scope, waiting, around);
  const viewOf = (steps: readonly Step[]) =>
    options.dryRun ? stepViews(steps, (path) => readText(shared, path)) : null;
  const [first] = waiting;
  if (first === undefined)
    ledger.changes.push([ledger.enter(changedItem({ ...around, newId: null }, where, viewOf(change.steps)))]);
  else {
    const before = viewOf(around.first) ?? [];
    const after = viewOf(around.last) ?? [];
    ledger.complete(first.item, { before, after, notes: around.notes });
    ledger.changes.push(waiting.map(({ item }) => item));
  }
  return { around, change };
}
