import type { Finding } from '../../model/finding.ts';
import type { Code } from '../../model/findings.ts';
import { grouped } from '../../model/grouped.ts';

/** The place at which a finding meets its cause, or what follows from it; null for none. */
type PlaceOf = (finding: Finding) => string | null;

/** A finding of one of the codes `follow` is a consequence of the first of the codes `from` that is at the same place of its unit. */
export interface CauseRule {
  readonly from: readonly Code[];
  readonly follow: readonly Code[];
  /** The place of both; or that of the cause, and then that of what follows. */
  readonly at: PlaceOf | readonly [cause: PlaceOf, effect: PlaceOf];
}

/** In the same file. */
export const inFile: PlaceOf = ({ path }) => path;

/** About the same value of a document. */
export const atSameValue: PlaceOf = ({ path, at }) => (at === null ? null : `${path} ${at}`);

/** At the same byte. */
export const atSameByte: PlaceOf = ({ path, offset }) => (offset === null ? null : `${path} ${offset}`);

/** The cause about an object, and what follows about a member of it. */
export const inSameObject: CauseRule['at'] = [
  atSameValue,
  ({ path, at }) => (at === null || at === '' ? null : `${path} ${at.slice(0, at.lastIndexOf('/'))}`),
];

/** What follows is tied to the file of the cause: an empty tie is one to its own. */
export const inTiedFile: CauseRule['at'] = [inFile, ({ path, tie }) => (tie === '' ? path : (tie ?? null))];

/** The rules of a kind, by the codes that follow. */
export type Causes = ReadonlyMap<Code, readonly CauseRule[]>;

/** Makes the rules ready; of several for a code the first that finds a cause counts. */
export function causesFrom(rules: readonly CauseRule[]): Causes {
  return grouped(rules.flatMap((rule) => rule.follow.map((code) => [code, rule] as const)));
}

/**
 * The findings of one unit by what brought them about: each cause with all that follows from it, at the place of the cause. What the
 * scope reports, too, is left out where no cause is there.
 */
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

/** What follows, in the order found, with its nearest cause. */
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

/** Nothing follows from itself: no rule leads back to a code that it came from. */
function rootOf(finding: Finding, causeOf: ReadonlyMap<Finding, Finding>): Finding {
  let root = finding;
  for (let next = causeOf.get(root); next !== undefined; next = causeOf.get(root)) root = next;
  return root;
}
