import { addAll, addToCount, grouped } from '../../model/collections.ts';
import { cmd, type NextCommand, sentence } from '../../model/command.ts';
import {
  type Code,
  codesOf,
  type Finding,
  findingCount,
  healingOf,
  ruleOf,
  withConsequencesApart,
  worstSeverity,
} from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import { relativeBelow } from '../../model/path.ts';
import { isDamage, isError, isUnwritten, LOSSY_ALL, type Severity } from '../../model/rules/row.ts';
import type { AskFor, NotChanged, SharedChange } from '../../stores/decision.ts';
import { partsAfter } from '../../stores/engine/change/draft.ts';
import type { Kind, Layout } from '../../stores/kind.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { wholeScopeFindings } from '../survey/survey-scope.ts';
import { type ItemTarget, type Ledger, nextFor, type RemainsInItem, titleMember, unchangedItem } from './ledger.ts';
import type { Inspection } from './new-errors.ts';

export interface RemainingDamage {
  /** Enters an unchanged unit; `item`: its number in the ledger, or null. */
  enterUnchanged(where: ItemTarget, outcome: NotChanged, item: number | null, now: Inspection): void;
  enterChanged(where: ItemTarget, item: number, after: Inspection): void;
  enterShared(finding: Finding): void;
  /** Reports what remains; called after the last unit of a scope. */
  report(around: SharedChange | NotChanged, ended: ReopenedScope): Promise<void>;
}

export function remaining(ask: AskFor<'heal'>, { layout }: Pick<Kind, 'layout'>, ledger: Ledger): RemainingDamage {
  let units = new Map<string | null, UnitAfter>();
  let facts: unknown[] = [];
  let scope: Finding[] = [];
  let isChanged = false;
  const take = (unit: Omit<UnitAfter, 'findings'>, { findings, facts: more }: Inspection) => {
    addAll(facts, more);
    const others = findings.filter((each) => isPassedBy(each, ask));
    for (const code of new Set(codesOf(others))) addToCount(ledger.notHealed, code, 1);
    units.set(unit.where.id, { ...unit, findings: damageIn(findings, ask).length === 0 ? [] : findings });
  };
  return {
    enterUnchanged: (where, outcome, item, now) => take({ where, outcome, item }, now),
    enterChanged: (where, item, after) => {
      isChanged = true;
      take({ where, outcome: null, item }, after);
    },
    enterShared: (finding) => {
      if (damageIn([finding], ask).length > 0) scope.push(finding);
    },
    report: async (around, ended) => {
      const healed = new Set<string>(around.codes);
      const reopen = isChanged || around.state === 'changed' || scope.length > 0;
      const { later, isOver } = reopen ? await remainingFindings(around, ended, layout, facts) : NOTHING_LATER;
      const before = new Set<string>(codesOf(scope));
      const own = grouped(later.flatMap((each) => (units.has(each.id) ? [[each.id, each] as const] : [])));
      for (const unit of units.values()) {
        const unhealed = damageIn(
          unit.findings.filter((each) => !isOver(each)),
          ask,
        ).filter(({ code }) => !healed.has(code));
        recordDamage(unit, [...unhealed, ...damageIn(own.get(unit.where.id) ?? [], ask)], ask, ledger);
      }
      // A finding about an unread unit is old, or caused by unread units.
      const whole = later.filter(({ id, code }) => !units.has(id) && before.has(code));
      sayAll(damageIn(whole, ask), ask, ledger);
      [units, facts, scope, isChanged] = [new Map(), [], [], false];
    },
  };
}

type ReopenedScope = Pick<EventOf<'scope-end'>, 'site' | 'shared' | 'reopen'>;

function sharedAfter(
  around: SharedChange | NotChanged,
  { site, shared }: ReopenedScope,
  layout: Layout,
): readonly Part[] {
  if (around.state !== 'changed') return shared;
  const after = partsAfter(shared, [...around.first, ...around.last]) ?? shared;
  return after.map((part) => {
    const place = layout.place(site, part.path, part.type);
    return place.type === 'shared' ? { ...part, role: place.role } : part;
  });
}

