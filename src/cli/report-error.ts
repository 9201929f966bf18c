import type { CommanderError } from 'commander';
import { sentenceText } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { nearestWords } from '../model/nearest.ts';
import { errorJson, errorText, type FailureWords } from '../report/failure.ts';
import { GLOBAL, rerun } from './command.ts';
import type { Env } from './env.ts';
import { type Exit, exitOfFailure } from './exit.ts';
import { isRedactAsked } from './job-commentary.ts';
import { commentary, type Output, wantsColor } from './output.ts';
import type { Call } from './program.ts';
import { COMMANDS, LISTS } from './registry.ts';
import { isFlagGiven } from './typed-flags.ts';

export async function reportError(line: CommandLine, error: unknown): Promise<Exit> {
  const { argv, env, out, name, globals } = line;
  const clean = await cleanerOf(line);
  const { code, message, hint } = atStores(error instanceof Failure ? error : unexpectedFailure(error), globals);
  const failure = { code, message: clean(message), hint: hint && clean(hint) };
  const json = isFlagGiven(line, 'json') && !out.started();
  if (json) await out.line(errorJson(name, failure));
  await out.flush();
  const err = commentary(env.stderr, env.vars);
  if (!json) await err.write(errorText(failure, wantsColor(colorOf(argv), env.stderr, env.vars), err.width));
  if (isFlagGiven(line, 'debug')) await err.line(clean(traceOf(error)));
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
  const valuesOfFlag = (flag: 'root' | 'kind' | 'project') => [globals[flag] ?? []].flat().map(String);
  const commandPrefix = rerun({
    roots: { from: 'words', paths: valuesOfFlag('root') },
    kind: valuesOfFlag('kind'),
    project: valuesOfFlag('project'),
  });
  return { code, message, hint: sentenceText(hint, commandPrefix) };
}

/** The redactor for `--redact` or `--redact-also`: hints have titles and names of projects. */
async function cleanerOf({ env, globals }: CommandLine): Promise<(text: string) => string> {
  if (globals === null || !isRedactAsked(globals)) return (text) => text;
  return (await import('./redact.ts')).cleanerByFlags(env, globals);
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

const LIKELY_COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['search', ['grep']],
  ['check', ['verify']],
  ['doctor', ['verify']],
  ['lint', ['verify']],
  ['repair', ['heal']],
  ['fix', ['heal']],
  ['recover', ['heal', 'restore', 'undo']],
  ['cost', ['stats']],
  ['usage', ['stats']],
  ['tokens', ['stats']],
  ['html', ['export']],
  ['backup', ['pack']],
  ['tar', ['pack']],
  ['zip', ['pack']],
  ['import', ['unpack']],
  ['copy', ['fork']],
  ['history', ['runs']],
  ['log', ['runs']],
  ['unarchive', ['restore']],
  ['mv', ['rename']],
  ['remove', ['archive', 'delete']],
  ['branch', ['fork']],
  ['continue', ['resume']],
  ['move', ['rehome']],
  ['sessions', ['list']],
  ['version', ['--version']],
  ['watch', ['show -f']],
  ['tail', ['show -f']],
  ['follow', ['show -f']],
]);

const MEANT_FLAGS: ReadonlyMap<string, string> = new Map([
  ['export --format', '--to'],
  ['migrate --format', '--to'],
  ['find -n', '--limit'],
  ['grep -m', '--limit'],
]);

/** Commands and flags of convo, by equivalent flags of other programs. */
const FLAG_EQUIVALENTS: ReadonlyMap<string, string> = new Map([
  ['undo --all', '`convo undo` undoes the latest run, and `convo undo RUN` one that `convo runs` lists'],
  ['grep -o', 'a line is a message, cut around the match'],
  ['grep -P', '--regex takes regular expressions, without look-around'],
  ['grep -S', 'patterns without a capital match either case, as with -S'],
]);

const ID = /^(?:\d{1,9}|(?=.*\d)[0-9a-f]{4,}(?:-[0-9a-f-]*)?)(?::\d+)?$/i;

export async function usageError(error: CommanderError, { name }: CommandLine): Promise<Failure> {
  const [first = ''] = error.message.replace(/^error: /, '').split('\n');
  const [, word = ''] = /'([^']*)'/.exec(first) ?? [];
  if (error.code === 'commander.unknownCommand') return new Failure('usage', first, `${commandFor(word)}${LISTS}`);
  const dashed = /option '-[^-']{2}/.test(first) ? ' An argument that begins with a dash goes after `--`.' : '';
  const isUnquoted = error.code === 'commander.excessArguments' && (name === 'rename' || name === 'tag');
  const quoted = isUnquoted ? `Put a ${name === 'tag' ? 'tag' : 'title'} of several words in quotes. ` : '';
  const near = error.code === 'commander.unknownOption' ? await flagFor(word, name) : '';
  const help = name === null ? LISTS : `\`convo ${name} --help\` says what it takes.`;
  return new Failure('usage', first, `${near}${quoted}${help}${dashed}`);
}

function commandFor(word: string): string {
  if (ID.test(word)) return `\`convo show ${word}\` shows a conversation by its id. `;
  const meant = LIKELY_COMMANDS.get(word);
  const spelled = meant?.map((each) => `\`convo ${each}\``) ?? [];
  if (spelled.length > 0) return `${spelled.join(' or ')} ${spelled.length > 1 ? 'may do' : 'does'} that. `;
  const all = Object.entries(COMMANDS).flatMap(([each, { alias }]) => [each, ...(alias === undefined ? [] : [alias])]);
  return meantText(nearestWords(word, [...all, 'help']));
}

async function flagFor(word: string, name: string | null): Promise<string> {
  const meant = MEANT_FLAGS.get(`${name} ${word}`);
  if (meant !== undefined) return meantText([meant]);
  const instead = FLAG_EQUIVALENTS.get(`${name} ${word}`);
  if (instead !== undefined) return `Instead: ${instead}. `;
  const ofCommand = (await COMMANDS[name ?? '']?.load())?.flags ?? {};
  const all = [...Object.values(ofCommand), ...Object.values(GLOBAL)].flatMap(
    ({ flags }) => flags.match(/--[a-z-]+/g) ?? [],
  );
  // The dashes are removed, because all flags have them.
  const near = nearestWords(
    word.replace(/^--/, ''),
    all.map((each) => each.slice('--'.length)),
  );
  return meantText(near.map((each) => `--${each}`));
}

function meantText(words: readonly string[]): string {
  return words.length === 0 ? '' : `Did you mean ${words.join(', ')}? `;
}
