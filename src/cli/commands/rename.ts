import { Failure } from '../../model/failure.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS } from '../change/flags.ts';
import { command } from '../command.ts';

export const renameCommand = command({
  operands: '<ID> <TITLE>',
  about:
    'Gives a conversation another title, as the program that owns it writes one: a line of a Claude Code session, the title and ' +
    'the index entry of TENEX, a row of the names table of Rao. fnord stores no title.',
  examples: [
    ['convo rename 3f0c "Oven timer"', 'a new title'],
    ['convo rename 3f0c "Oven timer" --dry-run', 'the line that would be added'],
    ['convo undo', 'the old title again'],
  ],
  flags: CHANGE_FLAGS,
  run: (job, [id = '', typed = ''], flags) => {
    const title = typed.trim();
    if (title === '') throw new Failure('usage', 'a title must not be blank');
    if (/[\r\n]/.test(title)) throw new Failure('usage', 'a title must be one line');
    return changeVerb(job, { verb: 'rename', ids: [id], flags, verbFlags: { title } });
  },
});
