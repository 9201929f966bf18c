import { addAll } from '../../model/add-all.ts';
import { type Finding, standsFor } from '../../model/finding.ts';
import { row } from '../../model/findings.ts';
import { partsAfter } from '../../stores/engine/after-steps.ts';
import { codesOf } from '../../stores/engine/passes.ts';
import type { Around, AskFor, Kind, Layout, Left, Part, Session } from '../../stores/kind.ts';
import type { Met } from '../survey/met.ts';
import { leftItem, type Where } from './enter.ts';
import type { Ledger } from './ledger.ts';
import type { Foreseen } from './new-errors.ts';

/** What a heal leaves, of one scope after the other: nothing that it was asked to see to stays without a word. */
export interface Staying {
  /** Takes in a unit that stays as it is; `item` is its number in the ledger, null where it has none. */
  left(where: Where, outcome: Left, item: number | null, now: Foreseen): void;
  /** Takes in a unit as it will be. */
  changed(where: Where, item: number, after: Foreseen): void;
  /** Takes in what is wrong with the scope as a whole. */
  shared(finding: Finding): void;
  /** After the last unit of a scope. */
  settle(around: Around | Left, seen: Seen): Promise<void>;
}

/** Nothing met yet. */
export function staying(ask: AskFor<'heal'>, { layout }: Pick<Kind, 'layout'>, ledger: Ledger): Staying {
  let units: Unit[] = [];
  let facts: unknown[] = [];
  let scope: Finding[] = [];
  const take = (unit: Unit, of: Foreseen) => {
    addAll(facts, of.facts);
    if (unit.findings.length > 0) units.push(unit);
  };
  return {
    left: (where, outcome, item, now) => {
      const findings = now.findings.filter((each) => isNamed(each, ask));
      take({ where, outcome, item, findings }, now);
    },
    changed: (where, item, after) => {
      const findings = after.findings.filter((each) => isNamed(each, ask));
      take({ where, outcome: null, item, findings }, after);
    },
    shared: (finding) => {
      if (isDue(finding, ask)) scope.push(finding);
    },
    settle: async (around, seen) => {
      const healed = new Set<string>(around.codes);
      for (const unit of units)
        settleUnit({ ...unit, findings: unit.findings.filter(({ code }) => !healed.has(code)) }, ask, ledger);
      if (scope.length > 0) {
        const shared = sharedAfter(around, seen, layout);
        sayAll(still(scope, facts, await seen.again(shared)), ledger);
      }
      [units, facts, scope] = [[], [], []];
    },
  };
}

type Seen = Pick<Extract<Met, { is: 'seen' }>, 'site' | 'shared' | 'again'>;

/** The shared files as they will be. */
function sharedAfter(around: Around | Left, { site, shared }: Seen, layout: Layout): readonly Part[] {
  if (around.state !== 'changed') return shared;
  const after = partsAfter(shared, [...around.first, ...around.last]) ?? shared;
  return after.map((part) => {
    const place = layout.place(site, part.path, part.type);
    return place.is === 'shared' ? { ...part, role: place.role } : part;
  });
}

/** What will still be wrong with a scope, once its units are as they will be. */
function still(found: readonly Finding[], facts: readonly unknown[], session: Session): Finding[] {
  for (const each of facts) session.note(each);
  const codes = codesOf(found);
  return [...session.findings()].filter(({ code }) => codes.includes(code));
}

interface Unit {
  readonly where: Where;
  /** Null where it was changed. */
  readonly outcome: Left | null;
  readonly item: number | null;
  readonly findings: readonly Finding[];
}

/** What a heal has to see to: the codes that were named, else every error. */
function isDue({ code }: Finding, { only }: AskFor<'heal'>): boolean {
  const { severity, unjudged } = row(code);
  if (unjudged === true) return false;
  return only === null ? severity === 'error' : only.includes(code);
}

/** The same, and what else could have been healed where a loss was allowed. */
function isNamed(finding: Finding, ask: AskFor<'heal'>): boolean {
  const { severity, healing } = row(finding.code);
  return isDue(finding, ask) || (ask.lossy && ask.only === null && severity === 'warning' && healing !== 'manual');
}

function settleUnit({ where, outcome, item, findings }: Unit, ask: AskFor<'heal'>, ledger: Ledger): void {
  if (findings.length === 0) return;
  const due = findings.filter((each) => isDue(each, ask));
  if (outcome?.state === 'unchanged' && due.length > 0) {
    const refusal: Left = { state: 'refused', codes: codesOf(due), reason: reasonOf(due, where), unsafe: false };
    ledger.replace(item, leftItem(refusal, where, ask.verb));
    return;
  }
  // A warning of what is left as it is: it is only named where something else is.
  if (item === null || outcome?.state === 'unchanged') return;
  // Of what was refused, its codes are said already.
  const rest = findings.filter(({ code }) => outcome?.codes.includes(code) !== true);
  const codes = codesOf(rest.filter((each) => isDue(each, ask)));
  ledger.stays(item, outcome === null ? 'changed' : 'refused', codes, notesOf(rest, where));
}

/** One sentence for all findings of a code. */
function notesOf(findings: readonly Finding[], where: Pick<Where, 'path'>): string[] {
  return codesOf(findings).map((code) => {
    const own = findings.filter((each) => each.code === code);
    return `${code} stays: ${firstOf(own, where)}${wordFor(code)}`;
  });
}

function reasonOf(findings: readonly Finding[], where: Pick<Where, 'path'>): string {
  const [{ code } = { code: null }] = findings;
  return `${firstOf(findings, where)}${code === null ? '' : wordFor(code)}`;
}

function firstOf(findings: readonly Finding[], { path: own }: Pick<Where, 'path'>): string {
  const [first] = findings;
  if (first === undefined) return '';
  const { path, detail } = first;
  const name = path === own ? '' : `${path.startsWith(`${own}/`) ? path.slice(own.length + 1) : path} `;
  return `${name}${detail}${andMore(findings)}`;
}

function andMore(findings: readonly Finding[]): string {
  const all = findings.reduce((sum, each) => sum + standsFor(each), 0);
  return all === 1 ? '' : ` (and ${all - 1} more)`;
}

function wordFor(code: Finding['code']): string {
  return row(code).healing === 'manual' ? '; a person has to decide' : '; that was not healed';
}

function sayAll(findings: readonly Finding[], ledger: Ledger): void {
  for (const code of codesOf(findings)) {
    const own = findings.filter((each) => each.code === code);
    const [first] = own;
    const what = `${first?.path}: ${first?.detail}${andMore(own)}`;
    ledger.remain(code, `${code} stays: ${what}${wordFor(code)}: \`convo explain ${code}\``);
  }
}
