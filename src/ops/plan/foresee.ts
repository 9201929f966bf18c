import { printOf } from '../../io/disk/print.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import { type Code, row } from '../../model/findings.ts';
import type { Change } from '../../model/plan.ts';
import { type Met, type SurveyOptions, survey } from '../survey/survey.ts';
import type { World } from '../world.ts';
import type { Target } from './judge-change.ts';

/**
 * Why the store would be worse off after these Changes than it is, as a sentence; null when it would not. All of them are made on a
 * disk that is only thought of, and verified there: no new error, no conversation gone or unreadable, nothing said that was not said
 * before, beyond what the findings that are healed account for.
 */
export async function whyWorse(
  { disk }: Pick<World, 'disk'>,
  target: Target,
  changes: readonly Change[],
  options: SurveyOptions,
): Promise<string | null> {
  const ids = new Set(changes.flatMap((change) => change.ids));
  const isShared = changes.some((change) => touchesShared(target, change));
  // An error of one conversation may come or go with another.
  const isWhole = isShared || target.kind.hangsTogether === 'scope';
  const wants = isWhole ? null : (id: string) => ids.has(id);
  const course = { ...options, wants, contents: EDITING.includes(target.verb) };
  const before = await lookAtUnits(disk, target, course);
  const after = await lookAtUnits(plannedDisk(disk, target.site.root, changes), target, course);
  for (const change of changes) {
    const reason = whyChangeWorse(target, change, before, after);
    if (reason !== null) return reason;
  }
  return isWhole ? whyOthersWorse(target, before, after, ids) : null;
}

const EDITING: readonly string[] = ['heal', 'migrate'];

function touchesShared({ kind, site }: Target, { steps }: Change): boolean {
  return steps.some((step) => step.do === 'put' && kind.layout.place(site, step.path, 'file').is === 'shared');
}

function whyChangeWorse(target: Target, change: Change, before: Units, after: Units): string | null {
  const { ids, project } = change;
  const at = (units: Units, id: string) => units.get(unitKey(project, id)) ?? NOBODY;
  // What moves to another project is compared there.
  const later = (id: string) => (target.verb === 'rehome' ? anywhere(after, id) : null) ?? at(after, id);
  const news = ids.filter((id) => isNew(at(before, id)));
  const sources = ids.filter((id) => !news.includes(id));
  const born = news.map((id) => at(after, id));
  const known = sources.flatMap((id) => [...at(before, id).found.keys()]);
  for (const [n, id] of news.entries()) {
    const code = newCode(target, known, born[n] ?? NOBODY, true);
    if (code !== null) return `${id} would have the finding ${code}, which its source has not`;
  }
  for (const id of sources) {
    const reason = whyUnitWorse(target, change, at(before, id), [later(id), ...born]);
    if (reason !== null) return `${id} ${reason}`;
  }
  return null;
}

function anywhere(units: Units, id: string): FoundUnit | null {
  const found = [...units].filter(([key, unit]) => key.endsWith(`\0${id}`) && !isNew(unit));
  return found.find(([, { conversations }]) => conversations.length > 0)?.[1] ?? null;
}

/** `made`: the unit as it would be, then those that would be made of it. */
function whyUnitWorse(target: Target, change: Change, old: FoundUnit, made: readonly FoundUnit[]): string | null {
  const code = newCode(target, [...old.found.keys()], made[0] ?? NOBODY, false);
  if (code !== null) return `would have the finding ${code}`;
  if (target.verb === 'delete') return null;
  return (
    (target.verb === 'heal' ? whyNotFound(change, old, made[0] ?? NOBODY) : null) ?? whyLess(target, change, old, made)
  );
}

const NOBODY: FoundUnit = { found: new Map(), conversations: [] };

function isNew({ conversations, found }: FoundUnit): boolean {
  return conversations.length === 0 && found.size === 0;
}

