import {
  addCounts,
  type ChangeCommand,
  type ChangeReport,
  type EarlyStop,
  NO_COUNTS,
  type ReportItem,
  type StepView,
} from '../../model/change-report.ts';
import { cmd, ID, type NextCommand, type Sentence, withPlaceholders } from '../../model/command.ts';
import type { Counts } from '../../model/conversation.ts';
import { type Code, codesOf, type Finding, ruleOf } from '../../model/finding.ts';
import { isNameOfCopy } from '../../model/ids.ts';
import { beforeHeal, DIFF, HEAL, HEAL_ALL, LOSSY } from '../../model/rules/row.ts';
import type { Ask, NotChanged, UnitChange } from '../../stores/decision.ts';
import type { Site } from '../../stores/kind.ts';
import { locatePath, projectOfScope } from '../survey/locate.ts';
import type { DecideOptions } from './decide-options.ts';

export interface Ledger {
  conversations: number;
  readonly changes: (readonly number[])[];
  /** Number of conversations with findings that a heal ignores, by code. */
  readonly notHealed: Map<string, number>;
  enter(item: ReportItem, made?: CountsChange): number;
  setState(
    number: number,
    state: 'refused' | 'failed' | 'not-reached',
    reason: Sentence,
    codes?: readonly string[],
  ): void;
  complete(number: number, shared: SharedItem): void;
  remark(number: number, reason: Sentence): void;
  replace(number: number | null, item: ReportItem): void;
  addRemaining(number: number, state: 'changed' | 'unchanged' | 'refused', said: RemainsInItem): void;
  /** Enters damage that stays and concerns no single item. `isDue`: it should have been healed. */
  enterRemaining(code: string, sentence: Sentence, isDue: boolean): void;
  markUnsafe(): void;
  stop(stopped: EarlyStop): void;
  report(frame: ReportFrame): ChangeReport;
}

interface CountsChange {
  readonly before: Counts;
  readonly after: Counts;
  readonly remark?: Sentence;
}

/** Shared steps and notes; `before` and `after` are empty without shown steps. */
interface SharedItem {
  readonly before: readonly StepView[];
  readonly after: readonly StepView[];
  readonly notes: readonly Sentence[];
}

export type RemainsInItem = Pick<ReportItem, 'title' | 'stays' | 'left' | 'notes' | 'next' | 'needsLossy'>;

interface ReportFrame {
  readonly run: string | null;
  readonly dryRun: boolean;
  readonly plan?: string | null;
}

interface Entry extends CountsChange {
  item: ReportItem;
}

const NOTHING_MADE: CountsChange = { before: NO_COUNTS, after: NO_COUNTS };

export function newLedger(command: ChangeCommand): Ledger {
  const entries: Entry[] = [];
  const remains: Remains = new Map();
  const notHealed = new Map<string, number>();
  let unsafe = false;
  let stopped: EarlyStop | null = null;
  return {
    conversations: 0,
    changes: [],
    notHealed,
    enter: (item, made = NOTHING_MADE) => {
      const { before, after, remark } = made;
      return entries.push(remark === undefined ? { item, before, after } : { item, before, after, remark }) - 1;
    },
    setState: (number, state, reason, codes) => {
      const entry = entries[number];
      if (entry === undefined) return;
      const { newId, notes, counts, steps, stays, left, next, needsLossy, ...item } = entry.item;
      entry.item = { ...item, state, reason, codes: codes ?? item.codes };
    },
    complete: (number, more) => {
      const entry = entries[number];
      if (entry !== undefined) entry.item = { ...entry.item, ...completed(entry.item, more) };
    },
    remark: (number, reason) => {
      const entry = entries[number];
      if (entry !== undefined) entry.item = { ...entry.item, reason };
    },
    replace: (number, item) => {
      const entry = number === null ? undefined : entries[number];
      if (entry === undefined) entries.push({ item, before: NO_COUNTS, after: NO_COUNTS });
      else entry.item = item;
    },
    addRemaining: (number, state, said) => {
      const entry = entries[number];
      if (entry?.item.state !== state) return;
      const notes = [...(entry.item.notes ?? []), ...(said.notes ?? [])];
      entry.item = { ...entry.item, ...said, ...(notes.length === 0 ? {} : { notes }) };
    },
    enterRemaining: (code, sentence, isDue) => {
      if (!remains.has(code)) remains.set(code, { sentence, isDue });
    },
    markUnsafe: () => {
      unsafe = true;
    },
    stop: (why) => {
      stopped ??= why;
    },
    report: ({ run, dryRun, plan = null }) => {
      const all = sums(entries);
      const more = { ...stayingIn(remains, all.remarks), ...(notHealed.size === 0 ? {} : { notHealed }) };
      return { command, run, dryRun, plan, ...all, ...more, stopped, unsafe };
    },
  };
}

