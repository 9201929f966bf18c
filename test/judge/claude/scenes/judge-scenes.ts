import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScenesAsked } from '../../codex/scenes/judge-scenes.ts';
import { ANY_WORD, type Shown, wordsFound, wrongWords } from '../../codex/scenes/words.ts';
import { runConvo } from '../../heal.ts';
import { inJobs } from '../../in-jobs.ts';
import { commandOf, newestClaude } from '../program.ts';
import { play } from './play.ts';
import { recordScene } from './recorded.ts';
import type { Scene } from './scene.ts';
import { SCENES } from './scenes.ts';

/** Plays the scenes to the program, looks for their words in what convo shows, and prints what is wrong; answers whether anything is. */
export async function judgeScenes({ version, only, jobs, records }: ScenesAsked): Promise<boolean> {
  const asked = version ?? newestClaude();
  const command = commandOf(asked);
  const scenes = SCENES.filter(({ name }) => name.includes(only));
  const wrong = new Map<string, readonly string[]>();
  await inJobs(scenes, jobs, async (scene) => {
    const played = await play(command, scene);
    wrong.set(scene.name, [...played.wrong, ...(await wrongIn(scene, played.files))]);
    if (records) recordScene(scene, played);
  });
  const lines = scenes.flatMap(({ name }) => (wrong.get(name) ?? []).map((line) => `  ${name}: ${line}`));
  process.stdout.write(`claude ${asked}: ${scenes.length} scenes, ${lines.length} things wrong\n`);
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
    const flags = ['--root', root, '--no-config', '--json'];
    const sessions: Shown[][] = [];
    for (const { id } of JSON.parse(await runConvo(['list', '--all', ...flags])).conversations)
      sessions.push(JSON.parse(await runConvo(['show', id, '--all', ...flags])).conversation.messages);
    const grep = async (...words: readonly string[]) =>
      JSON.parse(await runConvo(['grep', ...words, '--all', ...flags]));
    const { matches } = await grep('--regex', ANY_WORD, '--limit', 'all');
    return wrongWords(scene, sessions, await wordsFound(scene, matches, grep));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
