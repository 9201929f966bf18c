import { addToCount, byKey } from '../model/collections.ts';
import type { Code } from '../model/finding.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import type { Severity } from '../model/rules/row.ts';
import { isUnlimited } from '../model/search.ts';
import type { CountsByName, StoreStats } from '../model/stats.ts';
import { type DayOf, daysOf, UTC, type Zone } from '../model/time.ts';
import type { Site } from '../stores/kind.ts';
import { type ReadContext, unitKey } from './reading.ts';
import { Coverage } from './survey/coverage.ts';
import { projectOfScope } from './survey/locate.ts';
import { surveyAnswers } from './survey/survey.ts';
import type { EventOf, SurveyEvent } from './survey/survey-event.ts';
import type { SurveyOptions } from './survey/survey-options.ts';
import { StatsTally, type UnitTally } from './survey/unit-tally.ts';
import { type AnswerGroup, KeySet, TokenTally } from './token-tally.ts';

const TOOLS = 200;

export interface StatsResult {
  readonly stores: readonly StoreStats[];
  readonly coverage: Coverage;
  /** Number of conversations outside of `within`. */
  readonly omittedByTime: number;
}

interface GroupTally {
  readonly site: Site;
  readonly project: string | null;
  readonly branch: string | null;
  readonly session: string | null;
  readonly tally: StatsTally;
  readonly tokens: TokenTally;
}

interface StatsOptions extends SurveyOptions, Partial<Omit<Division, 'dayOf'>> {
  /** The zone of days, weeks and months. */
  readonly zone?: Zone;
}

interface Division {
  readonly byBranch: boolean;
  readonly bySession: boolean;
  readonly dayOf: DayOf;
  readonly severities: ReadonlyMap<Code, Severity>;
  /** Counts conversations in which something was said on these days, and answers of them. */
  readonly within: DayRange;
}

/** The first and the last day, such as `2026-03-14`; null for no limit. */
export interface DayRange {
  readonly since: string | null;
  readonly until: string | null;
}

const ANY_DAY: DayRange = { since: null, until: null };

/**
 * Numbers of each project (with `byBranch`, of its branches; with `bySession`, of its conversations), in order of sites and scopes. Reads
 * every file once; holds only counts. Throws Failure `interrupted`.
 */
export async function stats({ disk, kinds, sites }: ReadContext, statsOptions: StatsOptions): Promise<StatsResult> {
  const {
    byBranch = false,
    bySession = false,
    within = ANY_DAY,
    zone = UTC,
    severities = new Map(),
    ...options
  } = statsOptions;
  const coverage = new Coverage(options.run.now);
  const groups = new Groups({ byBranch, bySession, within, severities, dayOf: daysOf(zone) });
  const reading = { disk, kinds, sites };
  const want = { type: 'tally', byBranch, bySession, zone, severities } as const;
  for await (const events of surveyAnswers(reading, options, { want }))
    for (const event of events) if (groups.take(event)) coverage.take(event);
  return { stores: groups.all(), coverage, omittedByTime: groups.omittedByTime };
}

class Groups {
  omittedByTime = 0;
  readonly #all = new Map<string, GroupTally>();
  /** Keys of the answers so far, because forks and copies repeat those of their source. */
  readonly #counted = new KeySet();
  /** Ids of conversations within the range, whose findings on a whole scope count. */
  readonly #units = new Set<string>();
  readonly #findings: EventOf<'finding'>[] = [];
  readonly #division: Division;

  constructor(division: Division) {
    this.#division = division;
  }

