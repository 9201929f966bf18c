import type { ReadDisk } from '../../io/disk.ts';
import type { ChangeItem } from '../../model/change-report.ts';
import type { View } from '../../model/conversation.ts';
import { row } from '../../model/findings.ts';
import type { Part } from '../../model/part.ts';
import type { Change } from '../../model/plan.ts';
import type { Ask, Kind, Outcome, Site } from '../../stores/kind.ts';
import { locatePath } from '../survey/locate.ts';
import { type Met, type SurveyOptions, survey } from '../survey/survey.ts';
import type { Ledger } from './ledger.ts';
import { nextStep } from './next-step.ts';
import { stepViews } from './step-views.ts';

/** What a changing verb looks at, and what it leaves alone. */
export interface Scrutiny {
  readonly ask: Ask;
  readonly survey: Omit<SurveyOptions, 'ask'>;
  /** Only conversations last changed at or before this (Unix seconds); null for all. */
  readonly until: number | null;
  /** Show each step in the items. */
  readonly dryRun: boolean;
  /** Entered for each Change, in its order: the item's number in the ledger. */
  readonly numbers: number[];
}

/** Met while deciding. */
export interface Seen {
  conversations: number;
  /** Units that could not be read, by scope and id: they are told once. */
  readonly unread: Set<string>;
}

/**
 * The Changes that a verb comes to under one site, one by one as files are read; every unit is entered in the ledger.
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
  for await (const met of survey(disk, kinds, [site], { ...scrutiny.survey, ask: scrutiny.ask })) {
    if (met.is === 'finding') enterFinding(ledger, met, seen);
    if (met.is === 'settled') {
      seen.conversations++;
      ledger.enter(itemOf(met.site, met.scope, met.id, met.path, { state: 'unchanged', codes: [] }));
    }
    if (met.is === 'document') yield* decideOne(met, scrutiny, ledger, seen);
    if (met.is !== 'seen' || scrutiny.survey.wants) continue;
    for (const outcome of met.session.close(scrutiny.ask))
      yield* enter(outcome, { site, scope: met.scope, id: null, path: '', parts: [], counts: false }, scrutiny, ledger);
  }
}

/** What could not be read could not be changed either. */
function enterFinding(ledger: Ledger, { site, scope, finding }: Extract<Met, { is: 'finding' }>, seen: Seen): void {
  if (row(finding.code).unjudged !== true) return;
  if (finding.id !== null) seen.unread.add(`${scope}/${finding.id}`);
  const what = { state: 'failed', codes: [finding.code], reason: finding.detail } as const;
  ledger.enter(itemOf(site, scope, finding.id, finding.path, what));
}

function* decideOne(
  { site, scope, document, parts }: Extract<Met, { is: 'document' }>,
  scrutiny: Scrutiny,
  ledger: Ledger,
  seen: Seen,
): Generator<Change> {
  const { conversations } = document;
  seen.conversations += conversations.length;
  if (scrutiny.until !== null && !conversations.some((view) => isOld(view, scrutiny.until ?? 0))) return;
  const path = conversations[0]?.path ?? parts[0]?.path ?? '';
  const outcome = document.change(scrutiny.ask);
  if (outcome.state === 'refused' && seen.unread.has(`${scope}/${document.id}`)) return;
  const where = { site, scope, id: document.id, path, parts, counts: conversations.length > 0 };
  yield* enter(outcome, where, scrutiny, ledger);
}

function isOld({ updatedAt }: View, until: number): boolean {
  return updatedAt !== null && updatedAt <= until;
}

interface Where {
  readonly site: Site;
  readonly scope: string;
  readonly id: string | null;
  readonly path: string;
  readonly parts: readonly Part[];
  /** False for leftovers and shared files: they count only when something is done about them. */
  readonly counts: boolean;
}

function* enter(outcome: Outcome, where: Where, scrutiny: Scrutiny, ledger: Ledger): Generator<Change> {
  if (outcome.state !== 'changed') return leave(outcome, where, scrutiny, ledger);
  const { site, scope, id, parts } = where;
  const { change, before, after, notes, newId } = outcome;
  const what = {
    state: 'changed',
    codes: change.codes,
    ...(newId === undefined ? {} : { newId }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(scrutiny.dryRun ? { steps: stepViews(change, (path) => bytesAt(parts, path)) } : {}),
  } as const;
  scrutiny.numbers.push(ledger.enter(itemOf(site, scope, id, change.path, what), { before, after }));
  yield change;
}

function leave(
  outcome: Exclude<Outcome, { state: 'changed' }>,
  { site, scope, id, path, counts }: Where,
  { ask, survey: { wants } }: Scrutiny,
  ledger: Ledger,
): void {
  const { state, reason } = outcome;
  const codes = state === 'refused' ? outcome.codes : [];
  // Nobody asked for it by its id, and it is no conversation: there is nothing to tell.
  if (!counts && codes.length === 0 && (state === 'unchanged' || !wants)) return;
  if (state === 'refused' && outcome.unsafe === true) ledger.markUnsafe();
  const next = state === 'refused' ? nextStep(ask.verb, id, outcome) : null;
  const why = { ...(reason === undefined ? {} : { reason }), ...(next === null ? {} : { next }) };
  ledger.enter(itemOf(site, scope, id, path, { state, codes, ...why }));
}

function bytesAt(parts: readonly Part[], path: string): Uint8Array | null {
  return parts.find((part) => part.path === path)?.bytes ?? null;
}

type What = Omit<ChangeItem, 'kind' | 'project' | 'id' | 'path'>;

function itemOf(site: Site, scope: string | null, id: string | null, path: string, what: What): ChangeItem {
  const project = scope === '' ? null : scope;
  return { kind: site.kind, project, id, path: locatePath(site, path), ...what };
}