type Remains = Map<string, { readonly sentence: Sentence; readonly isDue: boolean }>;

/** Damage that should have been healed; other damage becomes a remark. */
function stayingIn(remains: Remains, remarks: Sentence[]): Pick<ChangeReport, 'stays'> {
  const stays = [...remains].flatMap(([code, { sentence, isDue }]) => (isDue ? [{ code, sentence }] : []));
  for (const { sentence, isDue } of remains.values()) if (!isDue) remarks.push(sentence);
  return stays.length === 0 ? {} : { stays };
}

function completed(item: ReportItem, { before, after, notes: shared }: SharedItem): Partial<ReportItem> {
  const steps = [...before, ...(item.steps ?? []), ...after];
  const notes = [...(item.notes ?? []), ...shared];
  return { ...(steps.length === 0 ? {} : { steps }), ...(notes.length === 0 ? {} : { notes }) };
}

function sums(entries: readonly Entry[]) {
  const states = { changed: 0, unchanged: 0, refused: 0, failed: 0, 'not-reached': 0 };
  let before = NO_COUNTS;
  let after = NO_COUNTS;
  const remarks: Sentence[] = [];
  for (const entry of entries) {
    states[entry.item.state]++;
    if (entry.item.state !== 'changed') continue;
    before = addCounts(before, entry.before);
    after = addCounts(after, entry.after);
    if (entry.remark !== undefined) remarks.push(entry.remark);
  }
  const { 'not-reached': notReached, ...counts } = states;
  return { ...counts, notReached, before, after, items: entries.map(({ item }) => item), remarks };
}

/**
 * `title`: the conversation's, shortened; null without one, or for an item about something else. `counts` is false for
 * leftovers and shared files, which count only if they change.
 */
export interface ItemTarget {
  readonly site: Site;
  readonly scope: string;
  readonly id: string | null;
  readonly path: string;
  readonly title: string | null;
  readonly counts: boolean;
}

type ItemFields = Omit<ReportItem, 'kind' | 'root' | 'project' | 'id' | 'path'>;

/** `path` is relative to the site's root. */
export function itemOf(
  site: Site,
  scope: string | null,
  id: string | null,
  path: string,
  what: ItemFields,
): ReportItem {
  return {
    kind: site.kind,
    root: site.root,
    project: projectOfScope(scope),
    id,
    path: locatePath(site, path),
    ...what,
  };
}

