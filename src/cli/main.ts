import { Failure } from '../model/failure.ts';
import { nearestWords } from '../model/nearest.ts';
import { VERSION } from './command.ts';
import type { Env } from './env.ts';
import { EXIT, EXIT_HELP, EXIT_ORDER, type Exit, exitOfFailure } from './exit.ts';
import { output, ReaderGone, spellColor } from './output.ts';
import { COMMANDS, commandNamed, HELP_TOPICS, LISTS } from './registry.ts';
import type { CommandLine } from './report-error.ts';
import { isFlagGiven } from './typed-flags.ts';

/** Writes the answer to `env.stdout` and commentary to `env.stderr`. Never throws. */
export async function main(argv: readonly string[], env: Env): Promise<number> {
  const out = output(env.stdout, env.vars);
  const line: CommandLine = {
    argv: argv[0] === '__complete' ? argv : spellHelp(spellColor(argv)),
    env,
    out,
    name: null,
    globals: null,
  };
  let exit: Exit = EXIT.done;
  try {
    exit = isForVersion(line) ? await printVersion(line) : await carryOut(line);
    await out.flush();
    return exit;
  } catch (error) {
    return await exitOnError(line, error, exit);
  }
}

async function carryOut(line: CommandLine, allFlags = false): Promise<Exit> {
  const { argv, env, out } = line;
  if (argv[0] === '__complete') return completeWords(line);
  let helpText = '';
  let helpPage: string | null = null;
  let exit: Exit = EXIT.done;
  const print = (text: string) => {
    helpText += text;
  };
  const screen = {
    width: Math.min(env.stdout.columns ?? 100, 100),
    allFlags,
    out: print,
    error: print,
    chosen: (name: string) => {
      line.name = name;
    },
    help: (page = '--help') => {
      helpPage = page;
    },
  };
  const { isComplaint, program } = await import('./program.ts');
  const parser = program(screen, async (call) => {
    line.globals = call.globals;
    const { perform } = await import('./perform.ts');
    exit = await perform(call, env, out, main);
  });
  try {
    await parser.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!isComplaint(error)) throw error;
    if (error.code === 'commander.help') return welcome(line, parser.opts());
    if (error.exitCode !== 0) throw await (await import('./report-error.ts')).usageError(error, line);
    await out.write(isFlagGiven(line, 'json') ? await helpJsonOf(line.name) : helpText);
  }
  return helpPage === null ? exit : helpOn(helpPage, line, screen.width);
}

async function helpJsonOf(name: string | null): Promise<string> {
  return `${await (await import('./help-json.ts')).helpJson(name)}\n`;
}

/** Recognises --version without the parser, which is the slowest module to load. */
function isForVersion({ argv }: CommandLine): boolean {
  return argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V');
}

async function printVersion({ out }: CommandLine): Promise<Exit> {
  await out.write(`${VERSION}\n`);
  return EXIT.done;
}

async function completeWords({ argv, env, out }: CommandLine): Promise<Exit> {
  const { perform } = await import('./perform.ts');
  const { complete: command, globalsOf } = await import('./completion/complete.ts');
  const operands = argv.slice(1);
  return perform({ name: '', command, operands, flags: {}, globals: globalsOf(operands) }, env, out, main);
}

async function welcome({ env, out }: CommandLine, globals: Readonly<Record<string, unknown>>): Promise<Exit> {
  const { perform } = await import('./perform.ts');
  const { welcomeCommand: command } = await import('./commands/welcome.ts');
  return perform({ name: '', command, operands: [], flags: globals, globals }, env, out, main);
}

/** `help COMMAND` becomes `COMMAND --help`. Keeps help topics. */
function spellHelp(argv: readonly string[]): readonly string[] {
  const [first, page, ...rest] = argv;
  if (first !== 'help') return argv;
  if (page === undefined || page.startsWith('-')) return ['--help', ...argv.slice(1)];
  if (page === 'help') return ['--help', ...rest];
  return commandNamed(page) === null ? argv : [page, '--help', ...rest];
}

async function helpOn(page: string, line: CommandLine, width: number): Promise<Exit> {
  const argv = spellHelp(['help', page]);
  if (argv[0] !== 'help') return carryOut({ ...line, argv });
  if (HELP_TOPICS.some((topic) => topic === page) && isFlagGiven(line, 'json')) {
    await line.out.write(await helpJsonOf(null));
    return EXIT.done;
  }
  if (page === 'flags') return carryOut({ ...line, argv: ['--help'] }, true);
  await line.out.write(await helpTopic(page, width));
  return EXIT.done;
}

async function helpTopic(page: string, width: number): Promise<string> {
  if (page === 'exit-codes') {
    const { wrap } = await import('../report/text.ts');
    const rows = EXIT_HELP.flatMap(([exit, meaning]) => {
      const [first = '', ...rest] = wrap(meaning, 7, { width });
      return [`  ${String(exit).padEnd(5)}${first.trimStart()}`, ...rest];
    });
    return ['Exit codes:', ...rows, ...wrap(EXIT_ORDER, 0, { width }), ''].join('\n');
  }
  const near = nearestWords(page, [...Object.keys(COMMANDS), ...HELP_TOPICS]);
  const hint = near.length === 0 ? LISTS : `Did you mean ${near.join(', ')}? ${LISTS}`;
  throw new Failure('usage', `there is no help on ${page}`, hint);
}

/** Reports the error and returns its exit code; `exit` if only the reader left. */
async function exitOnError(line: CommandLine, error: unknown, exit: Exit): Promise<Exit> {
  if (error instanceof ReaderGone) return exit === EXIT.done ? error.exit : exit;
  const { reportError } = await import('./report-error.ts');
  try {
    return await reportError(line, error);
  } catch {
    return error instanceof Failure ? exitOfFailure(error.code) : EXIT.incomplete;
  }
}
