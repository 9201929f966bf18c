import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** A look for words within a text: an argument of these functions, or a regular expression. */
const LOOKED_FOR =
  /\.(?:includes|startsWith|endsWith|indexOf|split|replace|replaceAll)\((?:'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`)|(?<=[(=,:[!&|?]\s*)\/((?![*/ ])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[a-z]*(?=[.,;)\]])/g;

/** Two words with a blank between them, or a word at an end of the text with a blank before or after it. */
const WORDS = /[a-z]{2,}\)? \S|^[\^(?:]*[a-z][a-z|]+\)? $|^ [a-z]{2,}$/;

/** The looks at words that there are, by file, and whose words those are. */
const KNOWN: Readonly<Record<string, string>> = {
  'cli/misuse.ts': 'what commander says of a command line',
  'io/changed-files.ts': 'what git says',
  'io/disk/memory-left.ts': 'what the system notes of memory',
  'io/processes.ts': 'what the system notes of processes',
  'model/convo-output.ts': 'how a file begins that convo wrote, for people who name it again',
  'ops/search/matcher.ts': 're2js, which says of a pattern what is wrong with it',
  'report/findings/sentence.ts': 'ours: a detail is a clause, and a line of findings begins without its verb',
  'report/show/patch.ts': 'how the patches of Codex CLI are written',
  'report/wrap.ts': 'where a line may not be broken',
  'stores/claude/read/asides.ts': 'how Claude Code notes a question that a hook blocked',
  'stores/claude/read/typed-answers.ts': 'what Claude Code puts before the reason of a refusal',
  'stores/codex/read/aside.ts': 'the header that Codex CLI puts before a message of an agent',
  'stores/codex/read/failure.ts': 'what Codex CLI tells the model of a call that failed',
  'stores/codex/read/user-command.ts': 'how Codex CLI repeats a command of the user for the model',
};

test('no stage reads the sentences of another', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const found = files.filter((path) => looksIn(readFileSync(join(src, path), 'utf8')).length > 0);
  expect(found.sort()).toEqual(Object.keys(KNOWN));
});

test.each([
  ["if (reason.includes('needs --lossy'))", 1],
  ["if (next.startsWith('convo heal'))", 1],
  ['const [, folder] = /^holds sessions of (.+), which is gone$/s.exec(detail) ?? [];', 1],
  ["detail.replace(/^has an /, '')", 1],
  ['const A = /^[a-z ]+$/;', 0],
  ["names.includes('conversations')", 0],
])('takes for a look at words what is one: %s', (line, count) => {
  expect(looksIn(line)).toHaveLength(count);
});

function looksIn(text: string): string[] {
  const code = text.replace(/^ *(?:\/\/|\/?\*).*$/gm, '');
  return Array.from(
    code.matchAll(LOOKED_FOR),
    ([, ...groups]) => groups.find((each) => each !== undefined) ?? '',
  ).filter((pattern) => WORDS.test(pattern.replace(/\[[^\]]*\]/g, '')));
}
