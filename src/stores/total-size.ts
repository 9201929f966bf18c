import type { Part } from './kind.ts';

/** Bytes of the files among these. */
export function totalSize(parts: readonly Pick<Part, 'type' | 'size'>[]): number {
  return parts.reduce((sum, { type, size }) => sum + (type === 'folder' ? 0 : size), 0);
}
