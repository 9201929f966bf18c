import { addToCount, grouped } from '../../model/collections.ts';
import { cmd, commandText, type NextCommand, quotedWord } from '../../model/command.ts';
import { type Role, searchedStates } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { idWord } from '../../model/ids.ts';
import type { SearchQuery } from '../../model/search.ts';
import { type GrepResult, grep, redactedMatches } from '../../ops/grep.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { byExtent } from '../../report/gaps.ts';
import {
  foldCopies,
  type GrepScreen,
  grepJson,
  lineText,
  matchBlock,
  matchEnding,
  matchingLines,
  matchLines,
  placeWord,
} from '../../report/grep.ts';
import { withTilde } from '../../report/list/headings.ts';
import { countText, numberText, printable, wrap } from '../../report/text.ts';
import { openChosen, reportArchived, type SearchHit, searchScreen } from '../choose-conversation.ts';
import { command, JOBS_FLAG, type Job, readerPlace, rerun, threadsOf } from '../command.ts';
import { endSearch, KEPT_HELP, type KeptSearch, reportKept, SEARCH_EXITS } from '../end-search.ts';
import { amount, flag, flagMany, toggle, type Values, wordOf } from '../flag.ts';
import { withCwd } from '../history.ts';
import { limit } from '../list/choice.ts';
import { narrowedToTimes } from '../narrowed-to-times.ts';
import { refuseNothing } from '../no-conversations.ts';
import { paged } from '../pager.ts';
import { progressLine } from '../progress.ts';
import { redactorFor } from '../redact.ts';
import { reportableGaps } from '../report-gaps.ts';
import { readingOf, withPathsAsRoots } from '../scope.ts';
import { REDACT } from '../values/redact.ts';
import { rangeAt, rangeWords, timeFlags } from '../values/times.ts';

const ROLES = ['user', 'assistant', 'system', 'tool'] as const satisfies readonly Role[];
const DEFAULT_LIMIT = 20;

const FLAGS = {
  ignoreCase: toggle('-i, --ignore-case', 'upper and lower case alike (so it is where PATTERN has no upper case)'),
  caseSensitive: toggle('--case-sensitive', 'upper and lower case are different, whatever PATTERN has'),
  words: toggle('-w, --words', 'whole words only'),
  pattern: flagMany(
    '-e, --pattern <text>',
    'this pattern, and each other one of -e: no PATTERN comes before the PATHs then',
  ),
  regex: toggle('--regex', 'PATTERN is a regular expression (RE2: no look-around, no back references)'),
  extendedRegexp: toggle('-E, --extended-regexp', 'as --regex'),
  role: flagMany('--role <role>', `only what these said: ${ROLES.join(', ')}`, wordOf(ROLES)),
  tool: flagMany('--tool <name>', 'only calls of these tools (of MCP also by their server), and what they answered'),
  ...timeFlags('only what was said from then on'),
  context: flag('-C, --context <n>', 'N messages on each side too', amount),
  afterContext: flag('-A, --after-context <n>', 'N messages after each match', amount),
  beforeContext: flag('-B, --before-context <n>', 'N messages before each match', amount),
  ids: toggle('-l, --ids', 'ids alone'),
  count: toggle(
    '-c, --count',
    'how many messages and names match in each conversation, by its id; of two files of one id, by their paths',
  ),
  all: toggle('--all', 'archived conversations too'),
  limit: flag('--limit <count>', `at most so many conversations, or all (a terminal shows ${DEFAULT_LIMIT})`, limit),
  lineNumber: toggle('-n, --line-number', 'has no effect here: each match has its number'),
  recursive: toggle('-r, --recursive', 'has no effect here: all that is there is searched'),
  fixedStrings: toggle('-F, --fixed-strings', 'has no effect here: PATTERN is plain text'),
  open: toggle('--open', 'choose one of the matches on the terminal, and show it in its conversation'),
  ...REDACT,
  jobs: JOBS_FLAG,
} as const;

