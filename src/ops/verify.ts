import { join } from 'node:path';
import { orNull } from '../io/disk/error-code.ts';
import { statOf } from '../io/disk/stat-of.ts';
import type { ReadDisk } from '../io/disk.ts';
import { JOURNAL } from '../io/journal/journal.ts';
import { addToCount } from '../model/collections.ts';
import { Failure } from '../model/failure.ts';
import {
  allCodes,
  COUNTED_AS,
  type Code,
  changedFinding,
  countedFinding,
  type Finding,
  findingCount,
  type PlacedFinding,
  ruleOf,
  type VerifySummary,
  withFewer,
  worstSeverity,
} from '../model/finding.ts';
import type { Severity } from '../model/rules/row.ts';
import { boundedList } from '../stores/file-finding.ts';
import type { Site } from '../stores/kind.ts';
import type { BaselineMatch } from './baseline.ts';
import type { ReadContext } from './reading.ts';
import { type JudgedFinding, sharedJudge } from './survey/judge-unit.ts';
import { fingerprints, locateFinding, withConsequences } from './survey/locate.ts';
import { surveyAnswers } from './survey/survey.ts';
import { documentEvent, type SurveyEvent } from './survey/survey-event.ts';
import { type Progress, type SurveyOptions, wantsAllScopes, withRun } from './survey/survey-options.ts';
import type { WantedViews } from './survey/unit-views.ts';
import type { SeenUnit, Want } from './survey/want.ts';

export interface VerifyOptions extends SurveyOptions, ReportingOptions {
  readonly signatures?: boolean;
  /** Gets each document before it is judged, and all events. No thread judges then. */
  readonly see?: ((event: SurveyEvent) => void) | undefined;
  /** Gets all events, with these views beside the findings. */
  readonly alsoViews?: { readonly views: WantedViews; take(event: SurveyEvent): Promise<void> } | undefined;
  readonly after?: ((stores: Verified['stores'], counts: VerifyCounts) => Promise<Iterable<PlacedFinding>>) | undefined;
}

interface VerifyCounts {
  readonly unjudged: number;
  readonly known: number;
}

export interface Verified {
  readonly summary: VerifySummary;
  /** True if the summary covers only the part before an interruption. */
  readonly interrupted: boolean;
  /** Numbers of conversations by `kind:project`, without those that have only companions left. */
  readonly stores: ReadonlyMap<string, number>;
  /** Sites without conversations, companions and unjudged files; for a part of the stores, without units. */
  readonly empty: readonly Site[];
  /** Number of units on disk, selected or not. */
  readonly units: number;
}

/** Judges every file; holds no finding. */
export async function verify({ disk, kinds, sites }: ReadContext, options: VerifyOptions): Promise<Verified> {
  let read = { files: 0, bytes: 0 };
  const progress = (now: Progress): void => {
    read = now;
    options.run.progress(now);
  };
  const { counts, units: filled, add, addLater } = findingCounter(options);
  const { filter } = options.select;
  const counter = unitCounter(filled, { isPart: filter !== null, isOfProject: !wantsAllScopes(options.select) });
  for (const site of sites.filter(({ kind }) => filter?.unseen({ kind, scope: null, id: null }) ?? true))
    for (const finding of await findingsOfJournal(disk, site)) await add(site, null, finding);
  const bounded = sharedBound(add);
  const { see, alsoViews, excerptBytes = 0, signatures = false } = options;
  const judgeShared = sharedJudge(excerptBytes);
  // All codes are wanted: hidden findings are counted where they are reported.
  const findings = { type: 'findings', codes: new Set(allCodes()), excerptBytes, signatures } as const;
  const want: Want = alsoViews === undefined ? findings : { ...findings, views: alsoViews.views };
  const request = { want, see: see && ((unit: SeenUnit) => see(documentEvent({ ...unit, name: unit.scope }, unit))) };
  const reading = { disk, kinds, sites };
  const interrupted = await untilInterrupted(async () => {
    for await (const events of surveyAnswers(reading, withRun(options, { progress }), request))
      for (const event of events) {
        see?.(event);
        await alsoViews?.take(event);
        counter.add(event);
        for (const [site, scope, finding] of foundIn(event, judgeShared)) await bounded.add(site, scope, finding);
        await bounded.end(event);
      }
  });
  const { conversations, units, stores, begun } = counter.counts();
  if (!interrupted && options.after !== undefined) await addLater(await options.after(stores, counts));
  const { known, ...counted } = counts;
  const summary = { stores: begun, conversations, files: read.files, bytes: read.bytes, ...counted };
  const empty = sites.filter((site) => (filled.get(site) ?? 0) === 0);
  return {
    summary: options.accepts === undefined ? summary : { ...summary, known },
    interrupted,
    stores,
    empty,
    units,
  };
}

