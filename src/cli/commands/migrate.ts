import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS, CWD, folderFromFlag } from '../change/flags.ts';
import { REPORT } from '../change/print-change.ts';
import { command, JOBS_FLAG } from '../command.ts';
import { flag, toggle } from '../flag.ts';

export const migrateCommand = command({
  operands: '[ID...]',
  about:
    'fnord: from v0 to v1, with the heals that fnord itself would make, or back with --to v0. Timestamps never change. Files that ' +
    'cannot be carried over are left alone and counted. A second run changes nothing. tenex: to the shape of August 2025, or with ' +
    '--to tenex-e12 --output DIR to the messages of December 2025, which keep no signature, tag or kind: each conversation becomes a ' +
    'file in DIR, every loss is reported, and the store stays as it is.',
  examples: [
    ['convo migrate --dry-run', 'what would change'],
    ['convo migrate --project orchard --yes', 'one project, without a question'],
    ['convo migrate --to v0 3f0c', 'one conversation of fnord back to v0'],
  ],
  flags: {
    ...CHANGE_FLAGS,
    report: REPORT,
    to: flag(
      '--to <format>',
      'the format to migrate to: v1 (fnord) or v0, tenex-e5 or tenex-e12, rao; else the next one of each kind',
    ),
    output: flag('--output <dir>', 'tenex-e12: the folder to write to, which is new or empty and in no store'),
    phase: flag('--phase <name>', 'tenex: the phase of conversations that have none, or none that is known'),
    cwd: CWD,
    lossy: toggle('--lossy', 'also migrate what loses something on the way'),
    jobs: JOBS_FLAG,
  },
  run: (job, ids, { to = null, output, phase = null, cwd, lossy, jobs, report: reports, ...flags }) => {
    const verbFlags = { to, phase: phase?.toLowerCase() ?? null, cwd: folderFromFlag(job, cwd), lossy };
    return changeVerb(job, { verb: 'migrate', ids, flags, reports, jobs, output, verbFlags });
  },
});
