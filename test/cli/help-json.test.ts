import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/registry.ts';
import { call } from './call.ts';
import { homeOf } from './home-of-all.ts';

interface Help {
  readonly commands: readonly { readonly name: string; readonly flags: readonly { readonly flags: string }[] }[];
  readonly flags: readonly { readonly flags: string }[];
  readonly exits: readonly { readonly code: number }[];
}

async function help(line: string): Promise<Help> {
  const { exit, stdout, stderr } = await call(line);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('help with --json is one document', () => {
  test.each(['--help --json', '--json --help', 'help --json', 'help flags --json', 'help exit-codes --json'])(
    'of all commands: %s',
    async (line) => {
      const { commands, flags, exits } = await help(line);
      expect(commands.map(({ name }) => name)).toEqual(Object.keys(COMMANDS));
      expect(flags.map((each) => each.flags)).toContain('--json');
      expect(exits.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 130]);
    },
  );

  test.each(['list --help --json', 'help list --json', 'ls --json --help'])('of one command: %s', async (line) => {
    const { commands } = await help(line);
    expect(commands.map(({ name }) => name)).toEqual(['list']);
    expect(commands[0]?.flags.map((each) => each.flags)).toContain('--older-than <time>');
  });

  test('of short texts: an option says one thing, and no paragraph fills half of a terminal', async () => {
    const { stdout } = await call('help --json');
    const texts: { commands: { details: string; flags: { about: string }[] }[] } = JSON.parse(stdout);
    const flags = texts.commands.flatMap((each) => each.flags.map(({ about }) => about));
    const paragraphs = texts.commands.flatMap(({ details }) => details.split('\n\n'));
    expect(flags.filter((about) => about.length > 240)).toEqual([]);
    expect(paragraphs.filter((text) => text.length > 620)).toEqual([]);
  });

  test('is text behind --, and an error for a page that is not there', async () => {
    expect((await call('help list')).stdout).toMatch(/^Usage: convo list/);
    const { exit, stdout } = await call('help nosuch --json');
    expect(exit).toBe(2);
    expect(JSON.parse(stdout).error.code).toBe('usage');
  });
});

describe('verify --severity', () => {
  test('lists only findings of these severities, and counts all', async () => {
    const { convo } = homeOf(['claude', 'gemini']);
    const whole = JSON.parse((await convo('verify --json')).stdout);
    for (const level of ['error', 'warning', 'error,warning']) {
      const { findings, summary } = JSON.parse((await convo(`verify --json --severity ${level}`)).stdout);
      const wanted = whole.findings.filter(({ severity }: { severity: string }) => level.split(',').includes(severity));
      expect(findings).toEqual(wanted);
      expect(summary).toEqual(whole.summary);
    }
    expect((await convo('verify --severity error')).exit).toBe(1);
    expect((await convo('verify --severity error')).stdout).not.toContain(': info ');
  });

  test('info lists each of them, and a code with a level may stand beside', async () => {
    const { convo } = homeOf(['claude']);
    const { stdout } = await convo('verify --severity info,CL425=info');
    expect(stdout).toContain(': info CL425');
    expect(stdout).not.toContain(': error ');
  });

  test('is refused for a blob, and for other words', async () => {
    const { convo, at } = homeOf(['claude']);
    expect((await convo(`verify --severity error --report blob=${at('b')}`)).stderr).toContain(
      'a blob has all findings',
    );
    expect((await convo('verify --severity eror')).exit).toBe(2);
  });
});
