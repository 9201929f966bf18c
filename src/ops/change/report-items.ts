import type { ReportItem, StepView } from '../../model/change-report.ts';
import { cmd, ID, type NextCommand, withPlaceholders } from '../../model/command.ts';
import { type Code, codesOf, type Finding, ruleOf } from '../../model/finding.ts';
import { isNameOfCopy } from '../../model/ids.ts';
import { beforeHeal, DIFF, HEAL, HEAL_ALL, LOSSY } from '../../model/rules/row.ts';
import type { Ask, NotChanged, UnitChange } from '../../stores/decision.ts';
import type { Site } from '../../stores/kind.ts';
import { locatePath, projectOf } from '../survey/locate.ts';
import type { DecideOptions } from './decide-options.ts';
import type { Ledger } from './ledger.ts';

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
  return { kind: site.kind, root: site.root, project: projectOf(scope), id, path: locatePath(site, path), ...what };
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
  const project = projectOf(scope);
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
