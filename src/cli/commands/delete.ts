import { CHANGING, OLDER_THAN } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command } from '../command.ts';

export const remove = command({
  operands: '[ID...]',
  about:
    'Takes conversations out of the store, with their index entries. They stay in the journal, text and all, until `convo runs prune`.',
  flags: {
    ...CHANGING,
    olderThan: OLDER_THAN,
  },
  run: (job, ids, { olderThan, ...flags }) => changeVerb(job, { verb: 'delete', ids, flags, olderThan }),
});
