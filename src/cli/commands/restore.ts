import { Failure } from '../../model/failure.ts';
import { restoreKept } from '../../ops/change/restore-kept.ts';
import { newRun } from '../../ops/change/run-ids.ts';
import { vacantHomes } from '../../ops/pack/unpack-target.ts';
import { realDisk } from '../../ops/reading.ts';
import { isFileAt } from '../../ops/sites/given.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS, type ChangeFlags, SELECTION_FLAGS } from '../change/flags.ts';
import { printChange } from '../change/print-change.ts';
import { command, type Job } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { flag, givenFlag } from '../flag.ts';
import { readingOf, sitesOptions } from '../scope.ts';
import { worldFor } from '../world.ts';

export const restoreCommand = command({
  operands: '[ID...]',
  about:
    'Brings archived conversations back, with what was archived with them; never onto an existing file. ' +
    'With --from a copy goes over a session that is its beginning, and over no other; the name of an earlier copy ' +
    '(`ID.jsonl.HASH`) brings that one back. A store that is gone is made anew.',
  examples: [
    ['convo restore 3f0c', 'one conversation'],
    ['convo restore 4 --as 9', 'rao: under another number'],
    ['convo restore 3f0c --dry-run', 'what would be moved'],
    ['convo restore 3f0c --from ~/sessions', 'from what `convo keep` copied'],
    ['convo restore 3f0c --from COPY', 'copilot: as it was before the program left lines out (CP305)'],
  ],
  flags: {
    ...CHANGE_FLAGS,
    ...SELECTION_FLAGS,
    from: flag(
      '--from <path>',
      'bring a copy back from the folder that was given to `convo keep`; copilot: from a copy that the program put aside',
    ),
    as: flag('--as <id>', 'rao: bring it back under this number, where its own was taken'),
  },
  run: (job, ids, { olderThan, all, from, as, ...flags }) => {
    if (from !== undefined) {
      const other = givenFlag({ '--as': as, '--all': all, '--older-than': olderThan, '--plan-out': flags.planOut });
      if (other !== undefined) throw new Failure('usage', `--from and ${other} cannot be given together`);
      return restoreFrom(job, ids, from, flags);
    }
    if (as !== undefined && ids.length !== 1) throw new Failure('usage', '--as is for one conversation: name its id');
    const choice = { type: 'flags', olderThan, all } as const;
    return changeVerb(job, { verb: 'restore', ids, flags, choice, verbFlags: { as: as ?? null } });
  },
});

async function restoreFrom(job: Job, ids: readonly string[], typed: string, flags: ChangeFlags): Promise<Exit> {
  const [id = ''] = ids;
  if (ids.length !== 1) throw new Failure('usage', '--from is for one conversation: name its id');
  const path = pathFromArgument(job.env.cwd, typed);
  if (isFileAt(realDisk().disk, path))
    return changeVerb(job, { verb: 'restore', ids, flags, verbFlags: { from: path } });
  const { reading, survey } = await readingOf(
    { ...job, options: { ...job.options, allowEmpty: true } },
    { onlyHere: true },
  );
  const { dryRun, force } = flags;
  const wanted = {
    from: path,
    id,
    vacant: vacantHomes(reading, sitesOptions(job)),
    run: newRun(job.env),
    now: survey.run.now,
    dryRun,
    force,
  };
  const report = await restoreKept(worldFor(job), reading, wanted);
  await printChange(job, report);
  const [item] = report.items;
  if (item?.state === 'unchanged') await job.err.line(`convo: ${item.id} is still here: nothing to restore`);
  return exitOf({ change: report });
}
