import type { PlanLines } from '../../io/journal/plan-lines.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import { type Code, row } from '../../model/findings.ts';
import { maximum } from '../../model/maximum.ts';
import type { Change } from '../../model/plan.ts';
import type { SurveyOptions } from '../survey/survey.ts';
import type { World } from '../world.ts';
import type { Target } from './judge-change.ts';
import {
  type Held,
  lookAtUnits,
  NOBODY,
  pairAt,
  placesOf,
  type Sayings,
  type UnitState,
  type Units,
  unitKey,
  whatIsSaid,
} from './units.ts';

/**
 * Why the store would be worse off after these Changes than it is, as a sentence; null when it would not. All of them are made on a
 * disk that is only thought of, and verified there: no new error, no conversation gone or unreadable, nothing said that was not said
 * before, beyond what the findings that are healed account for.
 */
export async function whyWorse(
  { disk }: Pick<World, 'disk'>,
  target: Target,
  plan: PlanLines,
  options: SurveyOptions,
): Promise<string | null> {
  const ids = new Set<string>();
  let isShared = false;
  for (const change of plan.changes()) {
    for (const id of change.ids) ids.add(id);
    isShared ||= touchesShared(target, change);
  }
  // An error of one conversation may come or go with another.
  const isWhole = isShared || target.kind.hangsTogether === 'scope';
  const disks = { before: disk, after: plannedDisk(disk, target.site.root, plan) };
  const wants = isWhole ? null : (id: string) => ids.has(id);
  const units = await lookAtUnits(disks, target, { ...options, wants, contents: EDITING.includes(target.verb) });
  const said = await whatIsSaid(disks, target, plan.changes(), units, options);
  const outlook = { target, units, said, moved: target.verb === 'rehome' ? movedIn(units) : NONE_MOVED };
  for (const change of plan.changes()) {
    const reason = whyChangeWorse(outlook, change);
    if (reason !== null) return reason;
  }
  return isWhole ? whyOthersWorse(target, units, ids) : null;
}

/** All that a Change is judged by. */
interface Outlook {
  readonly target: Target;
  readonly units: Units;
  readonly said: Sayings;
  /** What moves to another project is compared there: by its id. */
  readonly moved: ReadonlyMap<string, UnitState>;
}

const EDITING: readonly string[] = ['heal', 'migrate'];

function touchesShared({ kind, site }: Target, { steps }: Change): boolean {
  return steps.some((step) => step.do === 'put' && kind.layout.place(site, step.path, 'file').is === 'shared');
}

function whyChangeWorse(outlook: Outlook, change: Change): string | null {
  const { ids } = change;
  const { target, units, moved } = outlook;
  const at = (id: string) => pairAt(units, change, id);
  const news = ids.filter((id) => isNew(at(id).before));
  const isNews = new Set(news);
  const sources = ids.filter((id) => !isNews.has(id));
  const born = news.map((id) => at(id).after);
  const known = sources.flatMap((id) => [...at(id).before.found.keys()]);
  for (const [n, id] of news.entries()) {
    const code = newCode(target, known, born[n] ?? NOBODY, { isIndexed: true });
    if (code !== null) return `${id} would have the finding ${code}, which its source has not`;
  }
  for (const id of sources) {
    const { before, after } = at(id);
    const made = [moved.get(id) ?? after, ...born];
    const changed = () => changedIn(outlook, change, id, news);
    const reason = whyUnitWorse(target, change, { id, ...before }, made, changed);
    if (reason !== null) return `${id} ${reason}`;
  }
  return null;
}

const NONE_MOVED: Outlook['moved'] = new Map();

function movedIn(units: Units): Outlook['moved'] {
  const moved = new Map<string, UnitState>();
  for (const [key, { after }] of units) {
    const id = key.slice(key.indexOf('\0') + 1);
    if (after.conversations.length > 0 && !moved.has(id)) moved.set(id, after);
  }
  return moved;
}

/** A unit as it is, with its id. */
interface Old extends UnitState {
  readonly id: string;
}

/** `made`: the unit as it would be, then those that would be made of it. */
function whyUnitWorse(
  target: Target,
  change: Change,
  old: Old,
  made: readonly UnitState[],
  changed: () => number,
): string | null {
  const code = newCode(target, [...old.found.keys()], made[0] ?? NOBODY);
  if (code !== null) return `would have the finding ${code}`;
  if (target.verb === 'delete') return null;
  return (
    (target.verb === 'heal' ? whyNotFound(change, old, made[0] ?? NOBODY) : null) ??
    whyLess(target, change, old, made, changed)
  );
}

function isNew({ conversations, found }: UnitState): boolean {
  return conversations.length === 0 && found.size === 0;
}

