import { Failure } from '../../model/failure.ts';
import { numberText } from '../../report/text.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS } from '../change/flags.ts';
import { command } from '../command.ts';

/** A longer title would fill the screen in every list. */
const MAX_TITLE_LENGTH = 1000;

export const renameCommand = command({
  operands: '<ID> <TITLE>',
  about:
    'Gives a conversation another title, where the program that owns it keeps one: a line of a session of Claude Code, Gemini CLI, ' +
    'Qwen Code or Pi, a line of the index of Codex CLI, workspace.yaml of Copilot CLI, the title and the index entry of TENEX, a row ' +
    'of the names table of Rao. fnord stores no title, and Codex CLI keeps those of newer threads in a database: there its own ' +
    '`/rename` is named.',
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
    if (Array.from(title).length > MAX_TITLE_LENGTH)
      throw new Failure('usage', `a title has at most ${numberText(MAX_TITLE_LENGTH)} letters`);
    return changeVerb(job, { verb: 'rename', ids: [id], flags, verbFlags: { title } });
  },
});
