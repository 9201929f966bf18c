import { CHANGING, CHOOSING } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command } from '../command.ts';

export const remove = command({
  operands: '[ID...]',
  about:
    'Takes conversations out of the store, with their index entries. They stay in the journal, text and all, until `convo runs prune`.',
  flags: {
    ...CHANGING,
    ...CHOOSING,
  },
  run: (job, ids, { olderThan, all, ...flags }) => changeVerb(job, { verb: 'delete', ids, flags, olderThan, all }),
});
