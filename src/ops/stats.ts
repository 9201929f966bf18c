import { byKey } from '../model/collections.ts';
import type { CountsByName, StoreStats } from '../model/stats.ts';
import type { Site } from '../stores/kind.ts';
import type { ReadContext } from './reading.ts';
import { Coverage } from './survey/coverage.ts';
import { projectOf } from './survey/locate.ts';
import { type SurveyOptions, surveyAnswers } from './survey/survey.ts';
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

/**
 * Numbers of each project, or with `byBranch` of its branches, in order of sites and scopes. Reads every file once;
 * holds counts. Throws Failure `interrupted`.
 */
export async function stats(
  { disk, kinds, sites }: ReadContext,
  { byBranch = false, ...options }: SurveyOptions & { readonly byBranch?: boolean },
): Promise<StatsResult> {
  const coverage = new Coverage(options.now);
  const all = new Map<string, GroupTally>();
  const counted = new KeySet();
  const tallyOf = (site: Site, scope: string | null, unit: Partial<UnitTally> = {}): GroupTally => {
    const project = projectOf(scope) ?? unit.project ?? null;
    const branch = byBranch ? (unit.branch ?? null) : null;
    // Two folders may have the same name, unless the project is a folder of the store.
    const folder = projectOf(scope) === null ? unit.cwd : null;
    const key = [site.kind, site.root, project, branch, folder].join('\0');
    const known = all.get(key) ?? { site, project, branch, tally: new StatsTally(), tokens: new TokenTally() };
    all.set(key, known);
    return known;
  };
  const add = (site: Site, scope: string, unit: UnitTally) => {
    const { tally, tokens } = tallyOf(site, scope, unit);
    tally.add(unit);
    tokens.add(unit.answers, counted);
  };
  const reading = { disk, kinds, sites };
  for await (const events of surveyAnswers(reading, options, { want: { tally: { byBranch } } }))
    for (const event of events) {
      coverage.take(event);
      if (event.type === 'finding') tallyOf(event.site, event.scope).tally.addFinding(event.finding);
      if (event.type === 'answered' && event.answer.tally !== undefined)
        add(event.site, event.scope, event.answer.tally);
    }
  return { stores: Array.from(all.values(), (each) => storeStats(each, byBranch)), coverage };
}

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

function ranked(counts: ReadonlyMap<string, number>, most = Number.POSITIVE_INFINITY): CountsByName {
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rest = sorted.slice(most).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([...sorted.slice(0, most), ...(rest === 0 ? [] : [['others', rest] as const])]);
}