/** An error, or a hazard of the kind, that is not among those known. `indexed`: what an index makes of a new number is not its own. */
function newCode({ kind }: Target, known: readonly Code[], { found }: FoundUnit, isIndexed: boolean): Code | null {
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
function whyNotFound({ codes, steps, path }: Change, { found }: FoundUnit, made: FoundUnit): string | null {
  if (found.size === 0) return `has nothing at ${path} that would be healed`;
  const cleared = steps.flatMap((step) => (step.do === 'remove' ? [step.path] : []));
  const isLost = made.conversations.length > 0 && !made.conversations.some(({ readable }) => readable);
  if (isLost && cleared.length > 0) return 'would be unreadable, and lose what is beside it';
  const about = foundOf(found, codes).flatMap(([code, paths]) => (row(code).healing === 'manual' ? [] : paths));
  const sound = cleared.find((each) => !about.some((known) => isAt(known, each)));
  if (sound !== undefined) return `has nothing at ${sound} that would be cleared away`;
  const healed = foundOf(found, codes).filter(([code]) => row(code).severity === 'error');
  const left = healed.find(([code, paths]) => (made.found.get(code)?.length ?? 0) >= paths.length);
  return left === undefined ? null : `would not be rid of ${left[0]}`;
}

/** What is found of these codes, which anybody may have written down. */
function foundOf(found: FoundUnit['found'], codes: readonly string[]): (readonly [Code, readonly string[]])[] {
  return [...found].filter(([code]) => codes.includes(code));
}

function isAt(found: string, path: string): boolean {
  return found === path || found.startsWith(`${path}/`) || path.startsWith(`${found}/`);
}

/** Nothing is lost, except what each finding that is healed is about: a message at most. */
function whyLess(target: Target, { codes }: Change, old: FoundUnit, made: readonly FoundUnit[]): string | null {
  const healed = foundOf(old.found, codes);
  const counted = (some: typeof healed) => some.flatMap(([, paths]) => paths).length;
  const losses = counted(healed.filter(([code]) => row(code).healing === 'lossy'));
  const held = made.flatMap(({ conversations }) => conversations);
  const [was, is] = [mostOf(old.conversations), mostOf(held)];
  if (is < was - losses) return `would have ${is} of ${was} messages`;
  const isReadable = (all: readonly Held[]) => all.some(({ readable }) => readable);
  if (was > 0 && isReadable(old.conversations) && !isReadable(held)) return 'would be unreadable';
  if (!EDITING.includes(target.verb)) return null;
  // What could not be decoded may read otherwise from its first message on.
  if (healed.some(([code]) => /0\d\d$/.test(code))) return null;
  const changed = changedIn(old.conversations, held);
  return changed > counted(healed) ? `would have ${changed} messages that say something else` : null;
}

function mostOf(all: readonly Held[]): number {
  return Math.max(0, ...all.map(({ messages }) => messages));
}

/** The messages of readable files that are in neither copy afterwards, or were in neither before. */
function changedIn(old: readonly Held[], made: readonly Held[]): number {
  const readable = old.filter((each) => each.readable);
  if (readable.length === 0) return 0;
  const [was, is] = [readable, made].map((all) => new Set(all.flatMap(({ contents }) => [...contents])));
  const gone = [...(was ?? [])].filter((each) => is?.has(each) !== true).length;
  const come = [...(is ?? [])].filter((each) => was?.has(each) !== true).length;
  return Math.max(gone, come);
}

/** Of what no Change is about: the other conversations, and what concerns a whole scope. */
function whyOthersWorse(target: Target, before: Units, after: Units, ids: ReadonlySet<string>): string | null {
  for (const [key, unit] of after) {
    const id = key.slice(key.indexOf('\0') + 1);
    if (ids.has(id)) continue;
    const code = newCode(target, [...(before.get(key)?.found.keys() ?? [])], unit, false);
    if (code !== null)
      return `${id === '' ? 'the store' : `${id}, which it leaves as it is,`} would get the finding ${code}`;
  }
  return null;
}

/** What is found at one unit, or at the shared files of a scope: under the empty id. */
interface FoundUnit {
  /** Where each code is found: a path for each finding. */
  readonly found: Map<Code, string[]>;
  readonly conversations: readonly Held[];
}

/** One conversation file, as far as it can be compared with another state of it. */
interface Held {
  readonly state: 'active' | 'archived';
  readonly readable: boolean;
  /** As the program counts them. */
  readonly messages: number;
  /** A number for each message, the same for the same content; empty where they were not asked for. */
  readonly contents: Float64Array;
}

/** Units by scope and id. */
type Units = ReadonlyMap<string, FoundUnit>;

/** The key of a unit in `Units`. */
function unitKey(scope: string | null, id: string | null): string {
  return `${scope ?? ''}\0${id ?? ''}`;
}

/** Reads and judges units on a disk. `contents`: what they hold is to be compared. */
async function lookAtUnits(
  disk: ReadDisk,
  { kind, site }: Target,
  options: SurveyOptions & { readonly contents: boolean },
): Promise<Units> {
  const units = new Map<string, FoundUnit & { conversations: readonly Held[] }>();
  const unitAt = (scope: string | null, id: string | null) => {
    const key = unitKey(scope, id);
    const unit = units.get(key) ?? { found: new Map(), conversations: [] };
    units.set(key, unit);
    return unit;
  };
  const enter = (scope: string | null, { id, code, path }: { id: string | null; code: Code; path: string }) => {
    const { found } = unitAt(scope, id);
    found.set(code, [...(found.get(code) ?? []), path]);
  };
  for await (const met of survey(disk, [kind], [site], options)) {
    if (met.is === 'finding') enter(met.scope, met.finding);
    if (met.is !== 'document') continue;
    for (const finding of met.document.findings()) enter(met.scope, finding);
    unitAt(met.scope, met.document.id).conversations = heldIn(met, options.contents);
  }
  return units;
}

function heldIn({ document }: Extract<Met, { is: 'document' }>, contents: boolean): Held[] {
  return document.conversations.map(({ state, readable, messages, path }) => ({
    state,
    readable,
    messages: messages ?? 0,
    contents: contents && readable ? contentsOf(document, path) : new Float64Array(),
  }));
}

/** What is said and by whom; places in the file change when others are healed, so they are left out. */
function contentsOf(document: Extract<Met, { is: 'document' }>['document'], path: string): Float64Array {
  const { messages } = document.transcript(path);
  return Float64Array.from(messages, ({ role, text, name, arguments: given }) => {
    const print = printOf(Buffer.from(JSON.stringify([role, text, name, given])));
    return Number.parseInt(print.slice(0, 12), 16);
  });
}
