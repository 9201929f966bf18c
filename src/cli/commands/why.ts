import { knownIds } from '../../ops/known-ids.ts';
import { onlyPlace, resolveIds } from '../../ops/resolve-ids.ts';
import { why as find, placeOfId } from '../../ops/why.ts';
import { whyJson, whyText } from '../../report/why.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit.ts';
import { rerun } from '../rerun.ts';
import { atPaths, readingOf } from '../scope.ts';

export const whyCommand = command({
  operands: 'ID',
  about:
    'Says why the list of the program that owns a conversation does not have it, or has it otherwise than it is on disk, and ' +
    'what would bring it back. Also for what only an index names. ID may be shortened to a unique beginning.',
  examples: [
    ['convo why 3f0c', 'why a list does not have it, or has it otherwise'],
    ['convo list --hidden', 'all that are left out of a list'],
    ['convo why 3f0c --json', 'for programs: stable words'],
  ],
  flags: {},
  run: async (given, [word = '']) => {
    const job = await atPaths(given, [word]);
    const { reading, survey } = await readingOf(job);
    const known = await knownIds(reading, survey);
    // An id without any file may still be named: by a row of a table.
    const isFile = known.some(({ id }) => id.startsWith(word)) || word === '';
    const places = isFile ? known : [...known, ...(await placeOfId(reading, word, survey))];
    const [id = word] = resolveIds([word], places, { cwd: job.env.cwd, least: 1 });
    const answer = await find(reading, onlyPlace(id, places), survey);
    const { paint, env, options, out } = job;
    const again = rerun(options);
    if (options.json) await out.line(whyJson(answer, again));
    else await out.lines(whyText(answer, { paint, width: out.width, cwd: env.cwd, again }));
    return EXIT.done;
  },
});
