import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The home that the program made of a scene. */
export interface RecordedScene {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

// From here, and from the file that the judge is bundled from.
const [FOLDER = ''] = ['../../../../fixtures/codex/scenes', '../../fixtures/codex/scenes']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(path));

export function recordedScene(name: string): RecordedScene {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
}

export function recordScene(name: string, scene: RecordedScene): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(scene, null, 1)}\n`);
}
