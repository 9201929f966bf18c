import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bareHome, homeOf } from './home-of-all.ts';

export const ID = 'b3f8a2d7-914e-4c06-b5e1-72c8d06a94fe';
export const SESSION = `projects/-home-ben-quay/${ID}.jsonl`;

/** Every path below a folder, with its bytes, mode and time. */
export function everythingIn(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.split('/').includes('.convo')) continue;
    const { mode, mtimeMs } = lstatSync(join(folder, name));
    all[name] = lstatSync(join(folder, name)).isFile()
      ? `${mode} ${Math.floor(mtimeMs)} ${readFileSync(join(folder, name), 'latin1')}`
      : `${mode}`;
  }
  return all;
}

/** Packs that were made, by what is in them: of the same home each would be the same again. */
const packs = new Map<string, Buffer>();

/** A pack of a home with the demo's stores, and an empty home to unpack it in. */
export async function packed(kinds?: Parameters<typeof homeOf>[0], line = 'pack --all') {
  const from = homeOf(kinds);
  const to = bareHome();
  const file = to.at('a.tar');
  const name = `${line} ${kinds}`;
  const made = packs.get(name);
  if (made === undefined) expect((await from.convo(`${line} --output ${file}`)).exit).toBe(0);
  else writeFileSync(file, made);
  packs.set(name, made ?? readFileSync(file));
  return { from, to, file };
}
