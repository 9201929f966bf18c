import { applyEdits } from '../../../../src/codecs/edit.ts';
import type { Content, Step } from '../../../../src/model/plan.ts';

/** The files of a folder by their paths. */
export type Tree = ReadonlyMap<string, Buffer>;

/** The tree with steps made. */
export function applySteps(tree: Tree, steps: readonly Step[]): Tree {
  const out = new Map(tree);
  for (const step of steps) {
    if (step.do === 'plant') throw new Error('fnord plants nothing');
    if (step.do === 'put') out.set(step.path, contentOf(out, step.path, step.content));
    if (step.do === 'remove') for (const path of below(out, step.path)) out.delete(path);
    if (step.do === 'move')
      for (const path of below(out, step.from)) move(out, path, step.to + path.slice(step.from.length));
  }
  return new Map([...out].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function contentOf(tree: Tree, path: string, content: Content): Buffer {
  if (content.from === 'bytes') return Buffer.from(content.bytes);
  const source = tree.get(content.from === 'copy' ? content.path : path);
  if (source === undefined) throw new Error(`${path} is not there`);
  return Buffer.from(applyEdits(source, content.edits));
}

function below(tree: Tree, path: string): string[] {
  return [...tree.keys()].filter((each) => each === path || each.startsWith(`${path}/`));
}

function move(tree: Map<string, Buffer>, from: string, to: string): void {
  if (tree.has(to)) throw new Error(`${to} is there already`);
  tree.set(to, tree.get(from) ?? Buffer.alloc(0));
  tree.delete(from);
}
