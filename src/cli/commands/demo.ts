import { quotedWord } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { demoTour, openTour, shortTour, type TourStop, tourHome } from '../../ops/demo.ts';
import { command, type Job } from '../command.ts';
import type { Env } from '../env.ts';
import { EXIT } from '../exit.ts';
import { toggle } from '../flag.ts';

export const demoCommand = command({
  operands: '',
  about:
    'Copies a small damaged store of each kind to a new folder and runs convo on them: list, verify, show, heal, migrate and undo. Your ' +
    'own stores are not looked at. The folder is kept, so that you can go on there, until you remove it. With --all the tour is five times as long; ' +
    'with --kind it is all of one store.',
  examples: [
    ['convo demo', 'a short tour'],
    ['convo demo --all', 'the whole tour'],
    ['convo demo --kind claude', 'the stops of Claude Code alone'],
    ['convo demo --color | less -R', 'page by page'],
    ['convo demo > tour.txt', 'to read later'],
  ],
  flags: { all: toggle('--all', 'the whole tour') },
  run: async (job, _, { all }) => {
    const { env, options } = job;
    const isShort = !all && options.kind.length === 0;
    if (options.json) throw new Failure('usage', 'the demo has no JSON document', 'Leave out --json.');
    const home = openTour(env.now());
    const lent = lentTo(job, home);
    for (const stop of isShort ? shortTour() : demoTour(options.kind)) {
      await play(job, stop, lent);
      if (job.interrupted()) return EXIT.interrupted;
    }
    await printNext(job, home, isShort);
    return EXIT.done;
  },
});

async function play(job: Job, { say, line, exit }: TourStop, lent: Env): Promise<void> {
  const { out, paint } = job;
  if (say !== undefined) await out.line(`\n${paint.strong(`# ${say}`)}`);
  await out.line(`${say === undefined ? '\n' : ''}${paint.accent(`$ convo ${line}`)}`);
  await out.flush();
  const was = await job.runCommand([...line.split(' '), `--color=${paint.color ? 'always' : 'never'}`], lent);
  if (!job.interrupted() && was !== exit)
    throw new Failure('failed', `\`convo ${line}\` ended with ${was} instead of ${exit}`);
}

async function printNext({ out, paint, options }: Job, home: string, isShort: boolean): Promise<void> {
  await out.line(`\n${paint.strong(`# These stores are kept in ${home} until you remove them`)}`);
  const [kind] = options.kind;
  await out.line(`Go on there:    convo list --root ${quotedWord(`${home}/${tourHome(kind ?? null)}`)}`);
  if (isShort) await out.line('The whole tour: convo demo --all');
  await out.line('On your own:    convo');
}

const TERMINAL_VARIABLES = ['PATH', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'];

/** The environment with another home and no questions: only the copies are reachable. */
function lentTo({ env }: Job, home: string): Env {
  let stop = () => {};
  // One listener for the tour, not one per command.
  env.onInterrupt(() => stop());
  const vars = Object.fromEntries(TERMINAL_VARIABLES.map((name) => [name, env.vars[name]]));
  const lent: Env = Object.create(env, {
    stdin: { value: Object.assign((async function* () {})(), { isTTY: false }) },
    cwd: { value: home },
    vars: { value: { ...vars, HOME: home } },
    onInterrupt: {
      value: (each: () => void) => {
        stop = each;
      },
    },
  });
  return lent;
}
