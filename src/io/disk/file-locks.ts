import type { Stat } from '../disk.ts';

/**
 * Whether /proc/locks lists a flock on a file: `1: FLOCK ADVISORY WRITE 4711 08:01:1234 0 EOF`. btrfs and overlayfs list
 * another device than stat: then the inode decides.
 */
export function isFlocked(locks: string, { ino, dev }: Pick<Stat, 'ino' | 'dev'>): boolean {
  const own = deviceOf(dev);
  return locks.split('\n').some((line) => {
    const [, major = '', minor = '', inode] = /: FLOCK .* ([0-9a-f]+):([0-9a-f]+):(\d+) 0 EOF$/.exec(line) ?? [];
    if (inode !== String(ino)) return false;
    return own.major === 0 || (Number.parseInt(major, 16) === own.major && Number.parseInt(minor, 16) === own.minor);
  });
}

/** glibc's encoding of a device: 12 bits above 8, and 12 more above those. */
function deviceOf(dev: number): { readonly major: number; readonly minor: number } {
  const minor = (dev % 256) + Math.floor(dev / 2 ** 20) * 256;
  return { major: Math.floor(dev / 256) % 4096, minor };
}
