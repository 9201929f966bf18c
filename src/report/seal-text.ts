import { compareText } from '../model/collections.ts';
import { type Seal, type SealedConversation, sealHead, sumLine } from '../model/seal.ts';
import { type Json, jsonText } from './json-text.ts';

const MANIFEST_HEADER = '# convostore seal 1';

/**
 * Text for `sha256sum -c` in the base: comments, then a line per file in path order. Deterministic. `sum` in its head is the digest of the
 * lines of conversations, which `sha256sum` does not check.
 */
export function* sealText(seal: Seal, newDigest: () => { add(text: string): void; end(): string }): Generator<string> {
  yield `${MANIFEST_HEADER}\n`;
  const conversations = byPath(seal.conversations);
  const lineOf = (each: SealedConversation) => comment({ conversation: { ...each } });
  const sum = newDigest();
  for (const each of conversations) sum.add(lineOf(each));
  const projects = seal.projects.length > 0 && { projects: [...seal.projects] };
  yield comment({ ...sealHead(seal), ...projects, sum: sum.end() });
  for (const each of conversations) yield lineOf(each);
  for (const { path, digest } of byPath(seal.files)) yield sumLine(path, digest);
}

function comment(value: { readonly [key: string]: Json }): string {
  return `# ${jsonText(value)}\n`;
}

function byPath<T extends { readonly path: string }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => compareText(a.path, b.path));
}