export const grepCommand = command({
  operands: '[PATTERN] [PATH...]',
  about:
    'Searches what was said, thought, called and answered in all conversations, the one that changed last first, and their ' +
    'titles, tags, branches (but for main and master) and other names (`name`), but for those that a message repeats.\n\n' +
    'Of Claude Code also what its screen had of a result and the ' +
    'model was not sent (`stderr`, `stdout` and their like: `show --everything` has them), links of pull requests, summaries, the last ' +
    'prompt, output of a command that still ran, and descriptions of subagents, each where nothing else says it; and lines that are no record ' +
    '(`damaged line 25`) in a conversation of lines where no message matches.\n\n' +
    'PATTERN is plain text, as people type it: quotes and line ends are no escapes of JSON. What each line begins with is what `convo show` takes.\n\n' +
    'Not searched are keys of the input of a tool, files as they were before an edit, and instructions of Codex to its model ' +
    '(`base_instructions`, and texts of the developer).\n\n' +
    'On a terminal what does not fit goes through your pager. Nothing is indexed, so nothing is out of date. ' +
    KEPT_HELP +
    SEARCH_EXITS,
  examples: [
    ['convo grep "login redirect"', 'in everything that is here'],
    ['convo grep -w TODO --project . --role user', 'what was asked in this folder'],
    ['convo grep "npm test" --tool Bash --since 2w', 'in calls of a tool'],
    ['convo grep pump notes/.claude backup/a.jsonl', 'in these places'],
    ['convo grep pump --open', 'choose a match, and read on from there'],
    ['convo grep -l --regex "E[A-Z]+NOENT"', 'the ids alone'],
  ],
  flags: FLAGS,
  run: async (typedJob, operands, flags) => {
    const [pattern] = flags.pattern.length === 0 ? operands : [];
    const patterns = pattern === undefined ? flags.pattern : [pattern];
    const job = withPathsAsRoots(typedJob, operands.slice(pattern === undefined ? 0 : 1));
    const redactor = await redactorFor(job, flags.redact, flags.redactAlso);
    if (redactor !== null && flags.open) throw new Failure('usage', '--redact is not for --open');
    await explainVerbose(job);
    const query = queryOf(patterns, flags, job.clock.now);
    const selection = await narrowedToTimes(job, await readingOf(job), { olderThan: flags.olderThan });
    const line = progressLine(job);
    const states = searchedStates(flags.all);
    const result = await grep(selection.reading, {
      ...withRun(selection.survey, { progress: line.show, jobs: threadsOf(job, flags.jobs) }),
      query: {
        ...query,
        redact: redactor !== null,
        isFirstEnough: flags.ids && !flags.open && !job.options.json,
      },
      states,
    });
    await line.clear();
    const found = redactedMatches({ ...result, matches: withCwd(job, result.matches) }, redactor);
    const { matches, inOtherStates, coverage } = found;
    if (matches.length === 0) await refuseNothing(job, selection, coverage);
    await printMatches(job, found, flags);
    if (!job.options.json) await reportArchived(job, inOtherStates);
    const inKept: KeptSearch['search'] = async (reading, options) =>
      (await grep(reading, { ...options, query: { ...query, isFirstEnough: true }, states })).matches.length;
    if (matches.length === 0 || flags.all) await reportKept(job, selection, { search: inKept, again: asTyped(query) });
    if (matches.length === 0) await reportElsewhere(job, patterns, flags);
    return endSearch(job, selection, { found: matches.map(({ conversation }) => conversation), coverage });
  },
});

/** A command that finds in other stores what the query finds here. */
function asTyped(query: SearchQuery): NextCommand {
  const { patterns, syntax, ignoreCase, words, roles, tools } = query;
  const [only = '', ...more] = patterns;
  const how = [
    ...(syntax === 'regex' ? ['--regex'] : []),
    ...(ignoreCase === !hasUpper(patterns) ? [] : [ignoreCase ? '-i' : '--case-sensitive']),
    ...(words ? ['-w'] : []),
    ...roles.flatMap((role) => ['--role', role]),
    ...tools.flatMap((tool) => ['--tool', tool]),
    ...rangeWords(query),
  ];
  const isOperand = more.length === 0 && !only.startsWith('-');
  // Behind `-e`, one such as `--json` would be taken for the flag of every command.
  const all = isOperand
    ? [only]
    : patterns.flatMap((each) => (each.startsWith('-') ? [`--pattern=${each}`] : ['-e', each]));
  return { program: 'convo', words: ['grep', ...how, ...all].map(quotedWord) };
}

async function reportElsewhere(job: Job, patterns: readonly string[], flags: GrepFlags): Promise<void> {
  const { tool } = flags;
  const literal = isExpression(flags) ? [] : patterns;
  if (job.options.json) return;
  const way = commandText(cmd`stats --by tool`, rerun(job.options));
  if (tool.length > 0) await job.err.line(`convo: \`${way}\` lists the tools that were called`);
  if (literal.some((each) => EXPRESSION.test(each)))
    await job.err.line('convo: each sign was looked for as it is: --regex takes a regular expression');
}

const EXPRESSION = /\w\|\w|\.[*+]|\\[bdsw]|\[[^\]]+\]|^\^|\$$/;

type GrepFlags = Values<typeof FLAGS>;

/** True for a pattern that is an expression. Throws Failure `usage` for contradicting flags. */
function isExpression({ regex, extendedRegexp, fixedStrings }: GrepFlags): boolean {
  const is = regex || extendedRegexp;
  if (is && fixedStrings) throw new Failure('usage', 'only one of --fixed-strings and --regex can be given');
  return is;
}

/** Explains -v, which inverts in grep. */
async function explainVerbose({ options, err }: Job): Promise<void> {
  if (options.verbose) await err.line('convo: -v is --verbose: nothing here searches for what does not match');
}

