import type { ReadDisk } from '../../io/disk.ts';
import { ruleOf } from '../../model/findings.ts';
import type { Change } from '../../model/plan.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import type { Want } from '../survey/answer-unit.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import { type SurveyEvent, surveyAnswers } from '../survey/survey.ts';
import type { Asked, Run } from '../survey/survey-event.ts';
import type { Threads } from '../threads/thread-work.ts';
import { type DecideOptions, noneUnread, previewsErrors } from './decide-options.ts';
import type { Ledger } from './ledger.ts';
import { remaining } from './remaining.ts';
import { type DecideContext, scopeChanges } from './scope-changes.ts';
import { sendableOptions, type UnitOutcomeOptions, unitDecider } from './unit-outcome.ts';

/**
 * The Changes that a verb leads to under one site, one by one as files are read; every unit is entered in the ledger.
 * Throws Failure `interrupted`.
 */
export async function* decideSite(
  disk: ReadDisk,
  kinds: readonly Kind[],
  site: Site,
  options: DecideOptions,
  ledger: Ledger,
): AsyncGenerator<Change> {
  const kind = kindOfSite(kinds, site);
  const { ask, until, dryRun, survey } = options;
  const verdicts = { ask, until, dryRun, later: previewsErrors(kind, options) };
  const context: DecideContext = {
    disk,
    kind,
    options,
    ledger,
    verdicts,
    verdictOn: unitDecider(disk, kind, site),
    unread: noneUnread(),
    remaining: ask.verb === 'heal' ? remaining(ask, kind, ledger) : null,
  };
  // All units were looked at so far: only then is an index compared with all files.
  let whole = !survey.wants && until === null;
  let scope = scopeChanges(context);
  const { jobs, want } = askedOfThreads(verdicts, survey);
  const asked: Asked = { want, decide: (unit, isRead) => scope.decide(unit, isRead) };
  for await (const events of surveyAnswers({ disk, kinds, sites: [site] }, { ...survey, jobs }, asked))
    for (const event of events) {
      const change = scope.take(event);
      if (change !== null) yield change;
      whole &&= !hides(event);
      if (event.type !== 'seen') continue;
      yield* scope.close(event, whole);
      scope = scopeChanges(context);
    }
}

/** No thread decides where an outcome depends on those of other units. */
function askedOfThreads(
  options: UnitOutcomeOptions,
  { jobs = null }: Run,
): { readonly jobs: Threads | null; readonly want: Want } {
  const change = sendableOptions(options);
  return change === null ? { jobs: null, want: { change: options } } : { jobs, want: { change } };
}

/** An entry with a name that is not text has no id, so no program could address it; any other unread one may be anything. */
function hides(event: SurveyEvent): boolean {
  if (event.type === 'answered') return (event.answer.failed ?? event.answer.change?.failed) !== undefined;
  if (event.type !== 'finding') return false;
  const { code } = event.finding;
  return ruleOf(code).unjudged === true && code !== 'ST004';
}
