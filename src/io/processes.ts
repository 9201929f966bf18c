import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { once } from '../model/once.ts';
import type { Process, ProcessNotes } from '../model/process.ts';
import { orNull } from './disk/error-code.ts';

/** Processes from `/proc`; empty without it, as on macOS and Windows. Null members: hidden because the process is another user's. */
export function processes(self: number, proc = '/proc'): Process[] {
  const names = orNull(() => readdirSync(proc)) ?? [];
  return names.flatMap((name) => {
    const pid = /^\d+$/.test(name) ? Number(name) : self;
    if (pid === self) return [];
    const folder = join(proc, name);
    const command = nulFields(orNull(() => readFileSync(join(folder, 'cmdline'), 'utf8')));
    // Kernel threads and ended processes have no command.
    if (command === null || command.length === 0) return [];
    // Lazy, because the command usually suffices; once, because the process may end between two reads.
    const cwd = once(() => orNull(() => readlinkSync(join(folder, 'cwd'))));
    const env = once(() => envOf(folder));
    return [
      {
        pid,
        command,
        get cwd() {
          return cwd();
        },
        get env() {
          return env();
        },
      },
    ];
  });
}

/** Identifies a process despite reused ids: boot id and start ticks. Independent of the clock. Null without `/proc`. */
export function processBirth(pid: number, proc = '/proc'): string | null {
  const boot = orNull(() => readFileSync(join(proc, 'sys/kernel/random/boot_id'), 'utf8'))?.trim();
  const ticks = ticksOf(pid, proc);
  return boot === undefined || ticks === null ? null : `${boot}:${ticks}`;
}

/** Start of a process in milliseconds since 1970 by the present clock; null without `/proc`. */
export function startTimeOf(pid: number, proc = '/proc'): number | null {
  const boot = /^btime (\d+)$/m.exec(orNull(() => readFileSync(join(proc, 'stat'), 'utf8')) ?? '')?.[1];
  const ticks = ticksOf(pid, proc);
  return boot === undefined || ticks === null ? null : Number(boot) * 1000 + ticks * 10;
}

/** Namespace of process ids, as of a container; null without `/proc`. */
export function pidSpace(proc = '/proc'): string | null {
  return orNull(() => readlinkSync(join(proc, 'self/ns/pid')));
}

export function processNotes(): ProcessNotes {
  return {
    // Lazy, since few stores name a process.
    get domain() {
      const namespace = pidSpace();
      const id = orNull(() => readFileSync('/etc/machine-id', 'utf8'))?.trim() ?? '';
      return namespace === null || id === '' ? null : `linux:${id}:${namespace}`;
    },
    startOf: (pid) => ticksOf(pid, '/proc')?.toString() ?? null,
  };
}

export function isConvo(pid: number, proc = '/proc'): boolean {
  const command = nulFields(orNull(() => readFileSync(join(proc, String(pid), 'cmdline'), 'utf8'))) ?? [];
  return command.some((word) => /(?:^|[/\\])convo(?:\.js)?$/.test(word));
}

/** Hundredths of a second from boot to start. */
function ticksOf(pid: number, proc: string): number | null {
  const stat = orNull(() => readFileSync(join(proc, String(pid), 'stat'), 'utf8'));
  // The process's name, in brackets, may contain anything.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks !== undefined && /^\d+$/.test(ticks) ? Number(ticks) : null;
}

function envOf(folder: string): Process['env'] {
  const pairs = nulFields(orNull(() => readFileSync(join(folder, 'environ'), 'utf8')));
  return pairs === null ? null : Object.fromEntries(pairs.map((pair) => splitAtSign(pair, '=')));
}

function nulFields(text: string | null): string[] | null {
  return text === null ? null : text.split('\0').filter((field, n, all) => field !== '' || n < all.length - 1);
}

export function splitAtSign(text: string, sign: string): [key: string, value: string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}
