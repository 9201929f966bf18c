import type { Part } from './kind.ts';

export function totalSize(parts: readonly Pick<Part, 'type' | 'size'>[]): number {
  return parts.reduce((sum, { type, size }) => sum + (type === 'folder' ? 0 : size), 0);
}
