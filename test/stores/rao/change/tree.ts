import { applyEdits } from '../../../../src/codecs/edit.ts';
import { digestOf } from '../../../../src/io/disk/digest.ts';
import { plantedDigest } from '../../../../src/io/journal/open-journal.ts';
import { checkChange } from '../../../../src/model/check-change.ts';
import type { Change, Content, Step } from '../../../../src/model/plan.ts';
import type { Tree } from '../reader.ts';

/** The print of a folder of the tree. */
export function printBelow(tree: Tree, folder: string): string {
  return plantedDigest(new Map([...below(tree, folder)].map(([path, bytes]) => [path, digestOf(bytes)])));
}

/** The files below a path, by their paths below it. */
export function below(tree: Tree, path: string): Map<string, Buffer> {
  const inside = [...tree].filter(([each]) => each.startsWith(`${path}/`));
  return new Map(inside.map(([each, bytes]) => [each.slice(path.length + 1), bytes]));
}

/** The tree after each step of a Change, the untouched one first; every step must find what it expects. */
export function prefixes(tree: Tree, change: Change): Tree[] {
  checkChange(change);
  const all = [tree];
  for (const step of change.steps) all.push(made(all.at(-1) ?? tree, step));
  return all;
}

/** The tree with a Change made. */
export function applied(tree: Tree, change: Change): Tree {
  return prefixes(tree, change).at(-1) ?? tree;
}

function made(tree: Tree, step: Step): Tree {
  const out = new Map(tree);
  if (step.do === 'put') {
    expectPrint(step.path, tree.has(step.path) ? digestOf(fileAt(tree, step.path)) : 'absent', step.was);
    out.set(step.path, contentOf(tree, step.path, step.content));
  } else if (step.do === 'plant') {
    free(tree, step.path);
    for (const { path, content } of step.files) out.set(`${step.path}/${path}`, contentOf(tree, path, content));
  } else {
    const from = step.do === 'move' ? step.from : step.path;
    const isFile = step.what === 'file';
    const inside = isFile ? new Map([['', fileAt(tree, from)]]) : below(tree, from);
    expectPrint(from, isFile ? digestOf(fileAt(tree, from)) : printBelow(tree, from), step.was);
    const at = (folder: string, path: string) => (isFile ? folder : `${folder}/${path}`);
    for (const path of inside.keys()) out.delete(at(from, path));
    if (step.do === 'move') free(tree, step.to);
    if (step.do === 'move') for (const [path, bytes] of inside) out.set(at(step.to, path), bytes);
  }
  return out;
}

function contentOf(tree: Tree, path: string, content: Content): Buffer {
  if (content.from === 'bytes') return Buffer.from(content.bytes);
  const source = content.from === 'copy' ? content.path : path;
  if (content.from === 'copy') expectPrint(source, digestOf(fileAt(tree, source)), content.was);
  return Buffer.from(applyEdits(fileAt(tree, source), content.edits));
}

function fileAt(tree: Tree, path: string): Buffer {
  const bytes = tree.get(path);
  if (bytes === undefined) throw new Error(`${path} is not there`);
  return bytes;
}

function expectPrint(path: string, digest: string, was: string): void {
  if (digest !== was) throw new Error(`${path} is not as the step expects it`);
}

function free(tree: Tree, path: string): void {
  if (tree.has(path) || below(tree, path).size > 0) throw new Error(`${path} is there already`);
}
