import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asNobody } from '../support/real-tree.ts';
import { oneIn } from '../support/sampling.ts';
import { snapshot } from './change/snapshot.ts';
import { homeOf, PLACES } from './home-of-all.ts';

/** As on a disk that takes nothing: every file and folder of a home may be read alone. */
function lockedHome(kind: 'gemini' | 'qwen' | 'copilot' | 'pi') {
  const made = homeOf([kind]);
  const root = made.at(PLACES[kind]);
  const all = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = all.map((each) => ({ path: join(each.parentPath, each.name), isFolder: each.isDirectory() }));
  const folders = [root, ...paths.filter(({ isFolder }) => isFolder).map(({ path }) => path)];
  chmodSync(made.home, 0o755);
  chmodSync(join(root, '..'), 0o555);
  for (const { path, isFolder } of paths) if (!isFolder) chmodSync(path, 0o444);
  for (const folder of folders) chmodSync(folder, 0o555);
  onTestFinished(() => {
    chmodSync(join(root, '..'), 0o755);
    for (const folder of folders) chmodSync(folder, 0o755);
  });
  const convo = (line: string) => asNobody(() => made.convo(`${line} --root ${root}`));
  return { convo, root };
}

describe.each(oneIn(2, ['gemini', 'qwen', 'copilot', 'pi'] as const))(
  'a home of %s on a disk that takes nothing',
  (kind) => {
    test('is listed, shown, searched and judged as any other', async () => {
      const { convo, root } = lockedHome(kind);
      const before = snapshot(root);
      const free = homeOf([kind]);
      const freely = (line: string) => free.convo(`${line} --root ${free.at(PLACES[kind])}`);
      const idsIn = ({ stdout }: { readonly stdout: string }) =>
        JSON.parse(stdout).conversations.map(({ id }: { readonly id: string }) => id);
      const ids = idsIn(await convo('list --all --json'));
      expect([ids.length > 0, ids]).toEqual([true, idsIn(await freely('list --all --json'))]);
      for (const line of [`show ${ids[0]} --all`, 'verify --all', 'stats', 'grep e', 'secrets']) {
        const [locked, open] = [await convo(line), await freely(line)];
        expect([line, locked.exit, locked.stdout.split('\n').length]).toEqual([
          line,
          open.exit,
          open.stdout.split('\n').length,
        ]);
      }
      expect(snapshot(root)).toEqual(before);
    });

    test('is changed by no verb, which says why in a sentence', async () => {
      const { convo, root } = lockedHome(kind);
      const before = snapshot(root);
      const [{ id }] = JSON.parse((await convo('list --json')).stdout).conversations;
      for (const line of ['archive --all', `delete ${id}`, `rename ${id} Trees`, 'heal']) {
        const { exit, stdout, stderr } = await convo(`${line} --yes`);
        expect([line, exit, stdout, stderr]).toEqual([
          line,
          3,
          '',
          `convo: ${root}/.convo could not be written: permission denied\n` +
            `  Nothing was changed in ${root}. Convo keeps its journal of changes there.\n`,
        ]);
      }
      expect(snapshot(root)).toEqual(before);
    });
  },
);
