import { changeVerb } from '../change/change-verb.ts';
import { CHANGING, CHOOSING } from '../change/flags.ts';
import { command } from '../command.ts';

export const archiveCommand = command({
  operands: '[ID...]',
  about:
    'Moves conversations out of the way of the program that owns them, with what belongs to them; `convo restore` brings them back.',
  examples: [
    ['convo archive 3f0c', 'one conversation'],
    ['convo archive --older-than 90d', 'what nobody touched for 90 days'],
    ['convo archive --older-than 90d --dry-run', 'the same, only shown'],
  ],
  flags: {
    ...CHANGING,
    ...CHOOSING,
  },
  run: (job, ids, { olderThan, all, ...flags }) => changeVerb(job, { verb: 'archive', ids, flags, olderThan, all }),
});
