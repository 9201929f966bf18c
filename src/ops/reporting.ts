import { COUNTED_AS, type Finding, type PlacedFinding, standsFor } from '../model/finding.ts';
import { type Code, ruleOf } from '../model/findings.ts';
import { addToCount } from '../model/grouped.ts';
import type { Severity } from '../model/rules/row.ts';
import type { Site } from '../stores/kind.ts';
import { notAccepted } from './not-accepted.ts';
import { fingerprints } from './survey/fingerprint.ts';
import type { JudgedFinding } from './survey/judge-unit.ts';
import { locateFinding, withConsequences } from './survey/locate.ts';

/** Which findings are reported, and how. */
export interface ReportingOptions {
  /** Which findings count and are reported. */
  readonly shows: (finding: Pick<Finding, 'code' | 'count'>) => boolean;
  /** Called with each finding, in the order of sites, scopes and ids; awaited. */
  readonly tell: (finding: PlacedFinding) => Promise<void>;
  /** Severities that differ from the table's. */
  readonly severities?: ReadonlyMap<Code, Severity>;
  /** How many of those that a finding represents are known and accepted. */
  readonly accepts?: ((finding: PlacedFinding) => number) | undefined;
  /** Findings carry their title, and this many bytes on both sides of their place; 0 for reports that show neither. */
  readonly reach?: number;
}

/** Counts findings as their severities have it here, and passes on those that are not known. */
export function reporting(ask: ReportingOptions) {
  const counts = { errors: 0, warnings: 0, infos: 0, unjudged: 0, known: 0 };
  const units = new Map<Site, number>();
  const fingerprinter = fingerprints();
  /** Findings of a scope that were reported with their cause. */
  const reported = new Set<string>();
  const graded = (finding: PlacedFinding): PlacedFinding => {
    const severity = ask.severities?.get(finding.code) ?? finding.severity;
    return severity === finding.severity ? finding : { ...finding, severity };
  };
  const count = (finding: PlacedFinding): void => {
    if (ruleOf(finding.code).unjudged === true) counts.unjudged += standsFor(finding);
    counts[COUNTED_AS[finding.severity]] += standsFor(finding);
  };
  const reportOne = async (finding: PlacedFinding): Promise<void> => {
    for (const each of finding.consequences ?? []) if (each.ofScope === true) reported.add(keyOf(each));
    count(finding);
    await ask.tell(finding);
  };
  const report = async (finding: PlacedFinding): Promise<void> => {
    const { known, following, left } = notAccepted(finding, ask.accepts);
    counts.known += known + following;
    if (reported.has(keyOf(finding))) return;
    for (const each of left) await reportOne(each);
  };
  const tell: Tell = async (site, scope, finding) => {
    if (ruleOf(finding.code).unjudged === true) addToCount(units, site, 1);
    // Locating takes longer than to see that a finding is not asked for.
    if (finding.consequences === undefined && !ask.shows(finding)) return;
    const placed = locateFinding(site, scope, finding, fingerprinter);
    for (const each of reportedAs(placed, { shows: ask.shows, graded })) await report(each);
  };
  const tellLater = async (found: Iterable<PlacedFinding>): Promise<void> => {
    for (const each of found) {
      const finding = graded(each);
      if (!ask.shows(finding)) continue;
      count(finding);
      await ask.tell(finding);
    }
  };
  return { counts, units, tell, tellLater };
}

function keyOf({ code, root, id, path }: PlacedFinding): string {
  return [code, root, id, path].join('\0');
}

/** Takes in one finding. */
export type Tell = (site: Site, scope: string | null, finding: JudgedFinding) => Promise<void>;

/** Which findings are reported, and how severe they are here. */
interface Reporting {
  shows(finding: PlacedFinding): boolean;
  graded(finding: PlacedFinding): PlacedFinding;
}

/**
 * The findings that one is reported as, which is asked for or has consequences: itself with those consequences that are asked for, or
 * these alone where it is not, so that no filter of one code hides another. Those that the scope reports are left to it then.
 */
function reportedAs(placed: PlacedFinding, { shows, graded }: Reporting): readonly PlacedFinding[] {
  if (placed.consequences === undefined) return [graded(placed)];
  const { consequences, ...rest } = placed;
  // It was as severe as the worst of its consequences.
  const alone = { ...rest, severity: ruleOf(rest.code).severity };
  const isShown = shows(alone);
  const kept = consequences.map(graded).filter((each) => (isShown || each.ofScope !== true) && shows(each));
  if (!isShown) return kept;
  return [kept.length === 0 ? graded(alone) : withConsequences(graded(alone), kept)];
}
