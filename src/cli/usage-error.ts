import type { CommanderError } from 'commander';
import { Failure } from '../model/failure.ts';
import { nearestWords } from '../model/nearest.ts';
import { GLOBAL } from './command.ts';
import { COMMANDS, LISTS } from './registry.ts';
import type { CommandLine } from './report-error.ts';

const MEANT: ReadonlyMap<string, readonly string[]> = new Map([
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
]);

const MEANT_FLAGS: ReadonlyMap<string, string> = new Map([
  ['export --format', '--to'],
  ['migrate --format', '--to'],
]);

const ID = /^(?:\d{1,9}|(?=.*\d)[0-9a-f]{4,}(?:-[0-9a-f-]*)?)(?::\d+)?$/i;

export async function usageError(error: CommanderError, { name }: CommandLine): Promise<Failure> {
  const [first = ''] = error.message.replace(/^error: /, '').split('\n');
  const [, word = ''] = /'([^']*)'/.exec(first) ?? [];
  if (error.code === 'commander.unknownCommand') return new Failure('usage', first, `${commandFor(word)}${LISTS}`);
  const dashed = /option '-[^-']{2}/.test(first) ? ' An argument that begins with a dash goes after `--`.' : '';
  const isCut = error.code === 'commander.excessArguments' && (name === 'rename' || name === 'tag');
  const quoted = isCut ? `Put a ${name === 'tag' ? 'tag' : 'title'} of several words in quotes. ` : '';
  const near = error.code === 'commander.unknownOption' ? await flagFor(word, name) : '';
  const help = name === null ? LISTS : `\`convo ${name} --help\` says what it takes.`;
  return new Failure('usage', first, `${near}${quoted}${help}${dashed}`);
}

function commandFor(word: string): string {
  if (ID.test(word)) return `\`convo show ${word}\` shows a conversation by its id. `;
  const meant = MEANT.get(word);
  const spelled = meant?.map((each) => `\`convo ${each}\``) ?? [];
  if (spelled.length > 0) return `${spelled.join(' or ')} ${spelled.length > 1 ? 'may do' : 'does'} that. `;
  const all = Object.entries(COMMANDS).flatMap(([each, { alias }]) => [each, ...(alias === undefined ? [] : [alias])]);
  return meantText(nearestWords(word, all));
}

async function flagFor(word: string, name: string | null): Promise<string> {
  const meant = MEANT_FLAGS.get(`${name} ${word}`);
  if (meant !== undefined) return meantText([meant]);
  const ofCommand = (await COMMANDS[name ?? '']?.load())?.flags ?? {};
  const all = [...Object.values(ofCommand), ...Object.values(GLOBAL)].flatMap(
    ({ flags }) => flags.match(/--[a-z-]+/g) ?? [],
  );
  // All flags share the dashes.
  const near = nearestWords(
    word.replace(/^--/, ''),
    all.map((each) => each.slice('--'.length)),
  );
  return meantText(near.map((each) => `--${each}`));
}

function meantText(words: readonly string[]): string {
  return words.length === 0 ? '' : `Did you mean ${words.join(', ')}? `;
}
