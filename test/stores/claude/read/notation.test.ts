import { expect, test } from 'vitest';
import { notedIn } from '../../../../src/stores/claude/read/blocks.ts';

const part = (name: string, text: string) => `<${name}>${text}</${name}>`;

test.each([
  ['a command', '<command-name>/model</command-name>\n  <command-message>model</command-message>', '/model', true],
  [
    'a command of the project, whose name comes later, and what stands behind it',
    '<command-message>greet</command-message>\n<command-name>/greet</command-name>\n<command-args>Ann & <Bob></command-args>',
    '/greet Ann & <Bob>',
    true,
  ],
  ['a line for the shell', part('bash-input', 'ls -l\npwd'), '! ls -l\npwd', true],
  ['what is to be remembered', part('user-memory-input', 'Be kind.'), '# Be kind.', true],
  [
    'what the shell answered',
    `${part('bash-stdout', 'a.txt')}${part('bash-stderr', 'and a warning')}`,
    'a.txt\nand a warning',
    false,
  ],
  ['what a command answered', part('local-command-stdout', 'Kept model'), 'Kept model', false],
  [
    'the end of what went on behind the conversation',
    part(
      'task-notification',
      `\n${part('task-id', 'a1')}\n${part('summary', 'Agent "one" finished')}\n${part('note', 'n')}\n${part('result', 'Two <b>files</b>.\nNo more.')}\n`,
    ),
    'Agent "one" finished\nTwo <b>files</b>.\nNo more.',
    false,
  ],
])('the notation of the program is read as what it says: %s', (_, text, words, isTyped) => {
  expect(notedIn(text)).toEqual({ words, isTyped });
});

test.each([
  ['words around it', 'See <command-name>/model</command-name>'],
  ['a command without a slash', '<command-name>model</command-name>'],
  ['nothing inside', '<local-command-stdout></local-command-stdout>'],
  ['an end that is not there', '<bash-input>ls'],
  ['a page', '<html><body></body></html>'],
  ['a notification of another program', '<task-notification><who>me</who></task-notification>'],
])('a text with %s is left as it is', (_, text) => {
  expect(notedIn(text)).toBe(null);
});
