import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  cmd,
  commandText,
  ID,
  type NextCommand,
  OLD,
  quotedWord,
  shell,
  withPlaceholders,
} from '../../src/model/command.ts';
import { printable, printableJson, printableLines } from '../../src/report/text.ts';

test('characters that act are spelled out, all others stay', () => {
  expect(printable('a\u001b[2J\u0007\n\t\r')).toBe('a\\u001b[2J\\u0007\\n\\t\\r');
  expect(printable('\u007f\u0080\u009b\u009f')).toBe('\\u007f\\u0080\\u009b\\u009f');
  expect(printable('\u202e\u2066\u200f\u061c\u2028\ufeff\u200b')).toBe(
    '\\u202e\\u2066\\u200f\\u061c\\u2028\\ufeff\\u200b',
  );
  expect(printable('\ud83d')).toBe('\\ud83d');
  expect(printable('\u{e0041}')).toBe('\\udb40\\udc41');
  const shown = 'Grüße, 日本語, 👩‍🚀, العربية, a~';
  expect(printable(shown)).toBe(shown);
});

test('of several lines the ends and tabs stay, and CR LF is one end', () => {
  expect(printableLines('a\r\nb\tc\rd\u001b')).toBe('a\nb\tc\\rd\\u001b');
});

test('JSON keeps its meaning and shows nothing that acts', () => {
  const value = { 'k\u202e': ['\u007f\u0085\u2028', '\ud83d\ude00', 'a\tb'] };
  const safe = printableJson(JSON.stringify(value));
  expect(JSON.parse(safe)).toEqual(value);
  expect(safe).toBe('{"k\\u202e":["\\u007f\\u0085\\u2028","😀","a\\tb"]}');
  expect(printableJson('{\r\n"a":1}')).toBe('{ \n"a":1}');
});

test('a shell takes a quoted word for what it is, whatever is in it, and nothing of it acts on a terminal', () => {
  const words = [
    'a b',
    "it's",
    '$(id)`id`',
    '*',
    '~',
    '-x',
    '%s\\n',
    "a\nb\t'c'\\",
    '\u001b[2J\u202e',
    'a!b',
    '',
    'é=1',
  ];
  const quoted = words.map(quotedWord);
  expect(quoted.map(printable)).toEqual(quoted);
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const read = execFileSync('bash', ['-c', `printf '%s\\0' ${quoted.join(' ')}`], { encoding: 'utf8', env });
  expect(read.split('\0').slice(0, -1)).toEqual(words);
});

test('a word that zsh would take for the path of a program is quoted', () => {
  expect(['=pump', 'a=b', '%1'].map(quotedWord)).toEqual(["'=pump'", 'a=b', '%1']);
});

test('a command takes the words of its places, and an id that begins with a dash behind its flags', () => {
  const line = (command: NextCommand, id: string | string[]) =>
    commandText(withPlaceholders(command, { ID: id, OLD: 'a b' }), 'convo --root s');
  expect(line(cmd`rehome ${OLD} NEW --dry-run`, 'ID OLD')).toBe("convo --root s rehome 'a b' NEW --dry-run");
  expect(line(cmd`rename ${ID} ${{ place: 'TITLE' }} --dry-run`, '-x')).toBe(
    'convo --root s rename --dry-run -- -x TITLE',
  );
  expect(line(cmd`heal ${ID} --dry-run`, 'ID OLD')).toBe("convo --root s heal 'ID OLD' --dry-run");
  expect(line(cmd`heal ${ID} --dry-run`, ['x', '-y'])).toBe('convo --root s heal --dry-run -- x -y');
  expect(line(cmd`heal ${ID} --dry-run`, [])).toBe('convo --root s heal --dry-run');
  expect(line(shell`ls ${{ place: 'OLD', below: 'c' }}`, 'x')).toBe("ls 'a b/c'");
  expect(line(cmd`explain FN002`, 'x')).toBe('convo explain FN002');
});
