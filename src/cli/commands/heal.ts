import type { ChangeReport, ReportItem } from '../../model/change-report.ts';
import { compareText } from '../../model/collections.ts';
import { cmd, commandText, ID, withPlaceholders } from '../../model/command.ts';
import { isLossy } from '../../model/finding.ts';
import { countText } from '../../report/text.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS, CWD, folderFromFlag } from '../change/flags.ts';
import { REPORT } from '../change/print-change.ts';
import { command, JOBS_FLAG, type Job, rerun } from '../command.ts';
import { flag, flagList, flagMany, parsedBy, toggle } from '../flag.ts';
import { findingCode } from '../values/fail-on.ts';
import { time } from '../values/moment.ts';
import { REDACT } from '../values/redact.ts';

/** `OLD=NEW`, case-insensitive. */
export const phaseChange = parsedBy(phasesIn, 'takes two phases, such as review=verification');

function phasesIn(text: string): readonly [string, string] | null {
  const [from, to, ...more] = text.toLowerCase().split('=');
  return !from || !to || more.length > 0 ? null : [from.trim(), to.trim()];
}

export const healCommand = command({
  operands: '[ID...]',
  about:
    'Edits only the bytes that a finding is about; all others stay. What is safe is done; what would lose something is refused ' +
    'until --lossy allows it, and then every loss is reported and the original kept. Each error and warning that stays is named at its conversation, with the command that goes on; an error makes the exit code 1. `convo undo` puts every byte back.',
  examples: [
    ['convo heal --dry-run', 'each edit that would be made'],
    ['convo heal 3f0c', 'one conversation'],
    ['convo heal --lossy --yes', 'torn files too, without a question'],
    ['convo heal --yes --redact', 'for a log that others read: what is printed has no secrets'],
  ],
  flags: {
    ...CHANGE_FLAGS,
    report: REPORT,
    only: flagList(
      '--only <code>',
      'heal only findings of these codes: FN201,FN202; it allows no loss: that takes --lossy too; the codes of other errors and warnings are named on stderr',
      findingCode,
    ),
    lossy: toggle('--lossy', 'also heal what loses something, such as torn files'),
    mapPhase: flagMany(
      '--map-phase <old=new>',
      'tenex: write NEW for the phase OLD, which the program does not know; may be given several times',
      phaseChange,
    ),
    timestamp: flag('--timestamp <time>', 'the time of conversations that never had one', time),
    cwd: CWD,
    jobs: JOBS_FLAG,
    ...REDACT,
  },
  run: (job, ids, { only, lossy, timestamp, cwd, mapPhase, jobs, report: reports, redact, redactAlso, ...flags }) =>
    changeVerb(job, {
      verb: 'heal',
      ids,
      flags,
      reports,
      jobs,
      redact: { redact, redactAlso },
      verbFlags: {
        lossy,
        only: only.length === 0 ? null : only,
        timestamp: timestamp === undefined ? null : Math.floor(timestamp.from),
        cwd: folderFromFlag(job, cwd),
        mapPhase,
      },
      afterReport: async (_, report) => {
        if (job.options.json) return [];
        if (only.length > 0) return beyondLines(job, ids, report);
        const byName = byNameLines(job, ids, report);
        return byName.length > 0 || ids.length === 0 ? byName : soundIn(report);
      },
    }),
});

/** Reports sound ids; a single requested one may have other damage. */
function soundIn({ items, stays = [] }: ChangeReport): string[] {
  const [first, ...others] = items;
  if (first === undefined || stays.length > 0 || !items.every(isSound)) return [];
  return [`${others.length === 0 ? `${first.id} is` : `all ${items.length} are`} sound: nothing to heal`];
}

function byNameLines(
  job: Job,
  ids: readonly string[],
  { changed, refused, notHealed = new Map() }: ChangeReport,
): string[] {
  if (changed + refused > 0 || notHealed.size === 0) return [];
  const codes = [...notHealed.keys()].sort(compareText);
  const only = codes.join(',');
  const way = codes.some(isLossy)
    ? cmd`heal ${ID} --only ${only} --lossy --dry-run`
    : cmd`heal ${ID} --only ${only} --dry-run`;
  return [
    `healed only where it is named: ${countsText(notHealed)}: \`${commandText(withPlaceholders(way, { ID: ids }), rerun(job.options))}\``,
  ];
}

/** Lines on damage that `--only` does not name. */
function beyondLines(job: Job, ids: readonly string[], { notHealed = new Map() }: ChangeReport): string[] {
  if (notHealed.size === 0) return [];
  const way = withPlaceholders(cmd`heal ${ID} --dry-run`, { ID: ids });
  return [
    `passed over because of --only: ${[...notHealed.keys()].sort(compareText).join(', ')}: \`${commandText(way, rerun(job.options))}\``,
  ];
}

function countsText(counts: ReadonlyMap<string, number>): string {
  const all = [...counts].sort(([a], [b]) => compareText(a, b));
  return all.map(([code, count]) => `${code} in ${countText(count, 'conversation')}`).join(', ');
}

function isSound({ state, codes, reason, notes = [], left = [], stays = [] }: ReportItem): boolean {
  return (
    state === 'unchanged' && reason === undefined && [codes, notes, left, stays].every(({ length }) => length === 0)
  );
}
