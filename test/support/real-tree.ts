import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder holding these files (path below it -> content; a path that ends in `/` is an empty folder). Gone after the test. */
export function tree(files: Readonly<Record<string, string>> = {}): string {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'convo-tree-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    const at = join(root, path);
    fs.mkdirSync(path.endsWith('/') ? at : dirname(at), { recursive: true });
    if (!path.endsWith('/')) fs.writeFileSync(at, content);
  }
  return root;
}

/** Makes what a shell's `mkfifo` makes. */
export function fifo(path: string): void {
  execFileSync('mkfifo', [path]);
}

/** Carries out `act`, and waits for it, without the rights of root, so that permission bits count. */
export async function asNobody<T>(act: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return act();
  process.seteuid?.(65534);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
