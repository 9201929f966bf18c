import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Process } from '../model/process.ts';

/**
 * The other processes of this machine, as far as `/proc` tells; none where there is no such folder, as on macOS and Windows.
 * What another user's process hides is null.
 */
export function processes(self: number, proc = '/proc'): Process[] {
  const names = attempt(() => readdirSync(proc)) ?? [];
  return names.flatMap((name) => {
    const pid = /^\d+$/.test(name) ? Number(name) : self;
    if (pid === self) return [];
    const folder = join(proc, name);
    const command = fields(attempt(() => readFileSync(join(folder, 'cmdline'), 'utf8')));
    // Threads of the kernel have no command, and neither has what ended meanwhile.
    if (command === null || command.length === 0) return [];
    return [{ pid, command, cwd: attempt(() => readlinkSync(join(folder, 'cwd'))), env: envOf(folder) }];
  });
}

function envOf(folder: string): Process['env'] {
  const pairs = fields(attempt(() => readFileSync(join(folder, 'environ'), 'utf8')));
  return pairs === null ? null : Object.fromEntries(pairs.map((pair) => split(pair)));
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** What ends each with a NUL. */
function fields(text: string | null): string[] | null {
  return text === null ? null : text.split('\0').filter((field, n, all) => field !== '' || n < all.length - 1);
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
