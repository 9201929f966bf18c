import { CommanderError } from 'commander';
import { Failure } from '../model/failure.ts';
import { spellColor } from './color.ts';
import type { Env } from './env.ts';
import { EXIT, type Exit, exitOf } from './exit.ts';
import { type Output, output, ReaderGone } from './output.ts';
import { program } from './program.ts';

/**
 * Carries out one command line and answers the exit code. The answer goes to `env.stdout`, the commentary to
 * `env.stderr`; nothing else of the world is touched. Never throws.
 */
export async function main(argv: readonly string[], env: Env): Promise<number> {
  const out = output(env.stdout, env.vars);
  const line: Line = { argv: spellColor(argv), env, out, name: null };
  try {
    const exit = await carryOut(line);
    await out.flush();
    return exit;
  } catch (error) {
    return await end(line, error);
  }
}

interface Line {
  readonly argv: readonly string[];
  readonly env: Env;
  readonly out: Output;
  /** The command, once it is known. */
  name: string | null;
}

async function carryOut(line: Line): Promise<Exit> {
  const { argv, env, out } = line;
  let said = '';
  let exit: Exit = EXIT.done;
  const words = {
    width: Math.min(env.stdout.columns ?? 100, 100),
    out: (text: string) => {
      said += text;
    },
    error: (text: string) => {
      said += text;
    },
    chosen: (name: string) => {
      line.name = name;
    },
  };
  const parser = program(words, async (call) => {
    const { perform } = await import('./perform.ts');
    exit = await perform(call, env, out);
  });
  try {
    await parser.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw misuse(error, line, said);
    await out.write(said);
  }
  return exit;
}

const LISTS = '`convo --help` lists the commands.';

/** Commander's complaint as a Failure of ours. */
function misuse(error: CommanderError, { name, argv }: Line, said: string): Failure {
  if (error.code === 'commander.help')
    return new Failure('usage', 'no command given', argv.includes('--json') ? LISTS : said.trimEnd());
  const [first = '', near] = error.message.replace(/^error: /, '').split('\n');
  const help = name === null ? LISTS : `\`convo ${name} --help\` says what it takes.`;
  const hint = near === undefined ? help : `${near.replace(/^\(Did you mean (.*)\?\)$/, 'Did you mean $1?')} ${help}`;
  return new Failure('usage', first, hint);
}

/** The last words of a command line that came to no answer, and its exit code. */
async function end(line: Line, error: unknown): Promise<Exit> {
  if (error instanceof ReaderGone) return EXIT.done;
  const { lastWords } = await import('./last-words.ts');
  try {
    return await lastWords(line, error);
  } catch {
    return error instanceof Failure ? exitOf(error.code) : EXIT.unjudged;
  }
}
