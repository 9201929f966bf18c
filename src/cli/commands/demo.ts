import { Failure } from '../../model/failure.ts';
import { quotedWord } from '../../model/shell-word.ts';
import { openTour, TOUR_HOMES, tourOf } from '../../ops/tour.ts';
import { command } from '../command.ts';
import type { Env } from '../env.ts';
import { EXIT } from '../exit.ts';
import type { Job } from '../job.ts';

export const demoCommand = command({
  operands: '',
  about:
    'Copies five small damaged stores to a new folder and runs convo on them: list, verify, explain, show, heal, archive, fork ' +
    'and undo. Your own stores are not looked at. The folder is kept, so that you can go on there. With --kind the tour is of ' +
    'that store alone.',
  examples: [
    ['convo demo', 'the whole tour'],
    ['convo demo --kind claude', 'the stops of Claude Code alone'],
    ['convo demo --color | less -R', 'page by page'],
    ['convo demo > tour.txt', 'to read later'],
  ],
  flags: {},
  run: async (job) => {
    const { env, out, paint, options } = job;
    if (options.json) throw new Failure('usage', 'the demo has no JSON document', 'Leave out --json.');
    const home = openTour(env.now());
    const lent = lentTo(job, home);
    for (const { say, line, exit } of tourOf(options.kind ?? null)) {
      if (say !== undefined) await out.line(`\n${paint.strong(`# ${say}`)}`);
      await out.line(`\n${paint.accent(`$ convo ${line}`)}`);
      await out.flush();
      const was = await job.runCommand([...line.split(' '), `--color=${paint.color ? 'always' : 'never'}`], lent);
      if (job.interrupted()) return EXIT.interrupted;
      if (was !== exit) throw new Failure('failed', `\`convo ${line}\` ended with ${was} instead of ${exit}`);
    }
    await out.line(`\n${paint.strong(`# These stores are kept in ${home}`)}`);
    await out.line(
      `Go on there:   convo list --root ${quotedWord(`${home}/${options.kind === undefined ? TOUR_HOMES.claude : TOUR_HOMES[options.kind]}`)}`,
    );
    await out.line('Your own ones: convo verify');
    return EXIT.done;
  },
});

/** The abilities of a terminal do not depend on the home. */
const KEPT = ['PATH', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'];

/** The person's own world with another home, and nobody to ask: nothing else than the copies is reached. */
function lentTo({ env }: Job, home: string): Env {
  let stop = () => {};
  // One listener for the whole tour: each line would add its own to the process.
  env.onInterrupt(() => stop());
  const vars = Object.fromEntries(KEPT.map((name) => [name, env.vars[name]]));
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
