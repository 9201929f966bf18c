import { grouped } from '../../model/collections.ts';
import type { Code, Finding } from '../../model/finding.ts';

type PlaceOf = (finding: Finding) => string | null;

/**
 * A finding of `follow` is a consequence of the first one of `from` at an equal place of the unit. `at`: the place of both, or of the
 * cause, then of the effect.
 */
export interface CauseRule {
  readonly from: readonly Code[];
  readonly follow: readonly Code[];
  readonly at: PlaceOf | readonly [cause: PlaceOf, effect: PlaceOf];
}

export const inFile: PlaceOf = ({ path }) => path;

export const atSameValue: PlaceOf = ({ path, at }) => (at === null ? null : `${path} ${at}`);

export const atSameByte: PlaceOf = ({ path, offset }) => (offset === null ? null : `${path} ${offset}`);

export const inSameObject: CauseRule['at'] = [
  atSameValue,
  ({ path, at }) => (at === null || at === '' ? null : `${path} ${at.slice(0, at.lastIndexOf('/'))}`),
];

/** Effects are tied to the cause's file; an empty tie means their own. */
export const inTiedFile: CauseRule['at'] = [inFile, ({ path, tie }) => (tie === '' ? path : (tie ?? null))];

export type Causes = ReadonlyMap<Code, readonly CauseRule[]>;

/** Prepares rules. Of several for a code, the first that finds a cause counts. */
export function causesFrom(rules: readonly CauseRule[]): Causes {
  return grouped(rules.flatMap((rule) => rule.follow.map((code) => [code, rule] as const)));
}

/** Groups the findings of a unit by cause, at the cause's place. Findings without a cause that the scope also reports are dropped. */
export function foldCauses(causes: Causes, found: readonly Finding[]): readonly Finding[] {
  if (!found.some(({ code }) => causes.has(code))) return found;
  const causeOf = causesAmong(causes, found);
  const following = grouped([...causeOf.keys()].map((each) => [rootOf(each, causeOf), each]));
  return found.flatMap((each) => {
    const consequences = following.get(each);
    if (causeOf.has(each) || (consequences === undefined && each.ofScope === true)) return [];
    return consequences === undefined ? each : { ...each, consequences };
  });
}

function causesAmong(causes: Causes, found: readonly Finding[]): Map<Finding, Finding> {
  const places = new Map<CauseRule, Map<string, Finding>>();
  const causeOf = new Map<Finding, Finding>();
  for (const each of found)
    for (const rule of causes.get(each.code) ?? []) {
      const [, effectAt] = ends(rule);
      const firsts = places.get(rule) ?? firstsOf(rule, found);
      places.set(rule, firsts);
      const cause = firsts.get(effectAt(each) ?? '');
      if (cause !== undefined && cause !== each && !causeOf.has(each)) causeOf.set(each, cause);
    }
  return causeOf;
}

function firstsOf(rule: CauseRule, found: readonly Finding[]): Map<string, Finding> {
  const [causeAt] = ends(rule);
  const firsts = new Map<string, Finding>();
  for (const each of found) {
    const place = rule.from.includes(each.code) ? causeAt(each) : null;
    if (place !== null && !firsts.has(place)) firsts.set(place, each);
  }
  return firsts;
}

function ends({ at }: CauseRule): readonly [PlaceOf, PlaceOf] {
  return typeof at === 'function' ? [at, at] : at;
}

/** No rule leads back to its own code, so this ends. */
function rootOf(finding: Finding, causeOf: ReadonlyMap<Finding, Finding>): Finding {
  let root = finding;
  for (let next = causeOf.get(root); next !== undefined; next = causeOf.get(root)) root = next;
  return root;
}
