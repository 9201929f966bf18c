import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isThorough } from '../../support/sampling.ts';
import { call, type World } from '../call.ts';
import { demoHome } from '../demo-home.ts';
import { expectTranscript } from '../transcript.ts';

const TORN = 'projects/orchard/conversations/c7a8d3e2-91b4-4e6f-a05c-3d2b1c0f9e8d.json';

describe('convo show', () => {
  test('shows a range of messages alone, in each form', async () => {
    const home = demoHome();
    const numbers = async (at: string, flags = '') => {
      const { stdout } = await call(`show 3f0c:${at} ${flags}`.trim(), { home });
      return [...stdout.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
    };
    const inJson = async (at: string, flags = '') => {
      const { conversation } = JSON.parse((await call(`show 3f0c:${at} --json ${flags}`.trim(), { home })).stdout);
      return conversation.messages.map(({ index }: { index: number }) => index);
    };
    expect(await numbers('1-3')).toEqual([1, 2, 3]);
    expect(await numbers('1-2', '--around 2')).toEqual([1, 2, 3, 4]);
    expect(await numbers('2-')).toEqual(await numbers('2-900'));
    expect(await numbers('1-2', '--markdown -v --redact')).toEqual([1, 2]);
    expect(await inJson('1-2')).toEqual([1, 2]);
    expect(await inJson('2', '--around 0')).toEqual([2]);
    expect(await inJson('2-2')).toEqual([2]);
    expect((await inJson('2')).length).toBeGreaterThan(1);
    expect((await inJson('1-')).at(0)).toBe(1);
  });

  test('ends and begins a range between a call and its result, and says where the other is', async () => {
    const home = demoHome();
    const shown = async (words: string) => (await call(`show ${words}`, { home })).stdout;
    expect(await shown('3f0c:1-2')).toMatch(/^ {2}file_contents {2}src\/sluice\.c {2}lines=1-40 {3}result in \[3\]$/m);
    expect(await shown('3f0c:1-2')).not.toContain('static bool opened');
    const result = await shown('3f0c:3-4');
    expect(result).toMatch(/\[3\]\n {2}output of file_contents, called in \[2\] {3}✓ 14 lines\n[\s\S]*\[4\]/);
    expect(result).not.toContain('[2] [3]');
    expect(await shown('3f0c:1-2 --markdown')).toContain(' result in \\[3\\]\n');
    expect(await shown('3f0c:3-4 --markdown -v')).toContain(
      '<summary>[3] output of file_contents, called in [2]</summary>',
    );
    expect(await shown('3f0c:1-2 --html')).toContain('result in [3]</span>');
    expect(await shown('3f0c:3-4 --html')).toContain('output of file_contents, called in [2]');
  });

  test('says how many messages there are where a range is beyond them, and refuses one that ends before it begins', async () => {
    const home = demoHome();
    const { exit, stderr } = await call('show 3f0c:900-', { home });
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringMatching(/ has \d+ texts, calls and results/) });
    const { error } = JSON.parse((await call('show 3f0c:900-901 --json', { home })).stdout);
    expect(error).toMatchObject({
      code: 'no-match',
      message: expect.stringMatching(/ has \d+ texts, calls and results/),
    });
    expect(await call('show 3f0c:3-1', { home })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Give 1-3.'),
    });
    expect((await call('show 3f0c:-3', { home })).exit).toBe(2);
  });

  test('numbers the messages around one that is asked for, and marks that one', async () => {
    const { stdout } = await call('show 3f0c:2 --around 1', { home: demoHome() });
    const numbers = stdout.match(/^ *(?:\[\d+\] ?)+(?:<-)?$/gm)?.join(' ') ?? '';
    expect(numbers).toMatch(/\[2\].* <-/);
    expect(numbers.match(/<-/g)).toHaveLength(1);
    expect((await call('show 3f0c', { home: demoHome() })).stdout).not.toMatch(/^ *\[\d+\]/m);
  });

  test('renders messages, tool calls and sections to be read', async () => {
    await expectTranscript('show', ['show 3f0c', 'show 8d41', 'show 3f0c --all'], { home: demoHome() });
  });

  test('shows of a damaged file what can be understood, and the way out on stderr', async () => {
    await expectTranscript('show-damaged', ['show c7a8', 'show e0b9', 'show 9a4d'], { home: demoHome() });
  });

  for (const terminal of [40, 80, 120])
    test(`wraps to a terminal of ${terminal} columns, with hanging indents`, async () => {
      const home = demoHome();
      const vars = { NO_COLOR: '1', TZ: 'Europe/Berlin', PAGER: '' };
      await expectTranscript(`show-${terminal}`, ['show 3f0c', 'show 8d41 --utc'], { home, terminal, vars });
      const { stdout } = await call('show 3f0c --all', { home, terminal, vars });
      expect(stdout.split('\n').filter((line) => line.length > terminal && !line.startsWith('/'))).toEqual([]);
    });

  test('shows one that is larger than what a survey holds, in every form', async () => {
    const home = demoHome();
    const file = join(home, '.fnord', 'projects/orchard/conversations/3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a.json');
    const all = ['show 3f0c --json', ...(isThorough ? ['show 3f0c --all', 'show 3f0c --markdown'] : [])];
    const answers = async () => {
      const texts: string[] = [];
      for (const line of all) texts.push((await call(line, { home })).stdout.replaceAll(/[\d.]+ KB|"bytes":\d+/g, ''));
      return texts;
    };
    const small = await answers();
    const bytes = readFileSync(file);
    const at = bytes.indexOf('{') + 1;
    writeFileSync(file, Buffer.concat([bytes.subarray(0, at), Buffer.alloc(2 ** 26, ' '), bytes.subarray(at)]));
    const large = (await answers()).map((text) => text.replaceAll(/[\d.]+ MB/g, ''));
    expect(large).toEqual(small);
  });

  test('styles Markdown lightly, and leaves nothing out of it', async () => {
    const home = demoHome();
    const text = '# Plan\n\n- a `b` and **c**\n\n```ts\n# no heading **here**\n```\nend';
    const file = join(home, '.fnord', TORN);
    writeFileSync(file, JSON.stringify({ version: 1, timestamp: 1, messages: [{ role: 'user', content: text }] }));
    const { stdout } = await call('show c7a8 --color always', { home });
    const esc = '\u001b';
    expect(stdout).toContain(`${esc}[1m# Plan${esc}[22m`);
    expect(stdout).toContain(`- a ${esc}[38;5;63m\`b\`${esc}[39m and ${esc}[1m**c**${esc}[22m`);
    expect(stdout).toContain(`${esc}[38;5;63m# no heading **here**${esc}[39m`);
    const plain = await call('show c7a8', { home });
    expect(plain.stdout).toContain(
      text
        .split('\n')
        .map((line) => (line === '' ? '' : `  ${line}`))
        .join('\n'),
    );
  });

  test('goes through the pager on a terminal only, and is written as it is where there is none', async () => {
    const home = demoHome();
    const asked: string[] = [];
    const over = (code: number) => ({
      stdin: Object.assign((async function* () {})(), { isTTY: true }),
      pager: (command: string) => {
        asked.push(command);
        const stream = { write: (_: unknown, done: () => void) => done(), on: () => undefined };
        return { stream, close: async () => code };
      },
    });
    const show = (world: World, code = 0, line = 'show 3f0c') => call(line, { home, over: over(code), ...world });
    expect((await show({ terminal: 80 })).stdout).toBe('');
    expect((await show({ terminal: 80, vars: { PAGER: 'more' } })).stdout).toBe('');
    expect(asked).toEqual(['less -FRX', 'more']);
    expect((await show({ terminal: 80 }, 127)).stdout).toContain('Why does the sluice');
    asked.length = 0;
    for (const vars of [{ PAGER: 'cat' }, { PAGER: '' }, { TERM: 'dumb' }])
      expect((await show({ terminal: 80, vars })).stdout).toContain('Why does the sluice');
    expect((await show({})).stdout).toContain('Why does the sluice');
    expect((await show({ terminal: 80 }, 0, 'show 3f0c --no-pager')).stdout).toContain('Why does the sluice');
    expect(asked).toEqual([]);
  });

  test('follows a conversation as its program saves it, until Ctrl-C', async () => {
    const home = demoHome();
    const file = join(home, '.fnord', TORN);
    const say = (...words: string[]) =>
      writeFileSync(
        file,
        JSON.stringify({ version: 1, timestamp: 1, messages: words.map((content) => ({ role: 'user', content })) }),
      );
    say('first');
    let stop = () => {};
    const saves = [() => say('first', 'second'), () => say('first', 'second'), () => say('first', 'second', 'third')];
    const { exit, stdout, stderr } = await call('show -f c7a8', {
      home,
      over: {
        onInterrupt: (told) => {
          stop = told;
        },
        wait: async () => (saves.shift() ?? stop)(),
      },
    });
    expect({ exit, stderr }).toEqual({ exit: 130, stderr: '' });
    expect(stdout.match(/first|second|third/g)).toEqual(['first', 'first', 'second', 'third']);
  });

  test('writes Markdown', async () => {
    await expectTranscript('show-markdown', ['show 60fb --markdown', 'show 8d41 --markdown --all'], {
      home: demoHome(),
    });
  });

  test('gives the bytes of the file exactly with --raw', async () => {
    const home = demoHome();
    const { exit, bytes } = await call('show c7a8 --raw', { home });
    expect(exit).toBe(0);
    expect(bytes.equals(readFileSync(join(home, '.fnord', TORN)))).toBe(true);
  });

  test('keeps raw bytes that act on a terminal away from one', async () => {
    const home = demoHome();
    writeFileSync(join(home, '.fnord', TORN), '1:{"messages":[{"role":"user","content":"\u001b[2J"}]}');
    expect(await call('show c7a8 --raw', { home })).toMatchObject({ exit: 0 });
    const { exit, stdout, stderr } = await call('show c7a8 --raw', { home, terminal: 80 });
    expect(exit).toBe(2);
    expect(stdout + stderr).not.toContain('\u001b[2J');
  });

  test('names the candidates of an ambiguous id, and what is near an unknown one', async () => {
    const home = demoHome();
    const folder = join(home, '.fnord/projects/lantern/conversations');
    copyFileSync(
      join(folder, '15e7c9d4-2a3b-4f60-8d1e-9c8b7a6f5e4d.json'),
      join(folder, '15e7c9d4-ffff-4f60-8d1e-9c8b7a6f5e4d.json'),
    );
    const harbor = join(home, '.fnord/projects/harbor/conversations');
    copyFileSync(
      join(folder, '60fb1e8a-7d2c-4b95-9e3f-2c4d6e8f0a1b.json'),
      join(harbor, '60fb1e8a-7d2c-4b95-9e3f-2c4d6e8f0a1b.json'),
    );
    await expectTranscript(
      'show-ids',
      [
        'show 15e7',
        'show 15e7c9d4-f --markdown',
        'show 3foc2a7e',
        'show nothing',
        "show ''",
        'show 60fb',
        'show ../settings',
        'show',
        'show 3f0c --raw --json',
      ],
      { home },
    );
  });

  test('lets nothing of a store act on a terminal', async () => {
    const home = demoHome();
    const evil = 'a\u001b]0;x\u0007\u009b2J\u202eb\u2066c\u2028d\u0085e\ud83d';
    const source = JSON.stringify({
      version: 1,
      timestamp: 1,
      messages: [{ role: 'user', content: evil.slice(0, -1) }],
      metadata: { [evil.slice(0, -1)]: evil.slice(0, -1) },
    });
    writeFileSync(join(home, '.fnord', TORN), source);
    for (const line of [
      'show c7a8',
      'show c7a8 --all',
      'show c7a8 --markdown',
      'show c7a8 --json',
      'list',
      'list --json',
      'verify',
      'verify --json',
    ])
      for (const terminal of [undefined, 80]) {
        const { stdout, stderr } = await call(
          `${line} --color never`,
          terminal === undefined ? { home } : { home, terminal },
        );
        expect(Array.from(stdout + stderr).filter(acts), line).toEqual([]);
      }
  });
});

/** C0 but line end and tab, DEL, C1, line separators, bidirectional controls. */
function acts(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code !== 0x0a && code !== 0x09;
  return [
    [0x7f, 0x9f],
    [0x2028, 0x202e],
    [0x2066, 0x2069],
  ].some(([from = 0, to = 0]) => code >= from && code <= to);
}
