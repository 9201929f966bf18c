import { join } from 'node:path';
import type { SavedPlan } from '../../io/journal/plan-file.ts';
import { encodeChange } from '../../io/journal/plan-lines.ts';
import type { World } from '../../io/world.ts';
import { DECIDED_VERBS } from '../../model/change-report.ts';
import { byKey } from '../../model/collections.ts';
import { sentenceText } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader, PlanRequest, Step } from '../../model/plan.ts';
import type { Ask } from '../../stores/decision.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../reading.ts';
import { recogniseAt } from '../sites/find-sites.ts';
import { storeAround } from '../sites/store-around.ts';
import { type SurveyOptions, withSelection } from '../survey/survey-options.ts';
import { decideSite } from './decide.ts';
import { askOf, type DecideOptions } from './decide-options.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { vacantFolder } from './output-paths.ts';

interface SavedPlanOptions {
  readonly name: string;
  readonly plan: SavedPlan;
  readonly survey: SurveyOptions;
  readonly force: boolean;
  readonly hint: string;
}

/**
 * Decides again on the present store: anybody may have written a saved plan. Only a plan equal in order and bytes is
 * carried out. Throws Failure `refused` with the difference; nothing is changed.
 */
export async function decideAgain(world: World, kinds: readonly Kind[], saved: SavedPlanOptions): Promise<void> {
  const { header } = saved.plan;
  const kind = kindOfSite(kinds, header);
  const { request } = header;
  const verb = DECIDED_VERBS.find((each) => each === header.command);
  if (verb === undefined) throw refusal(saved, `no plan is made by ${JSON.stringify(header.command)}`);
  if (request === undefined)
    throw new Failure(
      'refused',
      `${saved.name} does not say what it was made for, as that of an older version of convo`,
      saved.hint,
    );
  const site = siteOf(world, kind, header, request);
  if (site === null) throw refusal(saved, `${request.store ?? header.root} is not a ${kind.name} store`);
  const closed = header.newRoot === true ? whyNotVacant(world, kinds, header.root) : null;
  if (closed !== null) throw refusal(saved, closed);
  const ids = request.ids ?? idsAlone(kind, saved.plan);
  const options = decideOptionsOf(
    { header, request, survey: saved.survey, ids, force: saved.force && request.force },
    verb,
  );
  const reason = await whyOther(world, kinds, { ...saved, kind, site, options });
  if (reason !== null) throw refusal(saved, reason);
}

function refusal({ name, hint }: SavedPlanOptions, reason: string): Failure {
  return new Failure('refused', `${name} is not what convo would do now: ${reason}`, hint);
}

export function siteOf({ disk }: World, kind: Kind, header: PlanHeader, request: PlanRequest): Site | null {
  if ((request.store !== null) !== (header.newRoot === true)) return null;
  const root = request.store ?? header.root;
  const site = recogniseAt(disk, [kind], request.file === null ? root : join(root, request.file));
  return site?.root === root ? { ...site, scope: request.scope, file: request.file } : null;
}

function whyNotVacant(world: World, kinds: readonly Kind[], root: string): string | null {
  try {
    if (vacantFolder(world, root) !== root) return `${root} is behind a link`;
    const owned = storeAround({ disk: world.disk, kinds, sites: [] }, null, { path: root, type: 'folder' });
    return owned === null ? null : `${root} ${owned}`;
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') return error.message;
    throw error;
  }
}

interface Requested extends Pick<DecideOptions, 'survey' | 'force'> {
  readonly header: PlanHeader;
  readonly request: PlanRequest;
  /** Ids to decide again; null for all. */
  readonly ids: readonly string[] | null;
}

export function decideOptionsOf({ header, request, survey, ids, force }: Requested, verb: Ask['verb']): DecideOptions {
  const wanted = ids && new Set(ids);
  return {
    ask: askOf(verb, header.madeAt, request),
    survey: withSelection(survey, { projects: request.projects, hasId: wanted && ((id) => wanted.has(id)) }),
    quietSince: request.until,
    output: header.newRoot === true ? header.root : null,
    force,
    dryRun: false,
  };
}

/** Conversations of a plan whose decisions need no other files; null if they do. */
function idsAlone({ coupling }: Kind, { changes }: SavedPlan): string[] | null {
  if (coupling !== undefined) return null;
  const all: string[] = [];
  for (const { ids } of changes()) {
    if (ids.length === 0) return null;
    for (const id of ids) all.push(id);
  }
  return all;
}

interface SiteDecision extends SavedPlanOptions {
  readonly kind: Kind;
  readonly site: Site;
  readonly options: DecideOptions;
}

/** Why the Changes differ, as a clause; null if they do not. A plan may omit conversations that are not coupled. */
async function whyOther(
  { disk }: World,
  kinds: readonly Kind[],
  { plan, kind, site, options }: SiteDecision,
): Promise<string | null> {
  const ledger = newLedger(options.ask.verb);
  const saved = plan.changes()[Symbol.iterator]();
  let next = saved.next();
  let other: Change | null = null;
  for await (const change of decideSite(disk, kinds, site, options, ledger)) {
    if (next.done !== true && textOf(change) === textOf(next.value)) next = saved.next();
    else if (next.done !== true && change.path === next.value.path) other = change;
    else if (kind.coupling !== undefined) return `it would also change ${change.path}`;
  }
  if (next.done === true) return null;
  const { path } = next.value;
  if (other !== null) return `${firstDifference(next.value, other)}`;
  return `it would not change ${path}${whyLeft(ledger, next.value)}`;
}

/** Equal for equal Changes: bytes as base64, sorted keys. */
function textOf(change: Change): string {
  return canonicalJson(JSON.parse(encodeChange(change)));
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    each === null || typeof each !== 'object' || Array.isArray(each)
      ? each
      : Object.fromEntries(Object.entries(each).sort(byKey)),
  );
}

function firstDifference(saved: Change, now: Change): string {
  const [was, current]: [Change, Change] = [JSON.parse(encodeChange(saved)), JSON.parse(encodeChange(now))];
  const at = was.steps.findIndex((step, n) => canonicalJson(step) !== canonicalJson(current.steps[n]));
  const step = was.steps[at];
  if (step !== undefined) return `for ${saved.path} it would not ${stepText(step)}`;
  if (was.steps.length < current.steps.length) return `for ${saved.path} it would do more`;
  const key = (Object.keys(current) as (keyof Change)[]).find(
    (each) => canonicalJson(current[each]) !== canonicalJson(was[each]),
  );
  return `for ${saved.path} its ${key ?? 'rest'} would be different`;
}

function stepText(step: Step): string {
  if (step.do === 'move') return `move ${step.from} to ${step.to}`;
  if (step.do === 'put') return `${step.was === 'absent' ? 'create' : 'write'} ${step.path} in this way`;
  return `${step.do === 'plant' ? 'create' : 'remove'} ${step.path} in this way`;
}

function whyLeft(ledger: Ledger, { ids }: Change): string {
  const { items } = ledger.report({ run: null, dryRun: true });
  const item = items.find(({ id, reason }) => id !== null && ids.includes(id) && reason !== undefined);
  return item?.reason === undefined ? '' : `, which ${sentenceText(item.reason)}`;
}
