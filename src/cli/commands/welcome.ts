import { Failure } from '../../model/failure.ts';
import { ruleOf } from '../../model/finding.ts';
import { idsInRows, shortener } from '../../model/ids.ts';
import { KIND_NAMES, KIND_TABLE } from '../../model/kinds.ts';
import { keptCopies } from '../../ops/kept.ts';
import { type Overview, overview } from '../../ops/overview.ts';
import { runsToFinish, shortRuns } from '../../ops/runs.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { cwdMarker } from '../../ops/sites/given.ts';
import { withRun, withSelection } from '../../ops/survey/survey-options.ts';
import { groupFolder, isHere, withTilde } from '../../report/list/headings.ts';
import { concealedText, type OverviewScreen, overviewJson, storesInShort, storesText } from '../../report/overview.ts';
import { bytesText, numberText, printable, wrap } from '../../report/text.ts';
import { brokenText, newestText, urgentText } from '../../report/welcome.ts';
import { command, type Job, readerPlace, rerun, threadsOf } from '../command.ts';
import { EXIT, exitOf } from '../exit.ts';
import { reportUnread } from '../job-commentary.ts';
import { progressLine } from '../progress.ts';
import { learntRedactor, redactedTwice, reportRedacted } from '../redact.ts';
import { readingOf, type Selection } from '../scope.ts';
import { REDACT } from '../values/redact.ts';
import { rootsOf, worldFor } from '../world.ts';

export const welcomeCommand = command({
  operands: '',
  about: '',
  examples: [],
  flags: REDACT,
  run: async (job, _, flags) => {
    const selection = await selectionOf(job);
    if (selection === null) return EXIT.done;
    const line = progressLine(job);
    const found = await overview(selection.reading, {
      ...withRun(selection.survey, { progress: line.show, jobs: threadsOf(job, undefined) }),
      keptIn: keptCopies(selection.reading, job.env.vars),
      depth: (conversations, sharing) => depthOf(groupFolder({ conversations, sharing }), conversations[0]?.root, job),
    });
    await line.clear();
    const isCut = await hasCutRun(job);
    const newest = job.options.json ? found.newest.map(cwdMarker(selection.reading.disk)) : found.newest;
    const ids = new Set([...newest, ...found.findings.map(({ first }) => first)].map(({ id }) => id));
    const learning = withSelection(selection.survey, { hasId: (id) => ids.has(id) });
    const redactor = await learntRedactor(job, flags, selection.reading, learning);
    const redacted = await redactedFor({ ...found, newest }, redactor);
    const clean = redactor ?? ((text: string) => text);
    const commandPrefix = clean(rerun(job.options));
    if (job.options.json)
      await job.out.line(overviewJson({ ...redacted, isCut, isHere: found.depth !== null }, commandPrefix));
    else await printWelcome(job, redacted, { isCut, commandPrefix, clean });
    await reportUnread(job, selection.unreadablePaths);
    await reportRedacted(job, redactor);
    const unjudged = found.findings.filter(({ first }) => ruleOf(first.code).unjudged === true);
    return exitOf({ unreadableCount: unjudged.length + selection.unreadablePaths.length });
  },
});

async function redactedFor(found: Overview, redactor: Redactor | null): Promise<Overview> {
  if (redactor === null) return found;
  const { redactedOverview } = await import('../../ops/secrets/redacted-answers.ts');
  return redactedTwice(redactor, (redact) => redactedOverview(found, redact));
}

/** The stores; null without one, after it explained where it looked. */
async function selectionOf(job: Job): Promise<Selection | null> {
  try {
    return await readingOf(job);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'no-match') throw error;
    if (job.options.json) {
      await job.out.line(overviewJson(NO_STORES, rerun(job.options)));
      return null;
    }
    const say = (text: string, hang = 0) => job.out.lines(wrap(text, 0, { width: job.out.width, hang }));
    await say('convo looks after AI-conversation stores without losing a byte.');
    await job.out.line('');
    await say(printable(error.message), 2);
    await say('`convo --root PATH` looks elsewhere, `convo demo` shows it on stores of its own.', 2);
    await say('`convo --help` lists every command, `convo help COMMAND` explains one.', 2);
    return null;
  }
}