/** An error, or a hazard of the kind, that is not among those known. `isIndexed`: what an index makes of a new number is not its own. */
function newCode(
  { kind }: Target,
  known: readonly Code[],
  { found }: UnitState,
  { isIndexed = false }: { readonly isIndexed?: boolean } = {},
): Code | null {
  const counts = (code: Code) => row(code).severity === 'error' || kind.planRules.hazards?.includes(code);
  return (
    [...found.keys()].find((code) => counts(code) && !known.includes(code) && !(isIndexed && /3\d\d$/.test(code))) ??
    null
  );
}

/**
 * A heal changes only conversations that have a finding, and clears away only what one of its findings is about: nothing beside a
 * conversation that stays unreadable, because a temporary file may hold the last good copy.
 */
function whyNotFound({ codes, steps, path }: Change, { id, found }: Old, made: UnitState): string | null {
  if (found.size === 0) return `has nothing at ${path} that would be healed`;
  const cleared = steps.flatMap((step) => (step.do === 'remove' ? [step.path] : []));
  const isLost = made.conversations.length > 0 && !made.conversations.some(({ readable }) => readable);
  if (isLost && cleared.length > 0) return 'would be unreadable, and lose what is beside it';
  const about = foundOf(found, codes).flatMap(([code, places]) =>
    row(code).healing === 'manual' ? [] : placesOf(places, id),
  );
  const sound = cleared.find((each) => !about.some((known) => isAt(known, each)));
  if (sound !== undefined) return `has nothing at ${sound} that would be cleared away`;
  const healed = foundOf(found, codes).filter(([code]) => row(code).severity === 'error');
  const left = healed.find(([code, places]) => countOf(made.found.get(code) ?? new Map()) >= countOf(places));
  return left === undefined ? null : `would not be rid of ${left[0]}`;
}

/** What is found of these codes, which anybody may have written down. */
function foundOf(
  found: UnitState['found'],
  codes: readonly string[],
): (readonly [Code, ReadonlyMap<string, number>])[] {
  return [...found].filter(([code]) => codes.includes(code));
}

function countOf(places: ReadonlyMap<string, number>): number {
  return [...places.values()].reduce((sum, count) => sum + count, 0);
}

function isAt(found: string, path: string): boolean {
  return found === path || found.startsWith(`${path}/`) || path.startsWith(`${found}/`);
}

/** Nothing is lost, except what each finding that is healed is about: a message at most. */
function whyLess(
  target: Target,
  { codes }: Change,
  old: UnitState,
  made: readonly UnitState[],
  changedNow: () => number,
): string | null {
  const healed = foundOf(old.found, codes);
  const counted = (some: typeof healed) => some.reduce((sum, [, places]) => sum + countOf(places), 0);
  const losses = counted(healed.filter(([code]) => row(code).healing === 'lossy'));
  const held = made.flatMap(({ conversations }) => conversations);
  const [was, is] = [mostOf(old.conversations), mostOf(held)];
  if (is < was - losses) return `would have ${is} of ${was} messages`;
  const isReadable = (all: readonly Held[]) => all.some(({ readable }) => readable);
  if (was > 0 && isReadable(old.conversations) && !isReadable(held)) return 'would be unreadable';
  if (!EDITING.includes(target.verb)) return null;
  // What could not be decoded may read otherwise from its first message on.
  if (healed.some(([code]) => /0\d\d$/.test(code))) return null;
  const changed = changedNow();
  return changed > counted(healed) ? `would have ${changed} messages that say something else` : null;
}

function mostOf(all: readonly Held[]): number {
  return maximum(all.map(({ messages }) => messages));
}

/** The messages of readable files that are in neither copy afterwards, or were in neither before. */
function changedIn({ units, said }: Outlook, change: Change, id: string, news: readonly string[]): number {
  if (!pairAt(units, change, id).before.conversations.some(({ readable }) => readable)) return 0;
  const keyOf = (each: string) => unitKey(change.project, each);
  const was = said.before.get(keyOf(id)) ?? new Set();
  const is = new Set([id, ...news].flatMap((each) => [...(said.after.get(keyOf(each)) ?? [])]));
  const gone = [...was].filter((each) => !is.has(each)).length;
  const come = [...is].filter((each) => !was.has(each)).length;
  return Math.max(gone, come);
}

/** Of what no Change is about: the other conversations, and what concerns a whole scope. */
function whyOthersWorse(target: Target, units: Units, ids: ReadonlySet<string>): string | null {
  for (const [key, { before, after }] of units) {
    const id = key.slice(key.indexOf('\0') + 1);
    if (ids.has(id)) continue;
    const code = newCode(target, [...before.found.keys()], after);
    if (code !== null)
      return `${id === '' ? 'the store' : `${id}, which it leaves as it is,`} would get the finding ${code}`;
  }
  return null;
}
