import type { Source } from '../../../codecs/lines/source.ts';

/** The program that a file was compressed with, by the bytes that it begins with; null for one that was not. */
export function packedBy(source: Source): string | null {
  const head = Buffer.from(source.slice(0, Math.min(HEAD, source.size))).toString('latin1');
  return PACKERS.find(({ begins }) => head.startsWith(begins))?.name ?? null;
}

const HEAD = 8;

const PACKERS = [
  { name: 'gzip', begins: '\x1f\x8b\x08' },
  { name: 'zstd', begins: '\x28\xb5\x2f\xfd' },
  { name: 'xz', begins: '\xfd7zXZ\0' },
  { name: 'bzip2', begins: 'BZh9' },
  { name: 'zip', begins: 'PK\x03\x04' },
] as const;
