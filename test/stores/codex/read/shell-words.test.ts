import { expect, test } from 'vitest';
import { shellLine } from '../../../../src/stores/codex/read/user-command.ts';

/** As `thread/read` of the program puts them. */
test.each([
  ['plain', 'plain'],
  ['/bin/bash', '/bin/bash'],
  ['', "''"],
  ['echo plum', "'echo plum'"],
  ["it's", `"it's"`],
  ['a"b', `'a"b'`],
  ['$HOME', "'$HOME'"],
  [`a'b"c`, String.raw`"a'b\"c"`],
  [String.raw`a\b`, String.raw`"a\\b"`],
  ['x=1', "'x=1'"],
  ['a@b', 'a@b'],
  ['a^b', "a'^b'"],
  ["a'$b", `"a'"'$b'`],
  ["it's ^ $x `y`", `"it's "'^ $x \`y\`'`],
  ['a\nb', "'a\nb'"],
  ['日本', "'日本'"],
])('the word %j of a command is shown as %s', (word, line) => {
  expect(shellLine([word])).toBe(line);
});

test('words of a command have a space between them', () => {
  expect(shellLine(['/bin/bash', '-lc', 'echo plum'])).toBe("/bin/bash -lc 'echo plum'");
});