const NO_STORES = {
  stores: [],
  deletions: [],
  leftFolders: [],
  roaming: [],
  newest: [],
  isHere: false,
  concealed: { count: 0 },
  findings: [],
  warnings: 0,
  isJudged: true,
  isCut: false,
};

/** Number of path components of a folder that is the working directory or above it; null for another. */
function depthOf(folder: string | null, root: string | undefined, { env: { cwd } }: Job): number | null {
  const about = folder ?? aboutOf(root ?? '');
  return about !== null && isHere(about, cwd) ? about.split('/').length : null;
}

function aboutOf(root: string): string | null {
  const names = KIND_NAMES.flatMap((kind) => KIND_TABLE[kind].inCheckout ?? []);
  const name = names.find((each) => root.endsWith(`/${each}`));
  return name === undefined ? null : root.slice(0, -name.length - 1);
}

interface WelcomeWords {
  readonly isCut: boolean;
  readonly commandPrefix: string;
  readonly clean: (text: string) => string;
}

async function printWelcome(
  { env, out, paint, clock }: Job,
  found: Overview,
  { isCut, commandPrefix, clean }: WelcomeWords,
): Promise<void> {
  const around = readerPlace({ env });
  const { stores, newest, depth, damaged, findings, isJudged, concealed, ids } = found;
  const screen: OverviewScreen = {
    width: out.width,
    paint,
    clock,
    around,
    commandPrefix,
    idOf: shortener([...ids, ...idsInRows(newest)]),
  };
  const bytes = stores.reduce((sum, store) => sum + store.bytes, 0);
  const say = (text: string) => wrap(text, 0, { width: out.width, hang: 2 });
  const urgent = [
    ...(isCut ? say(`A run was cut off, or is at work: \`${commandPrefix} runs\` says more.`) : []),
    ...urgentText(found, screen),
  ];
  const isWell = isJudged && urgent.length === 0;
  const below = [
    ...(concealed.count > 0 ? say(`${concealedText(concealed)}: \`${commandPrefix} list --hidden\``) : []),
    ...(isJudged ? [] : say(`Not checked, because it is much (${bytesText(bytes)}): \`${commandPrefix} verify\``)),
  ];
  const rest = '`convo --help` has the rest.';
  const end = newest.length > 0 ? [`\`${commandPrefix} show ID\` reads one,`, rest] : [rest];
  if (isWell) {
    const lines = [...storesInShort(stores, screen)];
    const rows = newest.slice(0, Math.max(1, MAX_ROWS - lines.length - below.length - 1));
    const conversations = stores.reduce((sum, store) => sum + store.conversations, 0);
    const all = `\`${commandPrefix} list\` has all ${numberText(conversations)},`;
    const words = ['Nothing needs you.', ...(rows.length < newest.length ? [all, rest] : end)].join(' ');
    return out.lines([...lines, ...newestText(rows, damaged, screen), ...below, ...say(words)]);
  }
  const here = depth === null ? null : env.cwd.split('/').slice(0, depth).join('/');
  const title = here === null ? 'newest' : `newest in ${withTilde(clean(here), around)}`;
  const blocks = [
    urgent,
    [...brokenText(findings, screen)],
    newest.length > 0 ? [paint.strong(title), ...newestText(newest, damaged, screen)] : [],
    [...storesText(stores, screen), ...below, ...say(end.join(' '))],
  ];
  await out.lines(blocks.filter((block) => block.length > 0).flatMap((block, i) => (i === 0 ? block : ['', ...block])));
}

const MAX_ROWS = 5;

/** True for a cut run, which blocks all other changes. */
async function hasCutRun(job: Job): Promise<boolean> {
  try {
    const choice = { roots: (await rootsOf(job)).roots, run: null };
    const world = worldFor(job);
    return runsToFinish(world, choice).length + shortRuns(world, choice).length > 0;
  } catch (error) {
    // Without a store there is no run; untrusted journals are not mentioned here.
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}
