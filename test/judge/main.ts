import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type RecordedCase, record, recordedCases, recordedShapes, recordedVersion } from './cases.ts';
import { claude } from './claude/program.ts';
import { judgeScenes as judgeClaudeScenes } from './claude/scenes/judge-scenes.ts';
import { judgeHomes } from './codex/judge.ts';
import { judgeScenes as judgeCodexScenes } from './codex/scenes/judge-scenes.ts';
import { driftOf, isRetired, withoutThinking } from './drift.ts';
import { alarmsAbout } from './grown.ts';
import { heal } from './heal.ts';
import { inJobs } from './in-jobs.ts';
import { judgeMcp } from './mcp/judge-mcp.ts';
import { type Asked, type Installed, NO_ANSWER, type Program } from './program.ts';
import { unknownIn } from './records.ts';
import { type Judged, report } from './report.ts';
import { judgeRandom } from './stores/judge-random.ts';
import { judgeStores } from './stores/judge-stores.ts';
import { STORE_PROGRAMS } from './stores/programs.ts';

const PROGRAMS: readonly Program[] = [claude];
const CODEX = 'codex' as const;
const MCP = 'mcp' as const;

const USAGE = `npm run judge -- PROGRAM [options]

Asks a published program, offline, what it makes of the recorded sessions, and prints what it does otherwise than it did
when they were recorded: claude goes on with each, codex lists, reads and goes on with the threads of each home, gemini,
qwen, copilot and pi list, start beside and go on with each store.
'mcp' has each program ask 'convo mcp' in one session for what was said in another; --only names one of them.

  --program VERSION  the version to ask (default: the newest)
  --only TEXT        only cases whose name contains TEXT, such as damage/, written/2.1.330 or torn/
  --healed           heal first, for claude each session by its id, so that what has to be named is healed too
  --lossy            with --healed: 'convo heal --lossy'
  --scenes           claude, codex: play the scenes of the table to the program, and look for their words in what convo shows
  --random N         gemini, qwen, copilot, pi: N sessions that are damaged at random, held against what convo says of them
  --seed N           with --random: other ones
  --record           take what it does now for the recorded answers
  --jobs N           sessions at a time (default: as many as there are processors)

Exits 0 when nothing is done otherwise and no sound session that it went on with is called damaged (of codex with
--healed: when nothing that it took before is lost), 1 else, 2 for a mistake on the command line.
`;

/** The command: fetches the program, asks it, prints the drift, and sets the exit code. */
export async function judge(words: readonly string[]): Promise<void> {
  const asked = given(words);
  if (asked === null) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { program, only, healing, jobs, version, records, scenes, random, seed } = asked;
  if (scenes) {
    const judgeScenes = program === CODEX ? judgeCodexScenes : judgeClaudeScenes;
    process.exitCode = (await judgeScenes({ version, only, jobs, records })) ? 1 : 0;
    return;
  }
  if (program === MCP) {
    process.exitCode = (await judgeMcp(version, only)) ? 1 : 0;
    return;
  }
  if (typeof program === 'string' && program !== CODEX) {
    const differs =
      random > 0
        ? judgeRandom(program, { version, random, seed, jobs })
        : judgeStores(program, { version, only, healing, jobs });
    process.exitCode = (await differs) ? 1 : 0;
    return;
  }
  if (program === CODEX) {
    process.exitCode = (await judgeHomes({ version, only, healing, jobs, records })) ? 1 : 0;
    return;
  }
  const { name } = program;
  const installed = program.fetch(version ?? program.newest());
  const all = recordedCases(name);
  const started = Date.now();
  const cases = all.filter((each) => each.name.includes(only));
  const judged = await askAll(installed, cases, jobs, healing);
  const known = [...all.map(({ bytes }) => bytes), recordedShapes(name)];
  const unknown = unknownIn(
    judged.map(({ now }) => now.appended),
    known,
  );
  const sound = all.find((each) => each.name === 'damage/sound')?.answer.sent ?? null;
  const seconds = Math.round((Date.now() - started) / 1000);
  const told = { program: name, version: installed.version, recorded: recordedVersion(name) };
  const alarms = healing === 'none' ? await alarmsAbout(installed, cases, judged) : new Map();
  process.stdout.write(report({ ...told, judged, unknown, alarms, seconds, healing, sound }));
  const drifted = judged.filter(({ drift }) => drift !== null);
  if (records) record(name, installed.version, new Map(drifted.map((each) => [each.name, each.now])));
  process.exitCode = drifted.length + alarms.size > 0 ? 1 : 0;
}

/** What `--healed` and `--lossy` ask for. */
export type Healing = 'none' | 'healed' | 'lossy';

function given(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        program: { type: 'string' },
        only: { type: 'string', default: '' },
        healed: { type: 'boolean', default: false },
        lossy: { type: 'boolean', default: false },
        scenes: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        random: { type: 'string', default: '0' },
        seed: { type: 'string', default: '0' },
        jobs: { type: 'string', default: String(availableParallelism()) },
      },
    });
    const word = positionals[0];
    const isWord = word === CODEX || word === MCP || Object.hasOwn(STORE_PROGRAMS, word ?? '');
    const program = isWord ? word : PROGRAMS.find(({ name }) => name === word);
    const jobs = Number(values.jobs);
    if (program === undefined || positionals.length > 1 || !(jobs >= 1) || (values.lossy && !values.healed))
      return null;
    if (program === MCP && (values.healed || values.record)) return null;
    if (values.scenes && (program === MCP || values.healed)) return null;
    if (!(Number(values.random) >= 0) || !Number.isInteger(Number(values.seed))) return null;
    if (values.random !== '0' && !Object.hasOwn(STORE_PROGRAMS, word ?? '')) return null;
    if (Object.hasOwn(STORE_PROGRAMS, word ?? '') && (values.scenes || values.record)) return null;
    // Answers of two versions are not to be mixed, nor those to sessions that were healed.
    if (values.record && !values.scenes && (values.healed || values.only !== '')) return null;
    const healing: Healing = values.lossy ? 'lossy' : values.healed ? 'healed' : 'none';
    return {
      program,
      version: values.program,
      only: values.only,
      jobs,
      healing,
      records: values.record,
      scenes: values.scenes,
      random: Number(values.random),
      seed: Number(values.seed),
    };
  } catch {
    return null;
  }
}

/** Equal sessions are asked once. */
async function askAll(
  installed: Installed,
  cases: readonly RecordedCase[],
  jobs: number,
  healing: Healing,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const answers = new Map<string, Promise<Judged['now']>>();
  await inJobs(cases, jobs, async (next) => {
    const key = `${next.session} ${next.bytes.toString('latin1')}`;
    const answer = answers.get(key) ?? askOne(installed, next, healing);
    answers.set(key, answer);
    const now = await answer;
    const drift = isRetired(now)
      ? driftOf(withoutThinking(next.answer), withoutThinking(now))
      : driftOf(next.answer, now);
    judged.push({ name: next.name, recorded: next.answer, now, drift });
    if (process.stderr.isTTY) process.stderr.write(`\r${judged.length} of ${cases.length}`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r');
  return judged.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What did not answer in time, because the machine was busy, is asked once more. */
async function askOne(installed: Installed, one: RecordedCase, healing: Healing): Promise<Asked> {
  const bytes = healing === 'none' ? one.bytes : await heal(installed.place(one.session), one, healing);
  const asked = await installed.ask({ session: one.session, bytes });
  return asked.exit === NO_ANSWER ? await installed.ask({ session: one.session, bytes }) : asked;
}
