import { join } from 'node:path';
import { statOf } from '../../io/disk/stat-of.ts';
import { beginningOf } from '../../io/journal/intentions.ts';
import { journalOf } from '../../io/journal/journal.ts';
import type { World } from '../../io/world.ts';
import { type ChangeReport, DECIDED_VERBS } from '../../model/change-report.ts';
import { grouped } from '../../model/collections.ts';
import { cmd, type Sentence, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import type { PlanHeader, PlanRequest, PlanStore } from '../../model/plan.ts';
import type { Kind } from '../../stores/kind.ts';
import { kindOfSite } from '../reading.ts';
import type { SurveyOptions } from '../survey/survey-options.ts';
import { stopUnbegun } from './carry-out.ts';
import { joinReports } from './change.ts';
import { decideSite } from './decide.ts';
import { decideOptionsOf, siteOf } from './decide-again.ts';
import { newLedger } from './ledger.ts';
import type { RootRun } from './run-report.ts';

interface FinishedRuns {
  readonly chosen: readonly RootRun[];
  readonly survey: SurveyOptions;
}

/** Adds, as not reached, the conversations that these runs would change in stores of their command that have no journal of them. Reads only. */
export async function withNotBegun(
  world: World,
  kinds: readonly Kind[],
  { chosen, survey }: FinishedRuns,
  made: ChangeReport,
): Promise<ChangeReport> {
  const reports = [made];
  for (const [run, roots] of grouped(chosen.map(({ run, root }) => [run, root] as const))) {
    const { header } = beginningOf(world.disk, journalOf(roots[0] ?? '', run));
    for (const store of header.request?.stores ?? []) {
      if (statOf(world.disk, journalOf(store.root, run).folder) !== null) continue;
      const report = await notBegunIn(world, kinds, { header, store }, survey);
      if (report !== null) reports.push(report);
    }
  }
  return joinReports(made, reports);
}

async function notBegunIn(
  world: World,
  kinds: readonly Kind[],
  of: { readonly header: PlanHeader; readonly store: PlanStore },
  survey: SurveyOptions,
): Promise<ChangeReport | null> {
  const { store } = of;
  const { request: typed } = of.header;
  const verb = DECIDED_VERBS.find((each) => each === of.header.command);
  const place = store.file === null ? store.root : join(store.root, store.file);
  if (verb === undefined || typed === undefined || statOf(world.disk, place) === null) return null;
  const request = { ...typed, scope: store.scope, file: store.file };
  const header = { ...of.header, kind: store.kind, root: store.root };
  const site = siteOf(world, kindOfSite(kinds, store), header, request);
  if (site === null) return null;
  const ledger = newLedger(verb);
  const options = decideOptionsOf({ header, request, survey, ids: request.ids, force: request.force }, verb);
  for await (const _ of decideSite(world.disk, kinds, site, options, ledger));
  if (ledger.changes.length === 0) return null;
  const reason = `the run had not begun with the ${store.kind} store ${store.root}`;
  stopUnbegun(ledger, new Failure('refused', reason, wayOn(header, request)));
  const report = ledger.report({ run: null, dryRun: false });
  const items = report.items.filter(({ state }) => state === 'not-reached');
  return { ...report, unchanged: 0, refused: 0, items, remarks: [], stays: undefined };
}

function wayOn({ command }: PlanHeader, { ids, projects, flags: { lossy, only } }: PlanRequest): Sentence {
  if (command !== 'heal' || ids !== null || projects.length > 0)
    return sentence`${cmd`${command}`} with the ids and flags of then does it.`;
  const words = ['heal', ...(lossy ? ['--lossy'] : []), ...(only === null ? [] : ['--only', only.join(',')])];
  return sentence`${{ program: 'convo', words }} does it.`;
}