/** Limits the findings of many conversations on one shared file; each conversation's own are already limited. */
function sharedBound(add: ReportFinding): { readonly add: ReportFinding; end(event: SurveyEvent): Promise<void> } {
  let all = boundedList<Finding>(countedFinding);
  return {
    add: async (site, scope, finding) => {
      if (finding.isShared !== true || all.admits(finding)) await add(site, scope, finding);
    },
    end: async (event) => {
      if (event.type !== 'scope-end') return;
      for (const finding of all.rest()) await add(event.site, event.scope, finding);
      all = boundedList(countedFinding);
    },
  };
}

interface Narrowed {
  readonly isPart: boolean;
  readonly isOfProject: boolean;
}

/** Counts events. `filled` gets the number of conversations of each site or, for a part of the stores, of all units on disk. */
function unitCounter(filled: Map<Site, number>, { isPart, isOfProject }: Narrowed) {
  const counts = { conversations: 0, units: 0 };
  // An interrupted site counts too: a part of it was judged.
  const begun = new Set<Site>();
  const stores = new Map<string, number>();
  return {
    add: (event: SurveyEvent): void => {
      // A chosen project is only in stores that have something of it.
      if (!isOfProject || event.type === 'answered' || event.type === 'finding') begun.add(event.site);
      if (event.type === 'done') {
        counts.units += event.units;
        if (isPart) addToCount(filled, event.site, event.units);
      }
      if (event.type !== 'answered') return;
      const { conversations, storedCount = conversations } = event.answer;
      counts.conversations += storedCount;
      addToCount(filled, event.site, conversations);
      addToCount(stores, `${event.site.kind}:${event.scope}`, storedCount);
    },
    counts: () => ({ ...counts, stores, begun: begun.size }),
  };
}

function* foundIn(
  event: SurveyEvent,
  judgeShared: ReturnType<typeof sharedJudge>,
): Generator<Parameters<ReportFinding>> {
  const { site } = event;
  if (event.type === 'finding') yield [site, event.scope, judgeShared(event.finding, event.text)];
  if (event.type !== 'answered') return;
  const { findings = [], failed } = event.answer;
  for (const finding of findings) yield [site, event.scope, finding];
  if (failed !== undefined) yield [site, event.scope, failed];
}

/** Findings on the journal of a site. Its code is loaded on demand: few stores have a journal. */
async function findingsOfJournal(disk: ReadDisk, site: Site): Promise<readonly Finding[]> {
  if (!mayHaveJournal(disk, site)) return [];
  const { journalFindings } = await import('./survey/journal-findings.ts');
  return journalFindings(disk, site);
}

function mayHaveJournal(disk: ReadDisk, { root }: Site): boolean {
  return orNull(() => statOf(disk, join(root, JOURNAL)) !== null) ?? true;
}

async function untilInterrupted(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Failure && error.code === 'interrupted') return true;
    throw error;
  }
}

/**
 * `report` is awaited for each finding, in order of sites, scopes and ids. `excerptBytes` are shown on each side of a finding's place, with
 * titles; 0 for neither.
 */
interface ReportingOptions {
  readonly admits: (finding: Pick<Finding, 'code' | 'count'>) => boolean;
  readonly report: (finding: PlacedFinding) => Promise<void>;
  readonly severities?: ReadonlyMap<Code, Severity>;
  readonly accepts?: ((finding: PlacedFinding) => number) | undefined;
  readonly excerptBytes?: number;
}