  /** Counts an event. False for a conversation outside of the range. */
  take(event: SurveyEvent): boolean {
    if (event.type === 'answered') return this.#addUnit(event);
    if (event.type !== 'finding') return true;
    if (isUnlimited(this.#division.within)) this.#addFinding(event);
    else this.#findings.push(event);
    return true;
  }

  #addUnit({ site, scope, id, answer: { tally: unit } }: EventOf<'answered'>): boolean {
    if (unit === undefined) return true;
    const { within } = this.#division;
    if (!isUnitIn(unit, this.#division)) {
      this.omittedByTime += unit.sums.conversations;
      return false;
    }
    this.#units.add(unitKey(site, scope, id));
    const own = this.#groupOf(site, scope, id, unit);
    own.tally.add(unit);
    const onBranch = (branch: string | null) => this.#groupOf(site, scope, id, { ...unit, branch });
    for (const each of unit.onBranches ?? []) onBranch(each.branch).tally.add({ ...each, cwd: unit.cwd });
    const isIn = ({ day }: AnswerGroup) => day === null || isDayIn(day, within);
    for (const group of isUnlimited(within) ? unit.answers : unit.answers.filter(isIn)) {
      const { tokens } = group.branch === undefined ? own : onBranch(group.branch);
      tokens.add([group], this.#counted);
    }
    return true;
  }

  #addFinding({ site, scope, finding }: EventOf<'finding'>): void {
    this.#groupOf(site, scope, finding.id).tally.addFinding(finding);
  }

  all(): StoreStats[] {
    for (const event of this.#findings) {
      const { site, scope, finding } = event;
      if (finding.id !== null && this.#units.has(unitKey(site, scope ?? '', finding.id))) this.#addFinding(event);
    }
    return Array.from(this.#all.values(), (each) => storeStats(each, this.#division));
  }

  #groupOf(site: Site, scope: string | null, id: string | null, unit: Partial<UnitTally> = {}): GroupTally {
    const project = projectOfScope(scope) ?? unit.project ?? null;
    const branch = this.#division.byBranch ? (unit.branch ?? null) : null;
    const session = this.#division.bySession ? id : null;
    // Two folders may have the same name, unless the project is a folder of the store.
    const folder = projectOfScope(scope) === null ? unit.cwd : null;
    const key = [site.kind, site.root, project, branch, session, folder].join('\0');
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    const made = {
      site,
      project,
      branch,
      session,
      tally: new StatsTally({ ...this.#division, byBranch: false }),
      tokens: new TokenTally(),
    };
    this.#all.set(key, made);
    return made;
  }
}

/** True if something was said in the unit in the range: at its start, at its end, or in an answer. */
function isUnitIn({ newest, by, answers }: UnitTally, { within, dayOf }: Division): boolean {
  if (isUnlimited(within)) return true;
  const ended = newest === null ? null : dayOf(newest);
  const days = [ended, ...by.days.keys(), ...answers.map(({ day }) => day)];
  return days.some((day) => day !== null && isDayIn(day, within));
}

function isDayIn(day: string, { since, until }: DayRange): boolean {
  return (since === null || day >= since) && (until === null || day <= until);
}

/** Numbers of conversations by the day of their beginning, within the range, in order of days. */
function begunIn(days: ReadonlyMap<string, number>, within: DayRange): CountsByName {
  return [...days].filter(([day]) => isDayIn(day, within)).sort(byKey);
}

function storeStats(
  { site: { kind, root }, project, branch, session, tally, tokens }: GroupTally,
  { byBranch, bySession, within }: Division,
): StoreStats {
  const { cwd, sums, oldest, newest, largest, contents, by } = tally.plain();
  const days = begunIn(by.days, within);
  const months = new Map<string, number>();
  for (const [day, count] of days) addToCount(months, day.slice(0, -'-14'.length), count);
  const calls = ranked(by.tools);
  return {
    kind,
    root,
    project,
    cwd,
    ...(byBranch ? { branch } : {}),
    ...(bySession ? { session } : {}),
    ...sums,
    hidden: KIND_TABLE[kind].conceals ? sums.hidden : 0,
    oldest,
    newest,
    largest: [...largest],
    contents: [...contents],
    tokens: tokens.all(),
    daily: tokens.daily(),
    days,
    roles: ranked(by.roles),
    types: ranked(by.types),
    tools: calls.slice(0, TOOLS),
    otherCalls: calls.slice(TOOLS).reduce((sum, [, count]) => sum + count, 0),
    formats: ranked(by.formats),
    months: [...months],
    findings: ranked(by.findings),
    graded: ranked(by.graded),
    healing: ranked(by.healing),
  };
}

function ranked(counts: ReadonlyMap<string, number>): CountsByName {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
