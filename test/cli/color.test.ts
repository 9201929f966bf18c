import { expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { demoHome } from './demo-home.ts';

const isColored = async (line: string, vars: Readonly<Record<string, string>>, terminal?: number) => {
  const world = { home: demoHome(), vars, ...(terminal === undefined ? {} : { terminal }) };
  return (await call(line, world)).stdout.includes('\u001b[');
};

test.each([
  [{}, true],
  [{ NO_COLOR: '1' }, false],
  [{ NO_COLOR: '' }, true],
  [{ TERM: 'dumb' }, false],
  [{ CLICOLOR: '0' }, false],
  [{ FORCE_COLOR: '0' }, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1', TERM: 'dumb' }, true],
])('on a terminal, %j decides: colour %s', async (vars, colored) => {
  expect(await isColored('list', vars, 80)).toBe(colored);
});

test.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ CLICOLOR_FORCE: '1' }, true],
  [{ CLICOLOR_FORCE: '0' }, false],
  [{ CLICOLOR_FORCE: '1', NO_COLOR: '1' }, false],
  [{ GITHUB_ACTIONS: 'true' }, true],
  [{ GITLAB_CI: 'true' }, true],
  [{ GITLAB_CI: 'true', NO_COLOR: '1' }, false],
])('through a pipe, %j decides for the text of verify: colour %s', async (vars, colored) => {
  expect(await isColored('verify', vars)).toBe(colored);
});

test('--color overrides every variable', async () => {
  for (const line of ['verify --color', 'list --color', 'list --color=always'])
    expect(await isColored(line, { NO_COLOR: '1', TERM: 'dumb' }), line).toBe(true);
  expect(await isColored('verify --no-color', { FORCE_COLOR: '1' }, 80)).toBe(false);
});

test('--color goes for a failure too, however it is written', async () => {
  const isRed = async (line: string, terminal?: number) =>
    (await call(line, terminal === undefined ? {} : { terminal })).stderr.includes('\u001b[');
  for (const flag of ['--color never', '--color=never', '--no-color']) {
    expect(await isRed(`${flag} show zzz`, 80), flag).toBe(false);
    expect(await isRed(`show zzz ${flag}`, 80), flag).toBe(false);
  }
  for (const line of ['--color always show zzz', '--color show zzz', 'show --color=always zzz'])
    expect(await isRed(line), line).toBe(true);
  expect(await isRed('show zzz', 80)).toBe(true);
});

test('in the log of a runner only verify is in colour: what other commands print may be read by a script', async () => {
  expect(await isColored('heal --dry-run', { GITHUB_ACTIONS: 'true' })).toBe(false);
  expect(await isColored('verify --report concise', { GITHUB_ACTIONS: 'true' })).toBe(false);
});

const RICH = '\u001b[38;5;';

test.each(
  oneIn(3, [
    ['xterm', true],
    ['screen', true],
    ['tmux', true],
    ['rxvt-unicode', true],
    ['alacritty', true],
    ['foot', true],
    ['xterm-kitty', true],
    ['xterm-256color', true],
    ['xterm-mono', false],
    ['rxvt-16color', false],
    ['linux', false],
    ['vt220', false],
    ['ansi', false],
    ['cons25', false],
    ['', false],
  ]),
)('a terminal that calls itself %j has 256 colours: %s', async (TERM, isRich) => {
  const { stdout } = await call('verify', { home: demoHome(), vars: { TERM }, terminal: 80 });
  expect(stdout).toContain('\u001b[');
  expect(stdout.includes(RICH)).toBe(isRich);
});

test('--color always takes a name that says nothing for 256 colours, and no name of few colours', async () => {
  const isRich = async (TERM: string) =>
    (await call('verify --color always', { home: demoHome(), vars: { TERM } })).stdout.includes(RICH);
  for (const term of ['', 'unheard-of', 'xterm']) expect(await isRich(term), term).toBe(true);
  for (const term of ['dumb', 'linux', 'vt100', 'ansi', 'cons25']) expect(await isRich(term), term).toBe(false);
});

test('without 256 colours the frame of an excerpt is not underlined', async () => {
  const world = { home: demoHome(), vars: { TERM: 'linux' }, terminal: 80 };
  const { stdout } = await call('verify', world);
  expect(stdout).toContain('\n    | ');
});
