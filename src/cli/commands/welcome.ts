import { Failure } from '../../model/failure.ts';
import { knownIds } from '../../ops/known-ids.ts';
import { list } from '../../ops/list.ts';
import { runsToResume } from '../../ops/runs.ts';
import { columnsOf } from '../../report/columns.ts';
import { countText } from '../../report/numbers.ts';
import { wrap } from '../../report/wrap.ts';
import { rootsOf, worldFor } from '../change/world.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { Job } from '../job.ts';
import { rerun } from '../rerun.ts';
import { readingOf, type Selection } from '../scope.ts';

/** `convo` without a command: what it is, what there is here, and where to begin. Nothing is opened for it. */
export const welcomeCommand = command({
  operands: '',
  about: '',
  examples: [],
  flags: {},
  run: async (job) => {
    const again = rerun(job.options);
    const say = async (text: string) => {
      for (const line of wrap(text, 0, { width: job.out.width })) await job.out.line(line);
    };
    await say('convo looks after AI-conversation stores without losing a byte.');
    await job.out.line('');
    await say(await foundHere(job));
    if (await isCut(job)) await say(`A run was cut off, or is at work: \`${again} runs\` says more.`);
    await job.out.line('');
    const rows = FIRST.map(([line, what]) => [`  ${`${again} ${line}`.padEnd(22)}`, what] as const);
    const isNarrow = rows.some(([line, what]) => columnsOf(`${line}  ${what}`) > job.out.width);
    for (const [line, what] of rows)
      await job.out.line(isNarrow ? `${line.trimEnd()}\n      ${what}` : `${line}  ${what}`);
    await job.out.line('');
    await say('`convo --help` lists every command, `convo help COMMAND` explains one.');
    return EXIT.done;
  },
});

const FIRST = [
  ['list', 'the conversations'],
  ['verify', 'what is wrong with them'],
  ['show ID', 'one of them'],
  ['heal --dry-run', 'what could be repaired'],
] as const;

async function foundHere(job: Job): Promise<string> {
  try {
    const { reading, survey } = await readingOf(job);
    const count = await conversationsIn(reading, survey);
    return `Here: ${countText(reading.sites.length, 'store')}, ${count}.`;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return 'Here: no store of a known kind. `convo --root PATH` looks elsewhere.';
  }
}

/** Until such a run is finished or undone, no other change is made. */
async function isCut(job: Job): Promise<boolean> {
  try {
    const roots = (await rootsOf(job)).roots;
    return runsToResume(worldFor(job), { roots, run: null }).length > 0;
  } catch (error) {
    // Without a store there is no run, and of a journal that is not to be trusted nothing is said.
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}

/** Ids up to which they are opened: an id may have lost its conversation. */
const OPENED = 500;

async function conversationsIn(reading: Selection['reading'], survey: Selection['survey']): Promise<string> {
  const known = await knownIds(reading, survey);
  if (known.length > OPENED) return `about ${countText(known.length, 'conversation')}`;
  const ask = { ...survey, wanted: () => true, sharing: false, tell: async () => {} };
  const { found } = await list(reading, ask);
  return countText(found, 'conversation');
}
