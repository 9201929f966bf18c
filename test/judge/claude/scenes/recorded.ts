import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectedOf, wordsOf } from '../../codex/scenes/words.ts';
import type { Played } from './play.ts';
import type { Scene } from './scene.ts';

// From here, and from the file that the judge is bundled from.
const [FOLDER = ''] = ['../../../../fixtures/claude/scenes', '../../fixtures/claude/scenes']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(path));

/** Writes the home of a scene, and its words by who said them first, where `test/cli/scenes.test.ts` looks for them. */
export function recordScene(scene: Scene, { files }: Pick<Played, 'files'>): void {
  const folder = join(FOLDER, scene.name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'store', path)), { recursive: true });
    writeFileSync(join(folder, 'store', path), text);
  }
  const words: Record<string, string[]> = {};
  for (const word of wordsOf(scene)) {
    const place = expectedOf(scene, word);
    if (!Array.isArray(place)) continue;
    const [role = ''] = place;
    words[role] = [...(words[role] ?? []), word];
  }
  writeFileSync(join(folder, 'words.json'), `${JSON.stringify(words, null, 2)}\n`);
}
