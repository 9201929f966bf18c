import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { STATS_BY } from '../../src/model/stats.ts';
import { buildFirst } from '../support/built.ts';
import { isThorough } from '../support/sampling.ts';
import { call } from './call.ts';
import { demoHome } from './demo-home.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

/** The words that are offered where a line ends. */
async function offered(line: string, home = '/nowhere'): Promise<string[]> {
  const { stdout } = await call(['__complete', ...line.split(' ')], { home });
  const [kind = '', ...lines] = stdout.trimEnd().split('\n');
  return kind === 'files' ? ['FILES'] : lines.map((each) => each.split('\t')[0] ?? '');
}

describe('words that are offered on TAB', () => {
  test('commands, their flags, and the values of flags', async () => {
    expect(await offered('ver')).toEqual(['verify']);
    expect(await offered('--root /x --utc li')).toEqual(['list']);
    expect(await offered('verify --fail')).toEqual(['--fail-on']);
    expect(await offered('verify --fail-on ')).toContain('warning');
    expect(await offered('verify --only CL30')).toContain('CL304');
    expect(await offered('--kind ')).toEqual(KIND_NAMES);
    expect(await offered('stats --by ')).toEqual(STATS_BY);
    expect(await offered('export x --redact-also ')).toEqual(['home', 'user', 'host', 'mail']);
    expect(await offered('fork x --carry ')).toEqual(['changes', 'remote']);
    expect(await offered('list --sort=t')).toEqual(['--sort=time', '--sort=timestamp', '--sort=title']);
    expect(await offered('list --sort = t')).toEqual(['time', 'timestamp', 'title']);
    expect(await offered('verify --baseline ')).toEqual(['FILES']);
    expect(await offered('migrate --to ')).toEqual([
      'v1',
      'v0',
      'tenex-e5',
      'tenex-e12',
      'rao',
      'claude',
      'codex-c',
      'gemini-c',
      'qwen',
      'copilot',
      'pi',
    ]);
    expect(await offered('list --format tenex-e1')).toEqual(['tenex-e1', 'tenex-e10', 'tenex-e11', 'tenex-e12']);
    expect(await offered('export --to ')).toEqual(['html', 'markdown', 'jsonl', 'atif', 'parquet']);
    expect(await offered('explain FN00')).toContain('FN006');
    expect(await offered('explain CL00')).toContain('CL007');
    for (const flag of ['--only', '--severity', '--fail-on'])
      expect((await offered(`verify ${flag} CL0`)).map((word) => word.slice(0, 5))).not.toContain('CL007');
    expect(await offered('help exit')).toEqual(['exit-codes']);
    expect(await offered('help fl')).toEqual(['flags']);
    expect(await offered('verify --severity CL21')).toContain('CL218=');
    expect(await offered('completion ')).toEqual(['bash', 'zsh', 'fish']);
    expect(await offered('nosuch ')).toEqual([]);
  });

  test('flags of a command that is called by its other name', async () => {
    expect(await offered('ls --so')).toEqual(['--sort']);
    expect(await offered('rm --dry')).toEqual(['--dry-run']);
  });

  test('the next value of a list', async () => {
    expect(await offered('heal --only PI101,PI20')).toContain('PI101,PI201');
    expect(await offered('verify --severity=error,w')).toEqual(['--severity=error,warning']);
    expect(await offered('verify --fail-on warning,FN00')).toContain('warning,FN006');
    expect(await offered('verify --report json,sa')).toEqual([]);
  });

  test('files, for an operand that is one', async () => {
    for (const line of ['apply', 'unpack', 'keep', 'rehome', 'rehome x', 'list', 'merge-reports', 'grep pump'])
      expect(await offered(`${line} `)).toEqual(['FILES']);
    expect(await offered('grep ')).toEqual([]);
    expect(await offered('show ./3')).toEqual(['FILES']);
  });

  test('projects and ids of the stores that the line names, ids with their titles', async () => {
    const home = demoHome();
    expect(await offered('list --project ', home)).toEqual(['harbor', 'lantern', 'orchard']);
    expect(await offered('show ', home)).toHaveLength(10);
    expect(await offered('--project orchard show ', home)).toHaveLength(4);
    expect(await offered('--kind fnord --kind pi show ', home)).toHaveLength(10);
    expect(await offered('--kind pi show ', home)).toEqual([]);
    expect(await offered('cat 3f', home)).toEqual(await offered('show 3f', home));
    expect(await offered('resume 3f', home)).toEqual(await offered('show 3f', home));
    expect(await offered('restore ', home)).toEqual([]);
    const { stdout } = await call('__complete show 3f', { home });
    expect(stdout).toBe(
      'words\n3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a\tWhy does the sluice open twice after a restart?\n',
    );
  });

  test('the last part of the folder where a program names projects by folders, the name where none is known', async () => {
    const home = demoHome();
    const projects = join(home, '.claude/projects');
    cpSync(join(top, 'fixtures/demo/claude'), join(home, '.claude'), { recursive: true });
    mkdirSync(join(projects, '-srv-gone'));
    const bare = '3f0c2a7e-0000-4c8e-9a64-1f2e3d4c5b6a.jsonl';
    writeFileSync(join(projects, '-srv-gone', bare), '');
    const { stdout } = await call(['__complete', 'list', '--project', ''], { home });
    expect(stdout.split('\n').filter((line) => !line.includes('fnord'))).toEqual([
      'words',
      'quay\t/home/ben/quay',
      '-srv-gone\tproject',
      '',
    ]);
    const { conversations } = JSON.parse((await call('list --project quay --json', { home })).stdout);
    expect(conversations.length).toBeGreaterThan(0);
    expect(await offered('list --project lan', home)).toEqual(['lantern']);
    for (const typed of ['/', './', '~/q']) expect(await offered(`list --project ${typed}`, home)).toEqual(['FILES']);
  });

  test('runs that a command can take, by their short names, with what they did', async () => {
    const home = demoHome();
    await call('heal 60fb --yes', { home });
    await call('archive 15e7 --yes', { home });
    await call('undo', { home });
    expect(await offered('undo ', home)).toEqual(['0000']);
    expect(await offered('redo ', home)).toEqual(['0001']);
    expect(await offered('resume 0', home)).toEqual([]);
    expect(await offered('runs ', home)).toEqual(['show', 'prune']);
    expect(await offered('runs --older-than 90d ', home)).toEqual(['show', 'prune']);
    expect(await offered('runs --older-than = 90d ', home)).toEqual(['show', 'prune']);
    expect(await offered('runs --yes show ', home)).toEqual(['0000', '0001']);
    expect(await offered('diff x --before ', home)).toEqual(['0000', '0001']);
    expect(await offered('runs show ', home)).toEqual(['0000', '0001']);
    const { stdout } = await call('__complete undo 0', { home });
    expect(stdout).toMatch(/^words\n0000\theal, .+, 1 change\n$/);
  });

  test('nothing that would act on a terminal', async () => {
    const home = demoHome();
    const conversations = join(home, '.fnord/projects/odd\u001b[2J/conversations');
    mkdirSync(conversations, { recursive: true });
    writeFileSync(join(conversations, 'one.json'), '1:{"messages":[{"role":"user","content":"a\\u001b[2Jb\\tc"}]}');
    expect(await offered('list --project ', home)).toEqual(['harbor', 'lantern', 'orchard']);
    const { stdout } = await call('__complete show one', { home });
    expect(stdout).toBe('words\none\ta\\u001b[2Jb\\tc\n');
  });
});

