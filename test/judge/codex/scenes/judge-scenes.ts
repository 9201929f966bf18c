import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runConvo } from '../../heal.ts';
import { inJobs } from '../../in-jobs.ts';
import { codexProgram } from '../program.ts';
import { play } from './play.ts';
import { recordScene } from './recorded.ts';
import type { Scene } from './scene.ts';
import { SCENES } from './scenes.ts';
import { ANY_WORD, doubledWords, type Shown, wordsFound, wrongWords } from './words.ts';

/** What `npm run judge -- codex --scenes` was asked for. */
export interface ScenesAsked {
  readonly version: string | undefined;
  readonly only: string;
  readonly jobs: number;
  readonly records: boolean;
}

/** Plays the scenes to the program, looks for their words in what convo shows, and prints what is wrong; answers whether anything is. */
export async function judgeScenes({ version, only, jobs, records }: ScenesAsked): Promise<boolean> {
  const { version: asked, file } = codexProgram(version);
  const scenes = SCENES.filter(({ name }) => name.includes(only));
  const wrong = new Map<string, readonly string[]>();
  await inJobs(scenes, jobs, async (scene) => {
    const played = await play(file, scene);
    wrong.set(scene.name, [...played.wrong, ...(await wrongIn(scene, played.files))]);
    if (records) recordScene(scene.name, { version: asked, files: played.files });
  });
  const lines = scenes.flatMap(({ name }) => (wrong.get(name) ?? []).map((line) => `  ${name}: ${line}`));
  process.stdout.write(`codex ${asked}: ${scenes.length} scenes, ${lines.length} things wrong\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
  return lines.length > 0;
}

async function wrongIn(scene: Scene, files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'convostore-judge-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const flags = ['--all', '--root', root, '--no-config'];
    const threads: Shown[][] = [];
    for (const id of await threadsIn(root))
      threads.push(JSON.parse(await runConvo(['show', id, '--json', ...flags])).conversation.messages);
    const grep = async (...words: readonly string[]) =>
      JSON.parse(await runConvo(['grep', ...words, '--json', ...flags]));
    const { matches } = await grep('--regex', ANY_WORD, '--limit', 'all');
    const found = await wordsFound(scene, matches, grep);
    return [...wrongWords(scene, threads, found), ...doubledWords(scene, threads)];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The ids of all threads, with what was said before a rewind. */
async function threadsIn(root: string): Promise<string[]> {
  const ids: string[] = [];
  for (const which of ['--all', '--hidden']) {
    const { conversations } = JSON.parse(await runConvo(['list', which, '--json', '--root', root, '--no-config']));
    ids.push(...conversations.map(idOf));
  }
  return [...new Set(ids)];
}

/** The id of a conversation in a list, as `show` takes it. */
export function idOf({ id, earlier = 0 }: { readonly id: string; readonly earlier?: number }): string {
  return earlier === 0 ? id : `${id}~${earlier}`;
}
