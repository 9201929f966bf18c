import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeWriteDisk } from '../../src/io/disk/write-disk.ts';
import { nodeWatch } from '../../src/io/run/race-watch.ts';
import type { World } from '../../src/io/world.ts';

/** The real world, as the command line would hand it in. */
export function realWorld(extra: Partial<World> = {}): World {
  return {
    disk: nodeWriteDisk,
    self: { pid: process.pid, host: 'here', alive: (pid) => pid === process.pid },
    now: Date.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    watch: nodeWatch,
    interrupted: () => false,
    ...extra,
  };
}

/** A new folder on the real disk holding these files; remove it with `fs.rmSync`. */
export function realRoot(files: Readonly<Record<string, string>>): string {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'convo-apply-')));
  for (const [path, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true });
    fs.writeFileSync(join(root, path), text);
  }
  return root;
}
