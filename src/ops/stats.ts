import { byKey } from '../model/collections.ts';
import type { TimeRange } from '../model/search.ts';
import type { CountsByName, StoreStats } from '../model/stats.ts';
import type { Site } from '../stores/kind.ts';
import type { ReadContext } from './reading.ts';
import { Coverage } from './survey/coverage.ts';
import { projectOf } from './survey/locate.ts';
import { surveyAnswers } from './survey/survey.ts';
import type { EventOf, SurveyEvent, SurveyOptions } from './survey/survey-event.ts';
import { StatsTally, type UnitTally } from './survey/unit-tally.ts';
import { KeySet, TokenTally } from './token-tally.ts';

const TOOLS = 200;

export interface StatsResult {
  readonly stores: readonly StoreStats[];
  readonly coverage: Coverage;
}

interface GroupTally {
  readonly site: Site;
  readonly project: string | null;
  readonly branch: string | null;
  readonly tally: StatsTally;
  readonly tokens: TokenTally;
}

interface StatsOptions extends SurveyOptions {
  readonly byBranch?: boolean;
  /** Counts these conversations, and of all others only the answers in a time, by whole days in UTC; null for no limit. */
  readonly within?: { readonly ids: ReadonlySet<string>; readonly range: TimeRange } | null;
}

/**
 * Numbers of each project, or with `byBranch` of its branches, in order of sites and scopes. Reads every file once;
 * holds counts. Throws Failure `interrupted`.
 */
export async function stats(
  { disk, kinds, sites }: ReadContext,
  { byBranch = false, within = null, ...options }: StatsOptions,
): Promise<StatsResult> {
  const coverage = new Coverage(options.now);
  const groups = new Groups(byBranch);
  const part = partIn(within);
  const reading = { disk, kinds, sites };
  for await (const events of surveyAnswers(reading, options, { want: { tally: { byBranch } } }))
    for (const event of events) {
      groups.take(event, part);
      if (event.type !== 'answered' || part.has(event.id)) coverage.take(event);
    }
  return { stores: groups.all(), coverage };
}

class Groups {
  readonly #all = new Map<string, GroupTally>();
  /** Answers so far: forks and copies repeat those of their source. */
  readonly #counted = new KeySet();
  readonly #byBranch: boolean;

  constructor(byBranch: boolean) {
    this.#byBranch = byBranch;
  }

  take(event: SurveyEvent, part: CountedPart): void {
    if (event.type === 'answered') this.#addUnit(event, part);
    if (event.type === 'finding' && part.has(event.finding.id))
      this.#groupOf(event.site, event.scope).tally.addFinding(event.finding);
  }

  #addUnit({ site, scope, id, answer: { tally: unit } }: EventOf<'answered'>, part: CountedPart): void {
    const answers = unit === undefined ? [] : part.answersOf(unit);
    const isCounted = part.has(id);
    if (unit === undefined || (!isCounted && answers.length === 0)) return;
    const { tally, tokens } = this.#groupOf(site, scope, unit);
    if (isCounted) tally.add(unit);
    tokens.add(answers, this.#counted);
  }

  all(): StoreStats[] {
    return Array.from(this.#all.values(), (each) => storeStats(each, this.#byBranch));
  }

  #groupOf(site: Site, scope: string | null, unit: Partial<UnitTally> = {}): GroupTally {
    const project = projectOf(scope) ?? unit.project ?? null;
    const branch = this.#byBranch ? (unit.branch ?? null) : null;
    // Two folders may have the same name, unless the project is a folder of the store.
    const folder = projectOf(scope) === null ? unit.cwd : null;
    const key = [site.kind, site.root, project, branch, folder].join('\0');
    const known = this.#all.get(key) ?? { site, project, branch, tally: new StatsTally(), tokens: new TokenTally() };
    this.#all.set(key, known);
    return known;
  }
}

interface CountedPart {
  has(id: string | null): boolean;
  answersOf(unit: UnitTally): UnitTally['answers'];
}

function partIn(within: StatsOptions['within']): CountedPart {
  if (within == null) return { has: () => true, answersOf: ({ answers }) => answers };
  const { ids, range } = within;
  return {
    has: (id) => id !== null && ids.has(id),
    answersOf: ({ answers }) => answers.filter(({ day }) => isDayIn(day, range)),
  };
}

/** True for an unknown day. */
function isDayIn(day: string | null, { since, until }: TimeRange): boolean {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  return Number.isNaN(start) || ((since === null || start + DAY_SECONDS > since) && (until === null || start <= until));
}

const DAY_SECONDS = 86_400;

function storeStats(
  { site: { kind, root }, project, branch, tally, tokens }: GroupTally,
  byBranch: boolean,
): StoreStats {
  const { cwd, sums, oldest, newest, largest, contents, by } = tally.plain();
  return {
    kind,
    root,
    project,
    cwd,
    ...(byBranch ? { branch } : {}),
    ...sums,
    oldest,
    newest,
    largest: [...largest],
    contents: [...contents],
    tokens: tokens.all(),
    daily: tokens.daily(),
    days: Object.fromEntries([...by.days].sort(byKey)),
    roles: ranked(by.roles),
    types: ranked(by.types),
    tools: ranked(by.tools, TOOLS),
    formats: ranked(by.formats),
    months: Object.fromEntries([...by.months].sort(byKey)),
    findings: ranked(by.findings),
    healing: ranked(by.healing),
  };
}

function ranked(counts: ReadonlyMap<string, number>, max = Number.POSITIVE_INFINITY): CountsByName {
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rest = sorted.slice(max).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([...sorted.slice(0, max), ...(rest === 0 ? [] : [['others', rest] as const])]);
}
