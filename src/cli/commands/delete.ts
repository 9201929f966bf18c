import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS, SELECTION_FLAGS } from '../change/flags.ts';
import { command } from '../command.ts';

export const deleteCommand = command({
  operands: '[ID...]',
  about:
    'Takes conversations out of the store, with their index entries. They stay in the journal, text and all, until `convo runs prune`.',
  examples: [
    ['convo delete 3f0c', 'one conversation, into the journal'],
    ['convo delete --older-than 52w --dry-run', 'what would go'],
    ['convo undo', 'and back'],
  ],
  flags: {
    ...CHANGE_FLAGS,
    ...SELECTION_FLAGS,
  },
  run: (job, ids, { olderThan, all, ...flags }) =>
    changeVerb(job, { verb: 'delete', ids, flags, choice: { type: 'flags', olderThan, all } }),
});
