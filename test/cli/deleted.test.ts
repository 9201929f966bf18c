import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES, type KindName } from '../../src/model/kinds.ts';
import { oneIn } from '../support/sampling.ts';
import { homeOf } from './home-of-all.ts';

type Convo = ReturnType<typeof homeOf>['convo'];

/** A conversation of the demo, for each kind. */
async function firstOf(convo: Convo, kind: KindName): Promise<{ id: string; path: string }> {
  const { stdout } = await convo(`list --kind ${kind} --json`);
  return JSON.parse(stdout).conversations.findLast(({ readable }: { readable: boolean }) => readable);
}

const ways = (name: string) => ({
  exit: 2,
  stdout: '',
  stderr: expect.stringMatching(
    new RegExp(`^convo: \\S+ was deleted by run ${name}\n {2}\`convo .*undo ${name}\` brings it`),
  ),
});

describe('a conversation that was deleted', () => {
  test.each(oneIn(3, KIND_NAMES, 2))('is named with the way back to it, whatever asks for it: %s', async (kind) => {
    const { convo } = homeOf([kind]);
    // An index that its program refuses as a whole is healed before anything is taken out of it.
    const before = (await convo('heal --lossy --yes --json')).stdout;
    const run = JSON.parse(before).changed > 0 ? '0001' : '0000';
    const { id, path } = await firstOf(convo, kind);
    expect((await convo(`delete ${id}`)).exit).toBe(0);
    const lines = [
      'show',
      'verify',
      'why',
      ...(kind === 'rao' ? [] : ['resume']),
      'archive',
      'restore',
      'heal',
      'delete',
      'export --to html --output x',
    ];
    for (const line of oneIn(3, lines, KIND_NAMES.indexOf(kind)).map((verb) => `${verb} ${id}`))
      expect(await convo(line), line).toMatchObject(ways(run));
    expect(await convo(`show ${id}:2`)).toMatchObject(ways(run));
    if (kind !== 'rao') expect(await convo(`verify ${path}`)).toMatchObject(ways(run));
    expect((await convo('undo')).exit).toBe(0);
    expect((await convo(`show ${id}`)).exit).toBe(0);
  });

  test('is brought back with what else its run deleted, and is asked for by the beginning of its id', async () => {
    const { convo } = homeOf(['claude']);
    expect((await convo('delete --all --yes')).exit).toBe(0);
    const { stderr } = await convo('show d41c');
    expect(stderr).toMatch(
      /deleted by run 0000\n {2}`convo undo 0000` brings it back, and 3 other changes of that run\.\n$/,
    );
    expect((await convo('--json show d41c')).stdout).toContain('"code":"no-match"');
    for (const word of ['D41C', '61a0f3b7e2d4'])
      expect((await convo(`show ${word}`)).stderr).toContain('deleted by run');
  });

  test('is as unknown as any once its originals are gone, and where its journal cannot be read', async () => {
    const { convo, at } = homeOf(['claude']);
    await convo('delete d41c');
    await convo('delete b3f8');
    const [run = ''] = JSON.parse((await convo('runs --json')).stdout).runs.map(({ id }: { id: string }) => id);
    writeFileSync(join(at('.claude/.convo/runs'), run, 'plan.ndjson'), '{');
    expect((await convo('show d41c')).stderr).toContain('no conversation has the id d41c');
    expect(await convo('show b3f8')).toMatchObject(ways('0001'));
    await convo('runs prune 2 --yes');
    expect((await convo('show b3f8')).stderr).toContain('no conversation has the id b3f8');
  });
});

test('`resume` of what is neither a run nor a conversation says what it takes of both', async () => {
  const { convo } = homeOf(['claude']);
  const { exit, stderr } = await convo('resume 0000');
  expect(exit).toBe(2);
  expect(stderr.replace(/\s+/g, ' ')).toMatch(
    /^convo: 0000 is neither a run nor a conversation `convo runs` lists runs, .*; `convo list` lists conversations, /,
  );
});
