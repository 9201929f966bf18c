import { sentenceText } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { errorJson, errorText, type FailureWords } from '../report/failure.ts';
import { rerun } from './command.ts';
import type { Env } from './env.ts';
import { type Exit, exitOfFailure } from './exit.ts';
import { commentary, type Output, wantsColor } from './output.ts';
import type { Call } from './program.ts';

/** Why there is no answer: on stderr, or with --json on stdout. */
export async function reportError({ argv, env, out, name, globals }: CommandLine, error: unknown): Promise<Exit> {
  const failure = atStores(error instanceof Failure ? error : unexpectedFailure(error), globals);
  // The flags may be the fault: scan the words instead of parsing.
  const has = (flag: string) => argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes(flag);
  const json = has('--json') && !out.started();
  if (json) await out.line(errorJson(name, failure));
  await out.flush();
  const err = commentary(env.stderr, env.vars);
  if (!json) await err.write(errorText(failure, wantsColor(colorOf(argv), env.stderr, env.vars), err.width));
  if (has('--debug')) await err.line(traceOf(error));
  await err.flush();
  return exitOfFailure(failure.code);
}

export interface CommandLine {
  readonly argv: readonly string[];
  readonly env: Env;
  readonly out: Output;
  name: string | null;
  globals: Call['globals'] | null;
}

function atStores(failure: Failure, globals: CommandLine['globals']): FailureWords {
  const { code, message, hint } = failure;
  if (hint === null) return { code, message, hint };
  if (globals === null) return { code, message, hint: sentenceText(hint) };
  const given = (flag: 'root' | 'kind' | 'project') => [globals[flag] ?? []].flat().map(String);
  const commandPrefix = rerun({ root: given('root'), kind: given('kind')[0], project: given('project') });
  return { code, message, hint: sentenceText(hint, commandPrefix) };
}

function colorOf(argv: readonly string[]): 'always' | 'never' | 'auto' {
  if (argv.includes('--color=never')) return 'never';
  return argv.includes('--color=always') ? 'always' : 'auto';
}

function unexpectedFailure(error: unknown): Failure {
  const words = error instanceof Error ? error.message : String(error);
  if (/\buv_cwd$|'\/proc\/self\/cwd'$/.test(words))
    return new Failure('failed', 'the folder that this runs in is gone', 'Go to another one.');
  return new Failure('failed', `this cannot go on: ${words}`, 'With --debug it says where in the program that was.');
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