interface LaterFindings {
  readonly later: readonly Finding[];
  readonly isOver: (finding: Finding) => boolean;
}

const NOTHING_LATER: LaterFindings = { later: [], isOver: () => false };

async function remainingFindings(
  around: SharedChange | NotChanged,
  ended: ReopenedScope,
  layout: Layout,
  facts: readonly unknown[],
): Promise<LaterFindings> {
  const shared = sharedAfter(around, ended, layout);
  const opened = await ended.reopen(shared);
  for (const each of facts) opened.addFacts(each);
  return { later: [...wholeScopeFindings(opened, shared)], isOver: (each) => opened.isOver?.(each) ?? false };
}

function isPassedBy(finding: Finding, { only }: AskFor<'heal'>): boolean {
  const row = ruleOf(finding.code);
  if (only === null) return !isDamage(row) && row.healedBy === 'heal by name';
  return (
    row.unjudged !== true && isDamage(row) && !withConsequencesApart(finding).some(({ code }) => only.includes(code))
  );
}

interface UnitAfter {
  readonly where: ItemTarget;
  /** The outcome of an unchanged unit; null for a changed one. */
  readonly outcome: NotChanged | null;
  readonly item: number | null;
  readonly findings: readonly Finding[];
}

interface Damage extends Pick<Finding, 'code' | 'path' | 'detail'> {
  readonly remedy: Finding['remedy'] | undefined;
  severity: Severity;
  count: number;
}

function damageIn(findings: Iterable<Finding>, ask: AskFor<'heal'>): Damage[] {
  const all = new Map<string, Damage>();
  // Consequences are named with their cause, unless asked for.
  for (const each of findings)
    for (const finding of ask.only === null ? [each] : withConsequencesApart(each)) {
      const { code, path, detail, remedy } = finding;
      const key = `${code} ${remedy === undefined}`;
      const known = all.get(key);
      const severity = severityOf(finding);
      if (known !== undefined) {
        known.count += findingCount(finding);
        known.severity = worstSeverity(known.severity, [severity]);
      } else if (isNamed({ code, severity }, ask))
        all.set(key, { code, path, detail, severity, count: findingCount(finding), remedy });
    }
  return [...all.values()];
}

function severityOf(finding: Finding): Severity {
  const all = withConsequencesApart(finding).map(({ code }) => ruleOf(code).severity);
  return worstSeverity('info', all);
}

type DamageGrade = Pick<Damage, 'code' | 'severity'>;

/** Findings that a heal must repair, or fail: the named codes, else every error. */
function isDue({ code, severity }: DamageGrade, { only }: AskFor<'heal'>): boolean {
  return only === null ? isError({ severity }) : only.includes(code);
}

/** True for errors and warnings: something is lost, or will be. */
function isNamed({ code, severity }: DamageGrade, ask: AskFor<'heal'>): boolean {
  return (
    ruleOf(code).unjudged !== true && (isDue({ code, severity }, ask) || (ask.only === null && isDamage({ severity })))
  );
}

/** `causes`: codes that `--only` passes over, of findings from which one follows that it names. */
interface UnitAsk extends AskFor<'heal'> {
  readonly causes?: readonly Code[];
}

function causesIn({ findings }: UnitAfter, { only }: AskFor<'heal'>): Code[] {
  if (only === null) return [];
  const others = findings.filter(({ code }) => !only.includes(code));
  return codesOf(others.filter((each) => withConsequencesApart(each).some(({ code }) => only.includes(code))));
}

