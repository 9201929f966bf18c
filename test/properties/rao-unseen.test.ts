import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '../cli/call.ts';
import { worldOf } from '../cli/change/person.ts';
import { differences, snapshot } from '../cli/change/snapshot.ts';
import { runs } from '../support/sampling.ts';
import { type Damaged, damaged, type Files } from './rao-bases.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents of the contract; the laws say what they look at
type Document = any;

interface Found {
  readonly id: string | null;
  readonly code: string;
  readonly severity: string;
}

interface Base {
  readonly root: string;
  json(line: string): Promise<Document>;
}

/** A base on disk, and who works on it. */
function lay(folder: string, files: Files): Base {
  const root = join(folder, 'rstudio-ai');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'conversations'), { recursive: true, mode: 0o700 });
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, path), bytes, { mode: 0o600 });
  }
  const world = { home: folder, cwd: folder, ...worldOf() };
  return {
    root,
    json: async (line) => {
      const { stdout, stderr } = await call(`${line} --root ${root} --kind rao --allow-empty --json`, world);
      expect(stdout + stderr).not.toMatch(/a fault of convo|\n\s+at .*:\d+:\d+/);
      return JSON.parse(stdout);
    },
  };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'convostore-unseen-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const check = (bases: number, law: (base: Base, damage: Damaged) => Promise<void>) => {
  const at = folder();
  const property = fc.asyncProperty(damaged, async (damage) => law(lay(at, damage.files), damage));
  return fc.assert(property, { ...runs(bases), seed: 20261121 });
};

test('every harm is found, and looking changes nothing', async () => {
  await check(20, async ({ root, json }, { harmed }) => {
    const before = snapshot(root);
    const { findings } = await json('verify');
    const told = findings.filter(({ severity }: Found) => severity !== 'info').map(({ id }: Found) => id);
    for (const [id, what] of harmed) expect(told, what).toContain(id);
    await json('heal --lossy --dry-run');
    await json('archive --all --dry-run');
    expect(snapshot(root)).toEqual(before);
  });
});

test.each(['heal', 'heal --lossy'])('%s adds no error, settles, and is taken back whole', async (verb) => {
  await check(12, async ({ root, json }) => {
    const before = snapshot(root);
    const errors = async () =>
      (await json('verify')).findings
        .filter(({ severity }: Found) => severity === 'error')
        .map(({ id, code }: Found) => `${id} ${code}`);
    const had = await errors();
    const { changed, failed } = await json(`${verb} --yes`);
    expect(failed).toBe(0);
    expect(had).toEqual(expect.arrayContaining((await errors()).filter((each: string) => !each.endsWith(' RA331'))));
    const healed = snapshot(root);
    expect(await json(`${verb} --yes`)).toMatchObject({ changed: 0 });
    expect(snapshot(root)).toEqual(healed);
    if (changed > 0) expect(await json('undo')).toMatchObject({ refused: 0, failed: 0 });
    expect(snapshot(root)).toEqual(before);
  });
});

test('archive, delete and fork of one leave the names of all others as Rao shows them', async () => {
  await check(12, async ({ root, json }) => {
    const before = snapshot(root);
    const titles = async () => {
      const { conversations } = await json('list');
      return new Map<string, string>(conversations.map((each: Document) => [each.id, each.title]));
    };
    const had = await titles();
    for (const verb of ['archive', 'delete', 'fork']) {
      const { changed } = await json(`${verb} 1 --yes`);
      for (const [id, title] of await titles()) if (id !== '1' && had.has(id)) expect(title).toBe(had.get(id));
      if (changed > 0) expect(await json('undo')).toMatchObject({ refused: 0, failed: 0 });
      expect(differences(before, snapshot(root))).toEqual([]);
    }
  });
});

test.each(['conversation_1', '/tmp'])('nothing is changed through a conversation that is a link to %s', async (to) => {
  const log = Buffer.from('[{"id":1,"role":"user","content":"q","original_query":true}]\n');
  const { root, json } = lay(folder(), { 'conversations/conversation_1/conversation_log.json': log });
  symlinkSync(to, join(root, 'conversations/conversation_9'));
  const before = snapshot(root);
  const { findings } = await json('verify');
  expect(findings.map(({ id, code }: Found) => `${id} ${code}`)).toContain('9 RA324');
  for (const line of ['heal 9', 'heal 9 --lossy', 'migrate 9', 'archive 9 --yes', 'delete 9 --yes', 'fork 9'])
    expect(await json(line), line).toMatchObject({ changed: 0 });
  expect(snapshot(root)).toEqual(before);
});
