import type { LostConversation } from '../../model/lost.ts';
import { isNamedBy, listStoredIds, pathsFor, placeAt } from '../../ops/resolve-ids.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { withSelection } from '../../ops/survey/survey-options.ts';
import { placeOfId, type WhyResult, why, whyLost } from '../../ops/why.ts';
import { lostText } from '../../report/lost.ts';
import { type GoneFolder, withGone } from '../../report/resume-lines.ts';
import { whyJson, whyText } from '../../report/why.ts';
import { command, type Job, readerPlace, rerun } from '../command.ts';
import { EXIT, type Exit } from '../exit.ts';
import { findLostConversation, goneFolder } from '../history.ts';
import { reportUnread } from '../job-commentary.ts';
import { learntRedactor, redactedTwice, redactorFor, reportRedacted } from '../redact.ts';
import { atPaths, idsMeant, readingOf } from '../scope.ts';
import { byInnerId } from '../unknown-id.ts';
import { REDACT } from '../values/redact.ts';

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
    ['convo why 3f0c --redact', 'without secrets in its title and in findings, to hand on'],
  ],
  flags: REDACT,
  run: async (typedJob, [typed = ''], flags) => {
    const job = await atPaths(typedJob, [typed]);
    const { reading, survey, unreadablePaths } = await readingOf(job);
    await reportUnread(job, unreadablePaths);
    const storedIds = await listStoredIds(reading, survey);
    const word = await byInnerId(typed, { reading, survey, storedIds });
    // An id without a file may be in a table or in traces.
    const isFile = storedIds.some(({ id }) => isNamedBy(id, word)) || word === '';
    const places = isFile ? storedIds : [...storedIds, ...(await placeOfId(reading, word, survey))];
    const isKnown = places.some(({ id }) => isNamedBy(id, word));
    const gone = isKnown ? null : await findLostConversation(job, reading, survey, word);
    if (gone !== null) {
      const redactor = await redactorFor(job, flags.redact, flags.redactAlso);
      return print(job, { answer: whyLost(gone), lost: gone, gone: null }, redactor);
    }
    const [id = word] = await idsMeant([word], { reading, survey, storedIds: places, env: job.env }, 1);
    const place = placeAt(word, id, places, job.env.cwd);
    const isOne = places.filter((each) => each.id === id).length === 1;
    const answer = await why(reading, place, survey, { paths: pathsFor(word, job.env.cwd), isOne });
    const isLeft = answer.hidden === 'companion-without-session';
    const lost = isLeft ? await findLostConversation(job, reading, survey, id) : null;
    const redactor = await learntRedactor(job, flags, reading, withSelection(survey, { hasId: (each) => each === id }));
    const goes = goneFolder(job, reading, answer.conversation, redactor !== null);
    return print(job, { answer, lost, gone: goes }, redactor);
  },
});

interface FullAnswer {
  readonly answer: WhyResult;
  readonly lost: LostConversation | null;
  readonly gone: GoneFolder | null;
}

async function redactedAnswer({ answer, lost, gone }: FullAnswer, redactor: Redactor): Promise<FullAnswer> {
  const { redactedLost, redactedWhy } = await import('../../ops/secrets/redacted-answers.ts');
  return redactedTwice(redactor, (redact) => ({
    answer: redactedWhy(answer, redact),
    lost: lost && redactedLost(lost, redact),
    gone,
  }));
}

async function print(job: Job, found: FullAnswer, redactor: Redactor | null): Promise<Exit> {
  const { out, paint, env, options } = job;
  const { answer, lost, gone } = redactor === null ? found : await redactedAnswer(found, redactor);
  const commandPrefix = redactor === null ? rerun(options) : redactor(rerun(options));
  const conversation = withGone(answer.conversation, gone);
  if (options.json) await out.line(whyJson({ ...answer, conversation }, commandPrefix, lost));
  else {
    const { width } = out;
    const around = readerPlace({ env });
    await out.lines(whyText(answer, { paint, width, cwd: env.cwd, around, commandPrefix, idOf: (id) => id, gone }));
    if (lost !== null) await out.lines(lostText(lost, { paint, width, commandPrefix }));
  }
  await reportRedacted(job, redactor);
  return EXIT.done;
}
