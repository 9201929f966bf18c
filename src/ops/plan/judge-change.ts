import { pathsOf } from '../../model/check-change.ts';
import type { Change, ChangeOf, OwnerLock, Planted, Step } from '../../model/plan.ts';
import type { Ask, EntryType, LockRules, Site, VerbRules, WholeKind } from '../../stores/kind.ts';
import { keepOf } from '../change/change-of.ts';

/** What a plan is for, as it is at the time it is applied. */
export interface Target {
  readonly kind: WholeKind;
  readonly site: Site;
  readonly verb: Ask['verb'];
}

/**
 * Why the kind would not decide on such a Change, as a sentence about a path or the Change; null when it could. Looks at names alone:
 * each path is one that the kind knows and that the verb may change in this way, of a conversation that the Change names.
 */
export function whyNotDecided(target: Target, change: Change): string | null {
  const { kind } = target;
  if (change.kind !== kind.name) return `${change.path} is changed as a part of a ${change.kind} store`;
  if (change.keep !== keepOf(kind)) return `${change.path} is not kept as ${kind.name} needs it`;
  const uses = change.steps.map((step) => useOf(target, step));
  for (const [n, use] of uses.entries()) {
    const reason = use === null ? `${target.verb} does not ${describe(change.steps[n])}` : whyNotIts(change, use);
    if (reason !== null) return reason;
  }
  const shown = [change, ...(change.items ?? [])].find((each) => !isShownRight(target, change, each));
  if (shown !== undefined) return `${shown.path} is not what the change is about`;
  return whyNotLocked(
    target,
    change,
    uses.flatMap((use) => use ?? []),
  );
}

/** What a person is shown that a Change is about is what it changes: the answer to the question hangs on it. */
function isShownRight(target: Target, change: Change, shown: Change | ChangeOf): boolean {
  const named = 'id' in shown ? [shown.id, shown.newId ?? null] : [];
  if (named.some((id) => id !== null && !change.ids.includes(id))) return false;
  if (pathsOf(change).some((path) => path === shown.path || path.startsWith(`${shown.path}/`))) return true;
  // A copy of a folder without a file names its source nowhere else.
  const isEmpty = change.steps.some((step) => step.do === 'plant' && step.files.length === 0);
  const source = knownAt(target, shown.path, 'folder');
  return isEmpty && source?.id != null && change.ids.includes(source.id);
}

function describe(step: Step | undefined): string {
  if (step === undefined) return 'change it';
  if (step.do === 'move') return `move ${step.from} to ${step.to}`;
  if (step.do === 'put') return `${step.was === 'absent' ? 'create' : 'write'} ${step.path}`;
  return `${step.do === 'plant' ? 'create' : 'remove'} ${step.path}`;
}

/** What a path is to the kind, with the role of its parts and a slash for the folder of them. */
interface Known {
  readonly path: string;
  readonly role: string;
  /** Null for a file that a whole scope shares. */
  readonly id: string | null;
  readonly scope: string;
}

/** The paths that a step names, each a known one. */
interface Use {
  readonly all: readonly Known[];
  /** Changed where they are, or gone. */
  readonly touched: readonly Known[];
  /** Made for an id that had none. */
  readonly born: Known | null;
}

/** Null when the verb has no such step. */
function useOf(target: Target, step: Step): Use | null {
  const rules = target.kind.planRules.verbs[target.verb] ?? {};
  if (step.do === 'put') return usePut(target, rules, step);
  if (step.do === 'plant') return usePlant(target, rules, step);
  if (step.do === 'move') return useMove(target, rules, step);
  const known = knownAt(target, step.path, step.what);
  return known !== null && isAmong(rules.remove, known) ? { all: [known], touched: [known], born: null } : null;
}

function useMove(target: Target, rules: VerbRules, step: Extract<Step, { do: 'move' }>): Use | null {
  const [from, to] = [knownAt(target, step.from, step.what), knownAt(target, step.to, step.what)];
  if (from === null || to === null || from.id !== to.id) return null;
  if (isElsewhere(rules, from, to)) return { all: [from], touched: [from], born: null };
  return isPair(rules.move, from, to) ? { all: [from, to], touched: [from], born: null } : null;
}

function usePut(target: Target, rules: VerbRules, { path, was, content }: Extract<Step, { do: 'put' }>): Use | null {
  const known = knownAt(target, path, 'file');
  if (known === null) return null;
  const isNew = was === 'absent';
  if (content.from === 'copy') return useCopy(target, rules, content.path, known, isNew);
  const roles = isNew ? rules.create : rules.edit;
  const fits = (content.from === 'bytes') === isNew && isAmong(roles, known);
  return fits ? { all: [known], touched: [known], born: null } : null;
}

/** A copy is a conversation of its own, or takes the place of another file of the same. */
function useCopy(target: Target, rules: VerbRules, from: string, known: Known, isNew: boolean): Use | null {
  const source = knownAt(target, from, 'file');
  if (source !== null && isNew && isElsewhere(rules, source, known)) return { all: [source], touched: [], born: null };
  if (source === null || (source.id === known.id) === isNew) return null;
  if (!isPair(isNew ? rules.copy : rules.replace, source, known)) return null;
  return { all: [source, known], touched: isNew ? [] : [known], born: isNew ? known : null };
}

