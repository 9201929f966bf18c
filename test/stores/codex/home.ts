import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { call } from '../../cli/call.ts';
import { tree } from '../../support/real-tree.ts';

/** A home of Codex CLI with these files; gone when the test is over. */
export function homeWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = tree();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** The JSON document that a command line answers over a home. */
export async function convo(root: string, words: string) {
  const { stdout } = await call([...words.split(' '), '--root', root, '--no-config', '--json']);
  return JSON.parse(stdout);
}