function queryOf(patterns: readonly string[], flags: GrepFlags, now: number): SearchQuery {
  if (patterns.length === 0) throw new Failure('usage', 'there is nothing to search for', 'Name a PATTERN.');
  if (flags.ignoreCase && flags.caseSensitive)
    throw new Failure('usage', 'only one of --ignore-case and --case-sensitive can be given');
  const { context = 0 } = flags;
  return {
    patterns,
    syntax: isExpression(flags) ? 'regex' : 'literal',
    ignoreCase: flags.ignoreCase || (!flags.caseSensitive && !hasUpper(patterns)),
    words: flags.words,
    roles: flags.role,
    tools: flags.tool,
    ...rangeAt(flags, now),
    context: { before: flags.beforeContext ?? context, after: flags.afterContext ?? context },
  };
}

function hasUpper(patterns: readonly string[]): boolean {
  return patterns.some((each) => each !== each.toLowerCase());
}

async function printMatches(job: Job, found: GrepResult, flags: GrepFlags): Promise<void> {
  const { out, options, env } = job;
  const isScreen = env.stdout.isTTY === true;
  const { limit: max = isScreen && !options.json ? DEFAULT_LIMIT : Number.POSITIVE_INFINITY } = flags;
  const matches = found.matches.slice(0, max);
  if (flags.open && matches.length > 0) return openChosen(job, hitsIn(matches));
  if (options.json) return out.line(grepJson(matches, found.coverage));
  if (flags.ids) return out.lines([...new Set(matches.map(({ conversation: { id } }) => printable(id)))]);
  if (flags.count) return out.lines(countLines(job, matches, isScreen));
  if (isScreen) return printScreen(job, found, max);
  const screen = searchScreen(job, matches);
  for (const match of matches) await out.lines(matchLines(match, screen));
}

/** Prints matches on a terminal. A copy is folded if its conversation has all that was found in it. */
async function printScreen(job: Job, found: GrepResult, max: number): Promise<void> {
  const screen = searchScreen(job, found.matches);
  const matches = foldCopies(found.matches);
  const lines = function* () {
    for (const match of matches.slice(0, max)) {
      yield* matchBlock(match, screen);
      yield '';
    }
    yield* endingLine(job, { ...found, matches }, Math.min(matches.length, max), screen);
  };
  return matches.length === 0 ? job.out.lines(lines()) : paged(job, lines);
}

/**
 * A line for each id, as grep prints through a pipe; on a terminal that would look like the address of a message. An id in several files
 * gets one line each by its path, which `show` accepts too.
 */
function countLines({ env }: Job, matches: GrepResult['matches'], isScreen: boolean): string[] {
  const byId = grouped(matches.map((match) => [idWord(match.conversation), match] as const));
  return [...byId].flatMap(([id, own]) => {
    const byPath = new Map<string, number>();
    for (const { conversation, result } of own) addToCount(byPath, conversation.path, result.count);
    const pathWord = (path: string) => (isScreen ? withTilde(path, readerPlace({ env })) : printable(path));
    return Array.from(byPath, ([path, count]) => {
      const word = byPath.size > 1 ? pathWord(path) : printable(id);
      return isScreen ? `${word}  ${countText(count, 'match', 'matches')}` : `${word}:${count}`;
    });
  });
}

function hitsIn(matches: GrepResult['matches']): SearchHit[] {
  return matches.flatMap((match) =>
    matchingLines(match).map((line) => ({ conversation: match.conversation, place: line, text: lineText(line) })),
  );
}

function nothingFound(conversations: number, partly: number): string {
  const rest = partly === 0 ? '' : `, ${numberText(partly)} more searched in part`;
  return `nothing found in ${countText(conversations, 'conversation')}${rest}`;
}

function besideText(matches: GrepResult['matches'], beside: number): string {
  const all = matches.flatMap(({ result }) =>
    result.lines.filter(({ role, type }) => role === null && type === 'text'),
  );
  return all.every(({ name }) => name === 'name')
    ? countText(beside, 'name')
    : countText(beside, 'name or note', 'names and notes');
}

function endingLine(
  { options, out }: Job,
  { matches, coverage: { conversations, gaps } }: GrepResult,
  listed: number,
  screen: GrepScreen,
): string[] {
  const beside = matches.reduce((sum, { result }) => sum + result.beside, 0);
  const messages = matches.reduce((sum, { result }) => sum + result.count, 0) - beside;
  const counts = [
    ...(messages > 0 ? [countText(messages, 'message')] : []),
    ...(beside > 0 ? [besideText(matches, beside)] : []),
  ];
  const partly = byExtent(gaps).partly.length;
  const named = byExtent(reportableGaps(gaps)).partly.length;
  const all = `${counts.join(' and ')} in ${countText(matches.length, 'conversation')} of ${numberText(conversations + partly)}`;
  const [first] = matches;
  if (first === undefined)
    return wrap(nothingFound(conversations + partly - named, named), 0, { width: out.width, hang: 2 });
  const rest = matches.length - listed;
  const more = rest > 0 ? [`${countText(rest, 'more conversation', 'more conversations')}: --limit all`] : [];
  const place = placeWord(first.conversation, matchingLines(first)[0], screen);
  return matchEnding([all, ...more].join('; '), place, rerun(options), screen);
}
