import { compareText } from '../model/collections.ts';
import { type Seal, sealHead } from '../model/seal.ts';
import { sumLine } from '../model/sum-line.ts';
import { type Json, jsonText } from './json-text.ts';

const MANIFEST_HEADER = '# convostore seal 1';

/** Text for `sha256sum -c` in the base: comments, then a line per file in path order. Deterministic. */
export function* sealText(seal: Seal): Generator<string> {
  yield `${MANIFEST_HEADER}\n`;
  yield comment({ ...sealHead(seal), ...(seal.projects.length > 0 && { projects: [...seal.projects] }) });
  for (const each of byPath(seal.conversations)) yield comment({ conversation: { ...each } });
  for (const { path, digest } of byPath(seal.files)) yield sumLine(path, digest);
}

function comment(value: { readonly [key: string]: Json }): string {
  return `# ${jsonText(value)}\n`;
}

function byPath<T extends { readonly path: string }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => compareText(a.path, b.path));
}
