import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../src/model/conversation.ts';
import { KIND_NAMES, type KindName } from '../../../src/model/kinds.ts';
import { oneIn } from '../../support/sampling.ts';
import { homeOf, PLACES } from '../home-of-all.ts';
import { connectedTo } from './connected.ts';

/** The folder of the one project of a demo; null where the demo has several, or its kind none. */
const FOLDERS: Readonly<Record<KindName, string | null>> = {
  fnord: null,
  tenex: null,
  rao: null,
  claude: 'quay',
  codex: 'dome',
  gemini: 'pier',
  qwen: 'harbour',
  copilot: 'ferry',
  pi: 'canal',
};

/** Empty for the error of a project that no conversation has. */
const listOf = (text: string): readonly Conversation[] => JSON.parse(text).conversations ?? [];
const isMessage = ({ text }: { text: string | null }) => text !== null && text.length > 8;

/** A home with the demo's conversations of a kind, and with each of them again in another project. */
async function twoProjects(kind: KindName) {
  const made = homeOf([kind]);
  const list = async (...words: readonly string[]) =>
    listOf((await made.convo(['list', '--all', '--json', ...words])).stdout);
  const folder = FOLDERS[kind];
  if (folder !== null) {
    const ids = new Set((await list()).map(({ id }) => id.slice(0, 8)));
    const inOther = (text: string) =>
      [...ids].reduce((all, id) => all.replaceAll(id, `e${id.slice(1)}`), text.replaceAll(folder, 'mole'));
    copyAs(made.at(PLACES[kind]), inOther);
  }
  return { ...made, list };
}

function copyAs(root: string, inOther: (text: string) => string): void {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const to = join(root, inOther(name));
    if (!statSync(join(root, name)).isFile() || existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, inOther(readFileSync(join(root, name), 'utf8')));
  }
}

describe.each(oneIn(3, KIND_NAMES))('in a home with two projects of %s', (kind) => {
  test('nothing answers for the id of a conversation of the other project', async () => {
    const { home, work, convo, list } = await twoProjects(kind);
    const all = await list();
    // A kind without projects has nothing in any of them.
    const project = all.find((each) => each.project !== null)?.project ?? 'elsewhere';
    const own = await list('--project', project);
    const others = all.filter(({ id }) => !own.some((each) => each.id === id));
    expect(own.length > 0).toBe(all.some((each) => each.project !== null));
    expect(others.length).toBeGreaterThan(0);
    const { ask, client } = await connectedTo(['--project', project], { home, cwd: work });
    for (const { id, title } of others.slice(0, 2)) {
      const shown = await convo(['show', id, '--json']);
      const said: readonly string[] = JSON.parse(shown.stdout)
        .conversation.messages.filter(isMessage)
        .map(({ text }: { text: string }) => text);
      expect(said.length).toBeGreaterThan(0);
      for (const words of [
        ['show', id],
        ['why', id],
        ['resume', id],
        ['export', id, '--to', 'json'],
        ['diff', id],
        ['stats', id],
      ]) {
        const { exit, stdout } = await convo(['--project', project, ...words]);
        expect([words, exit, stdout]).toEqual([words, 2, '']);
      }
      for (const tool of ['read_conversation', 'why_missing'] as const) {
        const { isError, text } = await ask(tool, { id });
        expect([tool, isError]).toEqual([tool, true]);
        for (const each of [title ?? said[0] ?? '', ...said]) expect(text).not.toContain(each);
      }
      await expect(client.readResource({ uri: `convo://${kind}/${id}` })).rejects.toThrow(/no conversation/);
    }
    for (const tool of ['list_conversations', 'search_text', 'find_conversations', 'check_stores'] as const) {
      const { text } = await ask(tool, {
        text: 'e',
        question: all.map((each) => each.title).join(' '),
        archived: true,
      });
      // An id of Rao is a number.
      for (const { id } of others) expect(text).not.toMatch(new RegExp(`["/_]${id}["@:~/.]`));
    }
    for (const { id } of own) expect((await ask('read_conversation', { id })).isError).not.toBe(true);
  });
});

test('a project of fnord above the folder of another is not in it', async () => {
  const { at, convo } = homeOf(['fnord']);
  const id = '4b6d8f0a-1c2e-4d3f-a5b7-c9d8e7f6a5b4';
  const inner = at('.fnord/projects/harbor/east/conversations');
  mkdirSync(inner, { recursive: true });
  const bytes = readFileSync(at(`.fnord/projects/harbor/conversations/${id}.json`));
  const other = `e${id.slice(1)}`;
  writeFileSync(join(inner, `${other}.json`), bytes);
  expect((await convo(['--project', 'harbor/east', 'show', other])).exit).toBe(0);
  const { exit, stdout } = await convo(['--project', 'harbor/east', 'show', id]);
  expect([exit, stdout]).toEqual([2, '']);
});
