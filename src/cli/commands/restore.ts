import { Failure } from '../../model/failure.ts';
import { CHANGING, CHOOSING } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command, flag } from '../command.ts';

export const restore = command({
  operands: '[ID...]',
  about: 'Brings archived conversations back, with what was archived with them; never onto an existing file.',
  flags: {
    ...CHANGING,
    ...CHOOSING,
    as: flag('--as <id>', 'rao: bring it back under this number, where its own was taken'),
  },
  run: (job, ids, { olderThan, all, as = null, ...flags }) => {
    if (as !== null && ids.length !== 1) throw new Failure('usage', '--as is for one conversation: name its id');
    return changeVerb(job, { verb: 'restore', ids, flags, olderThan, all, as });
  },
});
