import { CHANGING } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command, flag, toggle } from '../command.ts';
import { choice } from '../values/choice.ts';

export const migrate = command({
  operands: '[ID...]',
  about:
    'fnord: from v0 to v1, with the heals that fnord itself would make, or back with --to v0. Timestamps never change. Files that ' +
    'cannot be carried over are left alone and counted. A second run changes nothing.',
  flags: {
    ...CHANGING,
    to: flag('--to <format>', 'the format to come to: v1 (default) or v0', choice(['v1', 'v0'])),
    lossy: toggle('--lossy', 'also migrate what loses something on the way'),
  },
  run: (job, ids, { to = null, lossy, ...flags }) => changeVerb(job, { verb: 'migrate', ids, flags, to, lossy }),
});
