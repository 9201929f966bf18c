import type { Stat } from '../disk.ts';

/**
 * Whether a file is locked by flock, as Linux lists all locks: `1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`, with its device and
 * inode. File systems without a block device (btrfs, overlayfs) list another device than a file of theirs has: there the inode decides.
 */
export function isFlocked(locks: string, { ino, dev }: Pick<Stat, 'ino' | 'dev'>): boolean {
  const own = deviceOf(dev);
  return locks.split('\n').some((line) => {
    const [, major = '', minor = '', inode] = /: FLOCK .* ([0-9a-f]+):([0-9a-f]+):(\d+) 0 EOF$/.exec(line) ?? [];
    if (inode !== String(ino)) return false;
    return own.major === 0 || (Number.parseInt(major, 16) === own.major && Number.parseInt(minor, 16) === own.minor);
  });
}

/** The two numbers of a device, as glibc puts them into one: 12 bits above 8, and 12 more above those. */
function deviceOf(dev: number): { readonly major: number; readonly minor: number } {
  const minor = (dev % 256) + Math.floor(dev / 2 ** 20) * 256;
  return { major: Math.floor(dev / 256) % 4096, minor };
}
