import { CHANGING, CHOOSING } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command } from '../command.ts';

export const archive = command({
  operands: '[ID...]',
  about:
    'Moves conversations out of the way of the program that owns them, with what belongs to them; `convo restore` brings them back.',
  flags: {
    ...CHANGING,
    ...CHOOSING,
  },
  run: (job, ids, { olderThan, all, ...flags }) => changeVerb(job, { verb: 'archive', ids, flags, olderThan, all }),
});
