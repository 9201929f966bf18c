import { headOf, type Seal, type SealedFile } from '../model/seal.ts';
import { type Json, jsonText } from './json-text.ts';

/** The first line of every manifest. */
const FIRST = '# convostore seal 1';

/**
 * A manifest as text that `sha256sum -c` accepts when it is run in the base: comments for counts and conversations, then a line for
 * each file. The same stores give the same text, in the order of the paths.
 */
export function* sealText(seal: Seal): Generator<string> {
  yield `${FIRST}\n`;
  yield comment({ ...headOf(seal) });
  for (const each of byPath(seal.conversations)) yield comment({ conversation: { ...each } });
  for (const file of byPath(seal.files)) yield sumLine(file);
}

function comment(value: { readonly [key: string]: Json }): string {
  return `# ${jsonText(value)}\n`;
}

/** As sha256sum writes it: a name with a backslash or a line end is escaped, and its line begins with a backslash. */
function sumLine({ path, digest }: SealedFile): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${digest}  ${escaped}\n`;
}

function byPath<T extends { readonly path: string }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => (a.path < b.path ? -1 : 1));
}
