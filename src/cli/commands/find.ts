import { cmd, commandText, quotedWord } from '../../model/command.ts';
import { searchedStates } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { type Answers, type FindOptions, find, redactedAnswers } from '../../ops/find.ts';
import { nearWords } from '../../ops/search/did-you-mean.ts';
import { type SurveyOptions, withRun } from '../../ops/survey/survey-options.ts';
import { type Answer, answerBlock, answerEnding, answerLine, findJson } from '../../report/grep.ts';
import { countText } from '../../report/text.ts';
import { openChosen, reportArchived, type SearchHit, searchScreen } from '../choose-conversation.ts';
import { command, JOBS_FLAG, type Job, rerun, threadsOf } from '../command.ts';
import { endSearch, KEPT_HELP, type KeptSearch, reportKept, SEARCH_EXITS } from '../end-search.ts';
import { flag, toggle } from '../flag.ts';
import { withCwd } from '../history.ts';
import { limit } from '../list/choice.ts';
import { narrowedToTimes } from '../narrowed-to-times.ts';
import { refuseNothing } from '../no-conversations.ts';
import { progressLine } from '../progress.ts';
import { redactorFor } from '../redact.ts';
import { readingOf } from '../scope.ts';
import { REDACT } from '../values/redact.ts';
import { rangeAt, rangeWords, timeFlags } from '../values/times.ts';

const DEFAULT_LIMIT = 10;
const MAX_COUNTED = 100;

export const findCommand = command({
  operands: '[WORDS...]',
  about:
    'Finds the conversations that a question is about: its words in any order and form, common ones left out, rare ones and near ones ' +
    'first, and before all of them a title or first question that has them side by side; of nearly equal answers the newest; Chinese, Japanese, Korean and Thai by pairs of letters.\n\n' +
    'Of each conversation the turn that matches best is shown, also one of its ' +
    'subagents, by the number that `convo show` takes; copies and forks that have it too stand beside it. Calls of tools and their results are not looked ' +
    'into: for those, and for an exact text, there is `convo grep`. Words that nobody said are named and, where nothing answers, on a terminal also those in the newest 16 MB ' +
    'that differ from them in accents or a slip.\n\n' +
    KEPT_HELP +
    SEARCH_EXITS,
  examples: [
    ['convo find how did we fix the login redirect', 'a question in your own words'],
    ['convo find pump schedule --project .', 'in this folder'],
    ['convo find tide table --since 2w', 'in what was said in the last two weeks'],
    ['convo find --all --limit 3 tide table', 'the best three, archived ones too'],
  ],
  flags: {
    all: toggle('--all', 'archived conversations too'),
    limit: flag('--limit <count>', `at most so many conversations, or all (${DEFAULT_LIMIT})`, limit),
    ...timeFlags('only what was said from then on'),
    open: toggle('--open', 'choose one on the terminal, and show the turn that matches in its conversation'),
    ...REDACT,
    jobs: JOBS_FLAG,
  },
  run: async (job, words, { all, limit: max = DEFAULT_LIMIT, open, redact, redactAlso, jobs, ...times }) => {
    const redactor = await redactorFor(job, redact, redactAlso);
    if (redactor !== null && open) throw new Failure('usage', '--redact is not for --open');
    const range = rangeAt(times, job.clock.now);
    const selection = await narrowedToTimes(job, await readingOf(job), { olderThan: times.olderThan });
    const line = progressLine(job);
    const wanted: Omit<FindOptions, keyof SurveyOptions> = {
      question: words.join(' '),
      redact: redactor !== null,
      range,
      states: searchedStates(all),
      max,
    };
    const survey = withRun(selection.survey, { progress: line.show, jobs: threadsOf(job, jobs) });
    const result = await find(selection.reading, { ...survey, ...wanted });
    // For a person alone, because it takes longer than the search. A near word may be a secret.
    const isNearAsked = isAtTerminal(job) && result.answers.length === 0 && redactor === null;
    const query = { words: result.nowhere, states: wanted.states, range };
    const near = isNearAsked ? await nearWords(selection.reading, survey, query) : [];
    await line.clear();
    const found = redactedAnswers({ ...result, answers: withCwd(job, result.answers) }, redactor);
    const { answers, inOtherStates, coverage } = found;
    if (answers.length === 0) await refuseNothing(job, selection, coverage);
    await printAnswers(job, found, { open, near });
    if (!job.options.json) {
      if (answers.length > 0) await reportNowhere(job, found);
      await reportArchived(job, inOtherStates);
    }
    if (answers.length === 0 || all) {
      const inKept: KeptSearch['search'] = async (reading, options) =>
        countOf((await find(reading, { ...options, ...wanted, max: MAX_COUNTED })).answers);
      const again = { program: 'convo', words: ['find', ...rangeWords(range), words.join(' ')].map(quotedWord) };
      await reportKept(job, selection, { search: inKept, again });
    }
    return endSearch(job, selection, { found: answers.map(({ conversation }) => conversation), coverage });
  },
});

function isAtTerminal({ env, options }: Job): boolean {
  return env.stdout.isTTY === true && !options.json;
}

interface PrintOptions {
  readonly open: boolean;
  readonly near: readonly string[];
}

async function printAnswers(job: Job, found: Answers, { open, near }: PrintOptions): Promise<void> {
  const { out, options, env } = job;
  const { answers, inOtherStates, coverage } = found;
  const [best] = answers;
  if (open && best !== undefined) return openChosen(job, answers.map(hitOf));
  if (options.json) return out.line(findJson(found, coverage));
  if (best === undefined) {
    // The others are archived conversations, which later lines mention.
    if (inOtherStates > 0) return;
    return job.err.line(`convo: no conversation is about that; ${meantText(near)}${grepText(found.nowhere, options)}`);
  }
  const isScreen = env.stdout.isTTY === true;
  const alike = answers.flatMap((each) => each.alike);
  const screen = searchScreen(job, [...answers, ...alike.map((conversation) => ({ conversation }))]);
  if (!isScreen) {
    for (const answer of answers) await out.line(answerLine(answer, screen));
    if (alike.length > 0) await job.err.line(`convo: ${alikeWords(alike.length)}`);
    return;
  }
  for (const answer of answers) await out.lines([...answerBlock(answer, screen), '']);
  await out.lines(answerEnding(best, rerun(options), screen));
}

async function reportNowhere({ err, options }: Job, { nowhere }: Answers): Promise<void> {
  if (nowhere.length === 0) return;
  await err.line(`convo: nobody said ${nowhere.join(', ')}; ${grepText(nowhere, options)}`);
}

function meantText(near: readonly string[]): string {
  return near.length === 0 ? '' : `did you mean ${near.join(', ')}? `;
}

/** Names the command that looks for any of the words, wherever a store has them. */
function grepText(words: readonly string[], options: Job['options']): string {
  const [first = ''] = words;
  const each = words.flatMap((word) => ['-e', quotedWord(word)]);
  const way = words.length < 2 ? cmd`grep ${first}` : { program: 'convo' as const, words: ['grep', ...each] };
  return `\`${commandText(way, rerun(options))}\` looks into calls and their results too`;
}

function countOf(answers: readonly Answer[]): number {
  return answers.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
}

function alikeWords(count: number): string {
  const have = countText(count, 'copy or fork has one of these turns', 'copies and forks have one of these turns');
  return `${have} too: --json names them`;
}

function hitOf({ conversation, turn }: Answer): SearchHit {
  return { conversation, place: turn, text: turn.text };
}