/** Each types a line in a real shell and prints what it would insert, or offer. */
const SHELLS = {
  bash: String.raw`source "$SCRIPT"; COMP_WORDS=(convo "$@"); COMP_CWORD=$#; _convo; printf '%s\n' "${'$'}{COMPREPLY[@]}"`,
  // The real function in a real zsh; what it hands to the editor is printed instead.
  zsh: `compdef() { }; compadd() { print -rl -- "$values[@]"; print -rl -- "$shown[@]" }
    words=(convo "$@"); CURRENT=$#words; source "$SCRIPT"; _convo`,
  fish: `source "$SCRIPT"; complete -C "convo $argv"`,
} as const;

describe('the scripts in real shells', () => {
  beforeAll(buildFirst);

  for (const [shell, script] of Object.entries(SHELLS))
    test(`${shell} completes commands and ids, and quotes what comes from a store`, (context) => {
      if (spawnSync(shell, ['-c', 'true']).error !== undefined)
        return context.skip(`${shell} is not installed on this machine`);
      const home = demoHome();
      const bin = join(home, 'bin');
      mkdirSync(bin);
      writeFileSync(join(bin, 'convo'), `#!/bin/sh\nexec "${process.execPath}" "${join(top, 'bin/convo.js')}" "$@"\n`);
      chmodSync(join(bin, 'convo'), 0o755);
      cpSync(join(home, '.fnord/projects/harbor'), join(home, '.fnord/projects/a $(touch hit) b'), { recursive: true });
      const run = (...words: string[]) => {
        const env = {
          PATH: `${bin}:${process.env['PATH']}`,
          HOME: home,
          SCRIPT: join(top, `completions/convo.${shell}`),
        };
        const names = shell === 'fish' ? [words.join(' ')] : ['x', ...words];
        const flags = shell === 'zsh' ? ['-f', '-c'] : shell === 'bash' ? ['--norc', '-c'] : ['--no-config', '-c'];
        const { stdout, stderr } = spawnSync(shell, [...flags, script, ...names], { cwd: home, env, encoding: 'utf8' });
        expect(stderr).toBe('');
        return stdout;
      };
      if (isThorough) expect(run('verif')).toContain('verify');
      const id = '3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a';
      expect(run('show', '3f0')).toContain(id);
      const titled = run('show', '');
      expect(titled).toMatch(/^3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a.*Why does the sluice open twice/m);
      const project = run('list', '--project', 'a');
      expect(project).toContain(shell === 'bash' ? String.raw`a\ \$\(touch\ hit\)\ b` : 'a $(touch hit) b');
      expect(spawnSync('ls', { cwd: home, encoding: 'utf8' }).stdout).not.toContain('hit');
    });
});
