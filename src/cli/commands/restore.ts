import { CHANGING, OLDER_THAN } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command } from '../command.ts';

export const restore = command({
  operands: '[ID...]',
  about: 'Brings archived conversations back, with what was archived with them; never onto an existing file.',
  flags: {
    ...CHANGING,
    olderThan: OLDER_THAN,
  },
  run: (job, ids, { olderThan, ...flags }) => changeVerb(job, { verb: 'restore', ids, flags, olderThan }),
});