function usePlant(target: Target, rules: VerbRules, step: Extract<Step, { do: 'plant' }>): Use | null {
  const born = knownAt(target, step.path, 'folder');
  if (born === null) return null;
  const source = sourceFolder(target, born, step.files);
  if (source !== null && isElsewhere(rules, source, born)) return { all: [source], touched: [], born: null };
  return useCopies(target, rules, step, born);
}

/** Every file is a copy of one of the source's. */
function useCopies(
  target: Target,
  rules: VerbRules,
  { path, files }: Extract<Step, { do: 'plant' }>,
  born: Known,
): Use | null {
  const pairs = rules.plant?.filter(([, to]) => to === born.role) ?? [];
  if (pairs.length === 0) return null;
  const all: Known[] = [born];
  for (const file of files) {
    const inside = knownAt(target, `${path}/${file.path}`, 'file');
    const source = file.content.from === 'copy' ? knownAt(target, file.content.path, 'file') : null;
    if (inside === null || source === null || inside.role !== source.role) return null;
    if (inside.id !== born.id || source.id === born.id) return null;
    all.push(source);
  }
  return { all, touched: [], born };
}

function isAmong(roles: readonly string[] | undefined, { role, id }: Known): boolean {
  return roles?.some((each) => each === role || (each === '*' && id !== null && !role.endsWith('/'))) === true;
}

/** Goes to another scope under its own id. */
function isElsewhere({ elsewhere }: VerbRules, from: Known, to: Known): boolean {
  return from.id === to.id && from.scope !== to.scope && isPair(elsewhere, from, to);
}

/** The folder that all files of a new one are copied from, where that is like it: of the same role, and the same id. */
function sourceFolder(target: Target, like: Known, files: readonly Planted[]): Known | null {
  const folders = files.map(({ content }) =>
    content.from === 'copy' ? folderAbove(target, content.path, like) : null,
  );
  const [first = null] = folders;
  return folders.every((each) => each?.path === first?.path) ? first : null;
}

function folderAbove(target: Target, path: string, like: Known): Known | null {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const known = knownAt(target, path.slice(0, at), 'folder');
    if (known?.role === like.role && known.id === like.id) return known;
  }
  return null;
}

function isPair(pairs: VerbRules['move'], from: Known, to: Known): boolean {
  return pairs?.some(([a, b]) => a === from.role && b === to.role) === true;
}

function knownAt({ kind, site }: Target, path: string, type: EntryType): Known | null {
  const { refine } = kind.planRules;
  const place = kind.layout.place(site, path, type);
  const roleOf = (role: string) => refine?.(path, role) ?? role;
  if (place.is === 'part') return { path, role: roleOf(place.role), id: place.id, scope: place.scope };
  if (place.is === 'shared') return { path, role: roleOf(place.role), id: null, scope: place.scope ?? '' };
  if (place.is !== 'folder') return null;
  const inside = kind.layout.place(site, `${path}/x`, 'file');
  return inside.is === 'part' ? { path, role: `${inside.role}/`, id: inside.id, scope: inside.scope } : null;
}

/** Why these paths do not belong to the conversations and the project that the Change names; null when they do. */
function whyNotIts({ ids, project }: Change, { all, born }: Use): string | null {
  for (const { path, id, scope } of all) {
    if (id !== null && !ids.includes(id)) return `${path} does not belong to ${ids.join(', ') || 'a shared file'}`;
    if (scope !== (project ?? '')) return `${path} does not belong to the project ${project ?? 'of no name'}`;
  }
  return born !== null && ids.length < 2 ? `${born.path} is new, and has no source` : null;
}

/** fnord would be overwritten without its lock, and robbed of it by one that is taken over too soon. */
function whyNotLocked({ kind, site }: Target, { locks, path }: Change, uses: readonly Use[]): string | null {
  const { lock } = kind.planRules;
  const parts = uses.flatMap(({ all }) => all);
  const known = lock === undefined ? [] : parts.flatMap((part) => locksOf(lock, site, part));
  const strange = locks.find((each) => !known.some((one) => isSame(one, each)));
  if (strange !== undefined) return `${strange.path} is not a lock that ${kind.name} takes for this`;
  const touched = uses.flatMap((use) => use.touched);
  const needed = lock === undefined ? [] : touched.flatMap((part) => neededFor(lock, site, part));
  const missing = needed.find((each) => !locks.some((one) => isSame(one, each)));
  return missing === undefined ? null : `${path} would be changed without the lock ${missing.path}`;
}

function neededFor(lock: LockRules, site: Site, { path, role, scope, id }: Known): readonly OwnerLock[] {
  if (id === null) return [lock.shared?.(role, path) ?? []].flat();
  return lock.roles.includes(role) ? [lock.of(site, scope, id)] : [];
}

function locksOf(lock: LockRules, site: Site, known: Known): readonly OwnerLock[] {
  const { scope, id } = known;
  if (id === null) return neededFor(lock, site, known);
  return [lock.of(site, scope, id), ...lock.others(site, scope, id)];
}

function isSame(a: OwnerLock, b: OwnerLock): boolean {
  return a.path === b.path && a.staleAfter === b.staleAfter;
}