function recordDamage(unit: UnitAfter, damage: readonly Damage[], heal: AskFor<'heal'>, ledger: Ledger): void {
  const { where, outcome, item } = unit;
  const ask = { ...heal, causes: causesIn(unit, heal) };
  // A refusal names its codes itself.
  const rest = damage.filter(({ code }) => outcome?.state !== 'refused' || !outcome.codes.includes(code));
  const [first] = rest;
  if (first === undefined) return;
  const due = rest.filter((each) => isDue(each, ask));
  const warnings = rest.filter((each) => !isDue(each, ask));
  if (outcome?.state === 'unchanged' && due.length > 0) {
    const [main = first] = due;
    const refusal: NotChanged = {
      state: 'refused',
      codes: codesOf(due),
      reason: sentenceOf(main, where, ask),
      unsafe: false,
      ...lossOnly(rest, ask),
    };
    const more = remainingNotes([], warnings, where, ask);
    ledger.replace(item, { ...unchangedItem(refusal, where, ask), ...more, next: nextOf(due, where, ask) });
  } else if (item === null) sayAll(rest, ask, ledger);
  else {
    const next = outcome?.state === 'refused' ? {} : { next: nextOf(rest, where, ask) };
    ledger.addRemaining(item, outcome?.state ?? 'changed', {
      ...titleMember(where.title, true),
      ...remainingNotes(due, warnings, where, ask),
      ...next,
      ...(outcome?.state === 'unchanged' ? lossOnly(rest, ask) : {}),
    });
  }
}

function lossOnly(damage: readonly Damage[], ask: AskFor<'heal'>): Pick<NotChanged, 'needsLossy'> {
  return damage.every((each) => needsLossy(each, ask)) ? { needsLossy: true } : {};
}

function remainingNotes(
  due: readonly Damage[],
  more: readonly Damage[],
  where: ItemTarget,
  ask: UnitAsk,
): RemainsInItem {
  const notes = [...due, ...more].map((each) => `${each.code} stays: ${sentenceOf(each, where, ask)}`);
  return {
    ...(due.length === 0 ? {} : { stays: codesOf(due) }),
    ...(more.length === 0 ? {} : { left: codesOf(more) }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function nextOf(damage: readonly Damage[], { id }: ItemTarget, ask: UnitAsk): NextCommand {
  const lossy = damage.filter((each) => needsLossy(each, ask));
  if (lossy.length === 0 && id !== null && damage.some(isUnwritten)) return cmd`verify ${id}`;
  const { causes = [] } = ask;
  if (id !== null && causes.length > 0 && lossy.length === 0)
    return cmd`heal ${id} --only ${[...causes, ...codesOf(damage)].join(',')} --dry-run`;
  return nextFor(ask, id, codesOf(lossy.length > 0 ? lossy : damage), lossy.length > 0);
}

function sentenceOf(damage: Damage, { path: own }: Pick<ItemTarget, 'path'>, ask: UnitAsk): string {
  const { path, detail, count } = damage;
  const name = path === own ? '' : `${relativeBelow(path, own) ?? path} `;
  return `${name}${detail}${moreText(count)}${wordFor(damage, ask)}`;
}

function moreText(count: number): string {
  return count === 1 ? '' : ` (and ${count - 1} more)`;
}

function wordFor(damage: Damage, ask: UnitAsk): string {
  const { code } = damage;
  if (isUnwritten(damage)) return '; a heal writes no compressed file, so inflate it first';
  if (ruleOf(code).healedBy === 'migrate') return '; that takes `convo migrate`';
  if (needsLossy(damage, ask)) return ': needs --lossy';
  const { causes = [] } = ask;
  if (causes.length > 0) return `; it follows from ${causes.join(', ')}, which --only passes over`;
  if (ruleOf(code).healedBy === 'heal by name') return '; it is healed where it is named';
  if (ruleOf(code).ofSource) return '; a heal of that one may end it';
  if (ruleOf(code).healing === 'manual') return '; a person has to decide';
  return '; that was not healed';
}

function needsLossy(damage: Damage, { lossy }: AskFor<'heal'>): boolean {
  return !lossy && healingOf(damage) === 'lossy';
}

function sayAll(damage: readonly Damage[], ask: AskFor<'heal'>, ledger: Ledger): void {
  for (const each of damage) {
    const { code, path, detail, count } = each;
    const way = needsLossy(each, ask) ? LOSSY_ALL : cmd`explain ${code}`;
    const stillThere = sentence`${code} stays: ${path}: ${detail}${moreText(count)}${wordFor(each, ask)}: ${way}`;
    ledger.enterRemaining(code, stillThere, isDue(each, ask));
  }
}
