import { CHANGING, OLDER_THAN } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command } from '../command.ts';

export const archive = command({
  operands: '[ID...]',
  about:
    'Moves conversations out of the way of the program that owns them, with what belongs to them; `convo restore` brings them back.',
  flags: {
    ...CHANGING,
    olderThan: OLDER_THAN,
  },
  run: (job, ids, { olderThan, ...flags }) => changeVerb(job, { verb: 'archive', ids, flags, olderThan }),
});
