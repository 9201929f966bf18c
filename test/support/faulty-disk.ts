import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { fault } from './model-disk.ts';

/** What goes wrong at one call: the system's error, or from there on nothing happens any more. `short` takes half of a write. */
export type Fault = 'ENOSPC' | 'EIO' | 'EACCES' | 'EROFS' | 'short' | 'halt';

/** Every kind of fault. */
export const FAULTS: readonly Fault[] = ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'short', 'halt'];

/** A disk that counts its calls and fails at one of them. */
export interface FaultyDisk {
  readonly disk: WriteDisk;
  calls(): number;
  /** True once the fault has happened. */
  struck(): boolean;
  /** The call that went wrong; all calls, when none is to go wrong. */
  readonly names: readonly string[];
}

/** Wraps a disk so that call number `at` (from 0) goes wrong; a negative number never comes. */
export function faultyDisk(inner: WriteDisk, at: number, kind: Fault): FaultyDisk {
  let n = 0;
  let struck = false;
  const names: string[] = [];
  const disk = new Proxy(inner, {
    get(target, key) {
      const call: unknown = Reflect.get(target, key);
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) => {
        const number = n++;
        if (number === at || at < 0)
          names.push(`${String(key)} ${args.filter((arg) => typeof arg === 'string').join(' -> ')}`);
        if (struck && kind === 'halt') throw fault('HALT', String(key));
        if (number !== at) return call.apply(target, args);
        struck = true;
        if (key === 'write' && (kind === 'short' || kind === 'halt')) half(target, args);
        if (kind === 'short') return key === 'write' ? halfCount(args) : call.apply(target, args);
        if (key === 'sync' || key === 'removeFolder')
          return Promise.reject(fault(kind === 'halt' ? 'HALT' : kind, String(args[0])));
        throw fault(kind === 'halt' ? 'HALT' : kind, String(args[0]));
      };
    },
  });
  return { disk, calls: () => n, struck: () => struck, names };
}

function halfCount(args: readonly unknown[]): number {
  const [, bytes] = args;
  return bytes instanceof Uint8Array ? bytes.length >> 1 : 0;
}

function half(target: WriteDisk, args: readonly unknown[]): void {
  const [file, bytes] = args;
  if (typeof file === 'number' && bytes instanceof Uint8Array) target.write(file, bytes.subarray(0, bytes.length >> 1));
}
