import { Failure } from '../../model/failure.ts';
import { isNameOfCopy } from '../../model/ids.ts';
import { needlessCopies } from '../../ops/diff.ts';
import { needlessThreads } from '../../ops/needless-threads.ts';
import { listStoredIds } from '../../ops/resolve-ids.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS, SELECTION_FLAGS } from '../change/flags.ts';
import { command, type Job } from '../command.ts';
import { toggle } from '../flag.ts';
import { needlessLines } from '../needless-copies.ts';
import { readingOf } from '../scope.ts';

export const archiveCommand = command({
  operands: '[ID...]',
  about:
    'Moves conversations out of the way of the program that owns them, with what belongs to them; `convo restore` brings them back.\n\n' +
    'Copies are those that a tool for syncing or a person made of a conversation, where nothing is in them that the conversation ' +
    'lacks. Of forks of Codex, --copies takes those whose source or another fork has all of their messages; of equal forks, one ' +
    'with a name stays, else the one that changed last. A fork that is less than a day old stays.',
  examples: [
    ['convo archive 3f0c', 'one conversation'],
    ['convo archive --older-than 90d', 'in which nothing was said for 90 days'],
    ['convo archive --older-than 90d --dry-run', 'the same, only shown'],
    ['convo archive --copies', 'conflict copies and forks of Codex with nothing of their own'],
  ],
  flags: {
    ...CHANGE_FLAGS,
    ...SELECTION_FLAGS,
    copies: toggle(
      '--copies',
      'copies of conversations, with nothing in them that the conversation lacks; codex: also forks with nothing of their own',
    ),
  },
  run: async (job, ids, { olderThan, all, copies, ...flags }) => {
    if (!copies) return changeVerb(job, { verb: 'archive', ids, flags, choice: { type: 'flags', olderThan, all } });
    if (ids.length > 0 || all || olderThan !== undefined)
      throw new Failure('usage', '--copies makes the choice: give no id, --all or --older-than with it');
    return changeVerb(job, { verb: 'archive', ids: await copiesIn(job), flags, choice: { type: 'rule' } });
  },
});

async function copiesIn(job: Job): Promise<string[]> {
  const { reading, survey } = await readingOf(job, { onlyHere: true });
  const storedIds = await listStoredIds(reading, survey);
  const copies = new Set(storedIds.flatMap(({ id }) => (isNameOfCopy(id) ? [id] : [])));
  const threads = await needlessThreads(reading, survey);
  const found = [...(await needlessCopies(reading, survey, copies)), ...threads];
  if (found.length === 0)
    await job.err.line(
      'convo: no copy was found that is all in its original; `convo diff COPY` says what one has more',
    );
  for (const line of needlessLines(threads, storedIds)) await job.err.line(`convo: ${line}`);
  return found.map(({ copy }) => copy.id);
}
