import type { LostConversation } from '../../model/lost.ts';
import { isNamedBy, knownIds, pathsFor, placeAt } from '../../ops/resolve-ids.ts';
import { why as find, placeOfId, type WhyResult, whyLost } from '../../ops/why.ts';
import { lostText } from '../../report/lost.ts';
import { type GoneFolder, withGone } from '../../report/resume-lines.ts';
import { whyJson, whyText } from '../../report/why.ts';
import { command, type Job, rerun } from '../command.ts';
import { EXIT, type Exit } from '../exit.ts';
import { findLostConversation, goneFolder } from '../history.ts';
import { atPaths, idsMeant, readingOf } from '../scope.ts';

export const whyCommand = command({
  operands: 'ID',
  about:
    'Says why the list of the program that owns a conversation does not have it, or has it otherwise than it is on disk, and ' +
    'what would bring it back. Also for what only an index names, and for a session that is gone and left traces: what is left ' +
    'of it. ID may be shortened to a unique beginning.',
  examples: [
    ['convo why 3f0c', 'why a list does not have it, or has it otherwise'],
    ['convo list --hidden', 'all that are left out of a list'],
    ['convo why 3f0c --json', 'for programs: stable words'],
  ],
  flags: {},
  run: async (typedJob, [word = '']) => {
    const job = await atPaths(typedJob, [word]);
    const { reading, survey } = await readingOf(job);
    const known = await knownIds(reading, survey);
    // An id without file may be in a table or in traces.
    const isFile = known.some(({ id }) => isNamedBy(id, word)) || word === '';
    const places = isFile ? known : [...known, ...(await placeOfId(reading, word, survey))];
    const isKnown = places.some(({ id }) => isNamedBy(id, word));
    const gone = isKnown ? null : await findLostConversation(job, reading, survey, word);
    if (gone !== null) return print(job, whyLost(gone), { lost: gone, gone: null });
    const [id = word] = await idsMeant([word], { reading, survey, known: places, cwd: job.env.cwd }, 1);
    const place = placeAt(word, id, places, job.env.cwd);
    const answer = await find(reading, place, survey, pathsFor(word, job.env.cwd));
    const isLeft = answer.hidden === 'companion-without-session';
    const lost = isLeft ? await findLostConversation(job, reading, survey, id) : null;
    return print(job, answer, { lost, gone: goneFolder(job, reading, answer.conversation) });
  },
});

async function print(
  { out, paint, env, options }: Job,
  answer: WhyResult,
  { lost, gone }: { readonly lost: LostConversation | null; readonly gone: GoneFolder | null },
): Promise<Exit> {
  const commandPrefix = rerun(options);
  const conversation = withGone(answer.conversation, gone);
  if (options.json) await out.line(whyJson({ ...answer, conversation }, commandPrefix, lost));
  else {
    const { width } = out;
    const around = { home: env.vars['HOME'] ?? null };
    await out.lines(whyText(answer, { paint, width, cwd: env.cwd, around, commandPrefix, idOf: (id) => id, gone }));
    if (lost !== null) await out.lines(lostText(lost, { paint, width, commandPrefix }));
  }
  return EXIT.done;
}
