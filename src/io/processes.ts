import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Process, ProcessNotes } from '../model/process.ts';
import { attempt } from './disk/error-code.ts';
import { keyed } from './keyed.ts';

/**
 * The other processes of this machine, as far as `/proc` shows them; none where there is no such folder, as on macOS and Windows.
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
    return [
      {
        pid,
        command,
        // Read when they are asked for: of most processes the command is enough.
        get cwd() {
          return attempt(() => readlinkSync(join(folder, 'cwd')));
        },
        get env() {
          return envOf(folder);
        },
      },
    ];
  });
}

/**
 * What sets a process apart from every other that had or gets its id: the boot of the machine, and when it began after that. No
 * clock is in it, so it stays the same when the clock is set. Null where there is no `/proc`.
 */
export function birthOf(pid: number, proc = '/proc'): string | null {
  const boot = attempt(() => readFileSync(join(proc, 'sys/kernel/random/boot_id'), 'utf8'))?.trim();
  const ticks = ticksOf(pid, proc);
  return boot === undefined || ticks === null ? null : `${boot}:${ticks}`;
}

/** When a process began, in milliseconds since 1970 by the clock of now; null where there is no `/proc`. */
export function startTimeOf(pid: number, proc = '/proc'): number | null {
  const boot = /^btime (\d+)$/m.exec(attempt(() => readFileSync(join(proc, 'stat'), 'utf8')) ?? '')?.[1];
  const ticks = ticksOf(pid, proc);
  return boot === undefined || ticks === null ? null : Number(boot) * 1000 + ticks * 10;
}

/** The namespace in which our process id is one: a container has its own. Null where there is no `/proc`. */
export function pidSpace(proc = '/proc'): string | null {
  return attempt(() => readlinkSync(join(proc, 'self/ns/pid')));
}

/** Notes of a program on its process, so that others know it again. */
export function processNotes(proc = '/proc', machine = '/etc/machine-id'): ProcessNotes {
  const namespace = pidSpace(proc);
  const id = attempt(() => readFileSync(machine, 'utf8'))?.trim() ?? '';
  return {
    domain: namespace === null || id === '' ? null : `linux:${id}:${namespace}`,
    startOf: (pid) => ticksOf(pid, proc)?.toString() ?? null,
  };
}

/** True when the command of a process is known to be convo's. */
export function isConvo(pid: number, proc = '/proc'): boolean {
  const command = fields(attempt(() => readFileSync(join(proc, String(pid), 'cmdline'), 'utf8'))) ?? [];
  return command.some((word) => /(?:^|[/\\])convo(?:\.js)?$/.test(word));
}

/** Hundredths of a second from the boot to the start of a process. */
function ticksOf(pid: number, proc: string): number | null {
  const stat = attempt(() => readFileSync(join(proc, String(pid), 'stat'), 'utf8'));
  // The name of the program comes second, in brackets, and may hold anything.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks !== undefined && /^\d+$/.test(ticks) ? Number(ticks) : null;
}

function envOf(folder: string): Process['env'] {
  const pairs = fields(attempt(() => readFileSync(join(folder, 'environ'), 'utf8')));
  return pairs === null ? null : Object.fromEntries(pairs.map((pair) => keyed(pair, '=')));
}

/** A list in which each entry ends with a NUL. */
function fields(text: string | null): string[] | null {
  return text === null ? null : text.split('\0').filter((field, n, all) => field !== '' || n < all.length - 1);
}