export function changedItem(
  {
    path,
    codes,
    notes,
    newId,
    steps: own,
    before,
    after,
  }: Pick<UnitChange, 'path' | 'codes' | 'notes' | 'newId'> & Partial<UnitChange>,
  { site, scope, id, path: at, title }: ItemTarget,
  steps: readonly StepView[] | null,
): ReportItem {
  return itemOf(site, scope, id, path, {
    state: 'changed',
    codes,
    // A change in a shared file, such as a name in a table, still concerns its conversation.
    ...titleMember(title, path === at || own?.length === 0),
    ...(before === undefined || after === undefined ? {} : { counts: { before, after } }),
    ...(newId === null ? {} : { newId }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(steps === null ? {} : { steps }),
  });
}

export function recordSettled(
  { site, scope, id, path }: Pick<ItemTarget, 'site' | 'scope' | 'id' | 'path'>,
  ledger: Ledger,
): void {
  const { kind, root } = site;
  // Written out: a spread into a larger object is slow, and there are thousands.
  const project = projectOfScope(scope);
  ledger.enter({ kind, root, project, id, path: locatePath(site, path), state: 'unchanged', codes: [] });
}

export function refuseAll(
  outcome: NotChanged,
  pieces: readonly { readonly item: number }[],
  ledger: Ledger,
): NotChanged {
  const { reason, codes, unsafe } = outcome;
  for (const { item } of pieces) ledger.setState(item, 'refused', reason ?? '', codes);
  if (pieces.length > 0 && unsafe) ledger.markUnsafe();
  return outcome;
}

export function recordUnchanged(
  outcome: NotChanged,
  where: ItemTarget,
  { ask, survey: { select } }: Pick<DecideOptions, 'ask' | 'survey'>,
  ledger: Ledger,
): number | null {
  const { state, codes, unsafe } = outcome;
  // It is no conversation, and was not requested by id.
  if (!where.counts && codes.length === 0 && (state === 'unchanged' || (select.hasId === null && !unsafe))) return null;
  if (unsafe) ledger.markUnsafe();
  return ledger.enter(unchangedItem(outcome, where, ask));
}

export function unchangedItem(outcome: NotChanged, { site, scope, id, path, title }: ItemTarget, ask: Ask): ReportItem {
  const { state, codes, reason } = outcome;
  const next = wayOn(outcome, id, ask);
  const named = state === 'unchanged' ? {} : titleMember(title, (outcome.path ?? path) === path);
  const lossy = outcome.needsLossy === true ? { needsLossy: true as const } : {};
  const why = { ...(reason === null ? {} : { reason }), ...(next === null ? {} : { next }), ...lossy };
  return itemOf(site, scope, id, outcome.path ?? path, { state, codes, ...named, ...why });
}

function wayOn(outcome: NotChanged, id: string | null, ask: Ask): NextCommand | null {
  const { state, codes, healFirst = false, needsLossy = false, next } = outcome;
  if (next !== undefined) return id === null ? next : withPlaceholders(next, { ID: id });
  if (state === 'refused' && codes.length > 0) return nextFor(ask, id, codes, needsLossy);
  if (healFirst === false || id === null) return null;
  return withPlaceholders(healFirst === 'lossy' ? LOSSY : HEAL, { ID: id });
}

export function titleMember(title: string | null, isOwn: boolean): { readonly title?: string } {
  return title === null || !isOwn ? {} : { title };
}

export function nextFor(ask: Ask, id: string | null, codes: readonly Code[], needsLossy: boolean): NextCommand {
  const way = id === null ? null : mendingCommand(ask, codes, needsLossy);
  // A copy does not get its original's name, and the original may be gone if another finding needs a person.
  const isBeside = codes.map(ruleOf).every(({ healing, next }) => healing !== 'manual' || next === DIFF);
  if (id !== null && way === null && isBeside && isNameOfCopy(id)) return cmd`diff ${id}`;
  return id === null || way === null ? cmd`explain ${codes[0] ?? ''}` : withPlaceholders(way, { ID: id });
}

/** The command that mends these findings; null if a person decides, or the verb was that command. */
function mendingCommand(ask: Ask, codes: readonly Code[], needsLossy: boolean): NextCommand | null {
  const rows = codes.map((code) => ruleOf(code));
  const [first] = rows;
  const own = first === undefined || needsLossy ? null : beforeHeal(first);
  if (own !== null) return own;
  if (first?.ofSource) return HEAL_ALL;
  const healings = new Set(rows.map(({ healing }) => healing));
  if (healings.has('manual')) return null;
  if (needsLossy)
    return isNarrowed(ask)
      ? cmd`heal ${ID} --only ${codes.join(',')} --lossy --dry-run`
      : cmd`${ask.verb} ${ID} --lossy --dry-run`;
  if (ask.verb === 'heal') return null;
  return healings.has('lossy') ? LOSSY : HEAL;
}

function isNarrowed(ask: Ask): boolean {
  return ask.verb === 'heal' && ask.only !== null;
}

/** Refuses an item that would bring these errors; if forced, notes them. */
export function reportNewErrors(
  item: number,
  found: readonly Finding[],
  { force, ask }: Pick<DecideOptions, 'force' | 'ask'>,
  ledger: Ledger,
): void {
  if (found.length === 0) return;
  const codes = codesOf(found);
  const errors = found.map(({ code, path, detail }) => `${code}: ${path} ${detail}`).join('; ');
  const what = `the store ${force ? 'gets' : 'would get'} ${found.length === 1 ? 'a new error' : 'new errors'}, ${errors}`;
  if (force) ledger.complete(item, { before: [], after: [], notes: [what] });
  else {
    const isLossy = ask.verb === 'heal' && !ask.lossy && found.every(({ code }) => ruleOf(code).healing === 'lossy');
    const way = isLossy ? '--lossy heals that too; ' : '';
    ledger.setState(item, 'refused', `is left as it is, because ${what} (${way}--force does it all the same)`, codes);
    ledger.markUnsafe();
  }
}
