import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import { LF } from '../../codecs/bytes.ts';
import type { Source } from '../../codecs/lines/source.ts';
import type { Digest } from '../../model/plan.ts';
import type { Name, ReadDisk } from '../disk.ts';
import { WINDOW, windowsOf } from './file-source.ts';
import { statOf } from './stat-of.ts';

export function digestOf(bytes: Uint8Array): Digest {
  return hash('sha256', bytes);
}

export function digestFile(disk: ReadDisk, path: string, length = Number.POSITIVE_INFINITY): Digest {
  const hash = createHash('sha256');
  let buffer: Buffer | null = null;
  for (let at = 0; ; ) {
    const max = Math.min(WINDOW, length - at);
    const buffered: Uint8Array | undefined =
      buffer === null ? undefined : disk.head?.(path, buffer.subarray(0, max), at);
    // Only a full first window surely is one of a single file. A short read may not be the last.
    const bytes = buffered?.length === max ? buffered : disk.read(path, max, at);
    hash.update(bytes);
    at += bytes.length;
    if (bytes.length < WINDOW) return hash.digest('hex');
    buffer ??= Buffer.allocUnsafe(WINDOW);
  }
}

/** Lower-case hex sha256 over sorted names, types and digests. A link counts by its target, other types by type alone. */
export function digestFolder(disk: ReadDisk, path: string): Digest {
  return digestNames(disk.list(path), ({ name, type }) =>
    name === null ? '' : digestEntry(disk, join(path, name), type),
  );
}

/** `names` are sorted by bytes. */
export function digestNames(names: readonly Name[], digestOfName: (name: Name) => string): Digest {
  const hash = createHash('sha256');
  for (const name of names) {
    hash.update(name.raw).update('\0').update(name.type).update('\0');
    hash.update(digestOfName(name)).update('\0');
  }
  return hash.digest('hex');
}

function digestEntry(disk: ReadDisk, path: string, type: string): string {
  if (type === 'file') return digestFile(disk, path);
  if (type === 'folder') return digestFolder(disk, path);
  return type === 'link' ? disk.readlink(path) : '';
}

export function newDigest(): { add(text: string): void; end(): Digest } {
  const hash = createHash('sha256');
  return {
    add: (text) => {
      hash.update(text);
    },
    end: () => hash.digest('hex'),
  };
}

/** Length of the prefix with this digest, if only whole lines follow; null otherwise. */
export function prefixLength(source: Source, digest: Digest): number | null {
  const hash = createHash('sha256');
  const isIt = () => hash.copy().digest('hex') === digest;
  let at = 0;
  for (const bytes of windowsOf(source)) {
    let from = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      // An unterminated last line got its line feed before the append.
      for (const to of [end, end + 1]) {
        hash.update(bytes.subarray(from, to));
        from = to;
        if (isIt()) return at + to;
      }
    }
    hash.update(bytes.subarray(from));
    at += bytes.length;
  }
  return isIt() ? at : null;
}

/** Digest of a file or folder; `other` for a link or another type. */
export function digestAt(disk: ReadDisk, path: string): Digest | 'absent' | 'other' {
  const stat = statOf(disk, path);
  if (stat === null) return 'absent';
  if (stat.type === 'file') return digestFile(disk, path);
  return stat.type === 'folder' ? digestFolder(disk, path) : 'other';
}