/** Counts findings by severity, and reports those that are not accepted. */
function findingCounter(options: ReportingOptions) {
  const counts = { errors: 0, warnings: 0, infos: 0, unjudged: 0, known: 0 };
  const units = new Map<Site, number>();
  const fingerprinter = fingerprints();
  const reported = new Set<string>();
  const accepted = new Set<string>();
  const graded = (finding: PlacedFinding): PlacedFinding => {
    const severity = options.severities?.get(finding.code) ?? finding.severity;
    return severity === finding.severity ? finding : changedFinding(finding, { severity });
  };
  const count = (finding: PlacedFinding): void => {
    if (ruleOf(finding.code).unjudged === true) counts.unjudged += findingCount(finding);
    counts[COUNTED_AS[finding.severity]] += findingCount(finding);
  };
  const ofScope = ({ consequences = [] }: PlacedFinding) => consequences.filter((each) => each.ofScope === true);
  const reportOne = async (finding: PlacedFinding): Promise<void> => {
    for (const each of ofScope(finding)) reported.add(keyOf(each));
    count(finding);
    await options.report(finding);
  };
  const report = async (finding: PlacedFinding): Promise<void> => {
    const { accepted: count, remaining } = notAccepted(finding, options.accepts, graded);
    // Without a baseline, a finding on the scope is part of the finding that causes it.
    if (!accepted.has(keyOf(finding))) counts.known += count;
    if (count > 0) for (const each of ofScope(finding)) accepted.add(keyOf(each));
    if (reported.has(keyOf(finding))) return;
    for (const each of remaining) await reportOne(each);
  };
  const add: ReportFinding = async (site, scope, finding) => {
    if (ruleOf(finding.code).unjudged === true) addToCount(units, site, 1);
    // This test is cheaper than to locate the finding.
    if (finding.consequences === undefined && !options.admits(finding)) return;
    const placed = locateFinding(site, scope, finding, fingerprinter);
    for (const each of reportedAs(placed, { admits: options.admits, graded })) await report(each);
  };
  const addLater = async (found: Iterable<PlacedFinding>): Promise<void> => {
    for (const each of found) {
      const finding = graded(each);
      if (!options.admits(finding)) continue;
      count(finding);
      await options.report(finding);
    }
  };
  return { counts, units, add, addLater };
}

function keyOf({ code, root, id, path }: PlacedFinding): string {
  return [code, root, id, path].join('\0');
}

type ReportFinding = (site: Site, scope: string | null, finding: JudgedFinding) => Promise<void>;

interface VerifyReporting {
  admits(finding: PlacedFinding): boolean;
  graded(finding: PlacedFinding): PlacedFinding;
}

/**
 * The reported form of a finding: itself with the wanted consequences, or only these if it is not wanted. Then findings on the scope are
 * left to the scope. So the filter of one code never hides another.
 */
function reportedAs(placed: PlacedFinding, { admits, graded }: VerifyReporting): readonly PlacedFinding[] {
  if (placed.consequences === undefined) return [graded(placed)];
  const { consequences } = placed;
  const alone = withoutConsequences(placed);
  const isAdmitted = admits(alone);
  const reported = consequences.map(graded).filter((each) => (isAdmitted || each.ofScope !== true) && admits(each));
  if (!isAdmitted) return reported;
  return [reported.length === 0 ? graded(alone) : withConsequences(graded(alone), reported)];
}

/** Alone a finding has the severity of its rule, if its consequences raised that. */
function withoutConsequences(finding: PlacedFinding): PlacedFinding {
  const { code, severity, consequences } = finding;
  if (consequences === undefined) return finding;
  const own = ruleOf(code).severity;
  const isRaised = consequences.some((each) => each.severity === severity) && worstSeverity(own, [severity]) !== own;
  return changedFinding(finding, { severity: isRaised ? own : severity, consequences: null });
}

interface BaselineRemainder {
  /** Number of accepted findings among those that the finding represents. */
  readonly accepted: number;
  /** Findings to report: this one for the rest, or its consequences in other files. */
  readonly remaining: readonly PlacedFinding[];
}

/**
 * Splits a finding into its accepted and its remaining part. Consequences in the file of an accepted finding are accepted too; elsewhere
 * they may cause further harm, such as to an index.
 */
export function notAccepted(
  finding: PlacedFinding,
  accepts: BaselineMatch['accepts'] | undefined,
  graded: VerifyReporting['graded'] = (each) => each,
): BaselineRemainder {
  if (accepts === undefined) return { accepted: 0, remaining: [finding] };
  // A finding of a file that could not be judged is never accepted.
  const accepted = ruleOf(finding.code).unjudged === true ? 0 : accepts(finding);
  const alone = graded(withoutConsequences(finding));
  // A finding on the scope is in the baseline as the scope's own.
  const open = (finding.consequences ?? []).filter((each) => each.ofScope === true || accepts(each) === 0);
  const count = findingCount(finding) - accepted;
  const elsewhere = open.filter(({ path, ofScope }) => path !== finding.path && ofScope !== true);
  if (count === 0) return { accepted, remaining: elsewhere };
  const rest = accepted === 0 ? alone : withFewer(alone, count);
  return { accepted, remaining: [open.length === 0 ? rest : withConsequences(rest, open)] };
}
