import { Failure } from '../../model/failure.ts';
import { isNameOfCopy } from '../../model/ids.ts';
import { needlessCopies } from '../../ops/diff.ts';
import { knownIds } from '../../ops/resolve-ids.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS, SELECTION_FLAGS } from '../change/flags.ts';
import { command, type Job } from '../command.ts';
import { toggle } from '../flag.ts';
import { readingOf } from '../scope.ts';

export const archiveCommand = command({
  operands: '[ID...]',
  about:
    'Moves conversations out of the way of the program that owns them, with what belongs to them; `convo restore` brings them back.',
  examples: [
    ['convo archive 3f0c', 'one conversation'],
    ['convo archive --older-than 90d', 'what nobody touched for 90 days'],
    ['convo archive --older-than 90d --dry-run', 'the same, only shown'],
    ['convo archive --copies', 'conflict copies with nothing of their own'],
  ],
  flags: {
    ...CHANGE_FLAGS,
    ...SELECTION_FLAGS,
    copies: toggle(
      '--copies',
      'copies that a tool for syncing or a person made of a conversation, where nothing is in them that the conversation lacks',
    ),
  },
  run: async (job, ids, { olderThan, all, copies, ...flags }) => {
    if (!copies) return changeVerb(job, { verb: 'archive', ids, flags, olderThan, all });
    if (ids.length > 0 || all || olderThan !== undefined)
      throw new Failure('usage', '--copies makes the choice: give no id, --all or --older-than with it');
    return changeVerb(job, { verb: 'archive', ids: await copiesIn(job), flags, isBulk: true });
  },
});

async function copiesIn(job: Job): Promise<string[]> {
  const { reading, survey } = await readingOf(job, { onlyHere: true });
  const known = new Set((await knownIds(reading, survey)).flatMap(({ id }) => (isNameOfCopy(id) ? [id] : [])));
  const found = await needlessCopies(reading, survey, known);
  if (found.length === 0)
    await job.err.line(
      'convo: no copy was found that is all in its original; `convo diff COPY` says what one has more',
    );
  return found.map(({ copy }) => copy.id);
}
