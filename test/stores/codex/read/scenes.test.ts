import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { rewritten } from '../../../judge/codex/scenes/home-files.ts';
import { idOf } from '../../../judge/codex/scenes/judge-scenes.ts';
import { recordedScene } from '../../../judge/codex/scenes/recorded.ts';
import { SCENES } from '../../../judge/codex/scenes/scenes.ts';
import {
  ANY_WORD,
  doubledWords,
  expectedOf,
  type Matches,
  type Shown,
  wordsFound,
  wordsOf,
  wrongWords,
} from '../../../judge/codex/scenes/words.ts';
import { oneIn } from '../../../support/sampling.ts';
import { homeWith } from '../home.ts';

interface Of {
  readonly root: string;
}

interface Listed extends Of {
  readonly id: string;
  readonly earlier?: number;
}

type Found = Matches['matches'][number] & { readonly conversation: Of };

async function asked(words: string, roots: readonly string[]) {
  const at = roots.flatMap((root) => ['--root', root]);
  return JSON.parse((await call([...words.split(' '), ...at, '--no-config', '--json'])).stdout);
}

test('each word of each scene is shown once, by who said it, and found', async () => {
  // All homes are asked at once.
  const homes = oneIn(9, SCENES).map((scene) => ({ scene, root: homeWith(recordedScene(scene.name).files) }));
  const roots = homes.map(({ root }) => root);
  const [all, hidden] = [await asked('list --all', roots), await asked('list --hidden', roots)];
  const listed: readonly Listed[] = [...all.conversations, ...hidden.conversations];
  const { matches }: { matches: readonly Found[] } = await asked(`grep --regex ${ANY_WORD} --all --limit all`, roots);
  const wrong: string[] = [];
  for (const { scene, root } of homes) {
    const isHere = (each: Of) => each.root === root;
    const threads: Shown[][] = [];
    for (const id of new Set(listed.filter(isHere).map(idOf)))
      threads.push((await asked(`show ${id} --all`, [root])).conversation.messages);
    const here = matches.filter(({ conversation }) => isHere(conversation));
    const found = await wordsFound(scene, here, (word) => asked(`grep ${word} --all`, [root]));
    const all = [...wrongWords(scene, threads, found), ...doubledWords(scene, threads)];
    wrong.push(...all.map((line) => `${scene.name}: ${line}`));
  }
  expect(wrong).toEqual([]);
  expect((await asked('verify --all', roots)).findings).toEqual([]);
});

test('--prompts has nothing that the program put before the questions', async () => {
  for (const name of ['command', 'goal', 'goal-legacy']) {
    const root = homeWith(recordedScene(name).files);
    const { stdout } = await call(['show', '--prompts', '--root', root, '--no-config']);
    expect(stdout).toMatch(/^user/m);
    expect(stdout).not.toMatch(/<environment_context>|<codex_internal_context|text of the program/);
  }
});

test('each word of each scene is a secret where it is one', async () => {
  const homes = oneIn(9, SCENES, 1).map((scene) => {
    const tokens = new Map(wordsOf(scene).map((word, n) => [word, tokenOf(n)]));
    const files = rewritten(recordedScene(scene.name).files, (line) =>
      line.replace(IN_JSON, (word) => tokens.get(word) ?? word),
    );
    return { scene, root: homeWith(files) };
  });
  const roots = homes.map(({ root }) => root);
  const { secrets }: { secrets: readonly Of[] } = await asked('secrets', roots);
  const missed = homes.flatMap(({ scene, root }) => {
    const expected = wordsOf(scene).filter((word) => expectedOf(scene, word) !== null).length;
    const found = secrets.filter((each) => each.root === root).length;
    return found >= expected ? [] : [`${scene.name}: ${found} of ${expected}`];
  });
  expect(missed).toEqual([]);
});

/** A word behind a line end as JSON has it, too. */
const IN_JSON = /(?<=\\n|[^a-z])z[umtp][a-z]{2,}/g;

/** A token of GitHub, an invented one. */
function tokenOf(n: number): string {
  return `ghp_${createHash('sha256').update(`${n}`).digest('hex').slice(0, 36)}`;
}
