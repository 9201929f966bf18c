import { Failure } from '../../model/failure.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGING, CHOOSING } from '../change/flags.ts';
import { command } from '../command.ts';
import { flag } from '../flag.ts';

export const restore = command({
  operands: '[ID...]',
  about: 'Brings archived conversations back, with what was archived with them; never onto an existing file.',
  examples: [
    ['convo restore 3f0c', 'one conversation'],
    ['convo restore 4 --as 9', 'rao: under another number'],
    ['convo restore 3f0c --dry-run', 'what would be moved'],
  ],
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
