import fs from 'node:fs';
import { platform } from 'node:os';
import type { Watch } from './witness.ts';

/** Watches by inotify: no other system tells of each name and in the order it happened. */
export const nodeWatch: Watch = (folder, saw) => {
  if (platform() !== 'linux') return null;
  try {
    const watcher = fs.watch(folder, { persistent: false }, (event, name) => {
      if (event === 'rename' && name !== null) saw(name);
    });
    // A watch that breaks down has seen nothing more; the change itself does not depend on it.
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return null;
  }
};
