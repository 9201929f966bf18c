import { createHash } from 'node:crypto';
import { composeEdits } from '../../../codecs/compose-edits.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import type { Step } from '../../../model/plan.ts';
import type { Part } from '../../kind.ts';
import { type Files, LOG, partOf } from './passes/files.ts';
import type { FolderRepair } from './passes/pass.ts';

/** A conversation folder while it is changed: what it has become, and what makes that of the files as they were read. */
export interface Draft {
  readonly files: Files;
  /** By path from the root; counted in the bytes as they were read. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly moved: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** A folder as it was read. */
export function begin(files: Files): Draft {
  return { files, edits: new Map(), moved: new Map(), removed: [] };
}

/** A draft with one more repair made. */
export function amend(draft: Draft, { edits, moved = new Map(), removed = [] }: FolderRepair): Draft {
  const { files } = draft;
  const at = (name: string) => `${files.path}/${name}`;
  const together = new Map(draft.edits);
  const parts = new Map(files.parts.map((part) => [part.path, part]));
  for (const [name, list] of edits) {
    const part = partOf(files, name);
    if (part?.bytes == null || list.length === 0) continue;
    const before = together.get(part.path) ?? [];
    together.set(part.path, composeEdits(sizeBefore(part.bytes, before), before, list));
    parts.set(part.path, withBytes(part, applyEdits(part.bytes, list)));
  }
  for (const [from, to] of moved) {
    const part = parts.get(at(from));
    if (part !== undefined) parts.set(part.path, { ...part, path: at(to) });
  }
  for (const name of removed) parts.delete(at(name));
  return {
    files: { ...files, parts: [...parts.values()] },
    edits: together,
    moved: new Map([...draft.moved, ...[...moved].map(([from, to]) => [at(from), at(to)] as const)]),
    removed: [...draft.removed, ...removed.map(at)],
  };
}

/** The size of a file before edits that made these bytes of it. */
function sizeBefore(bytes: Uint8Array, edits: readonly Edit[]): number {
  return edits.reduce((size, { remove, insert }) => size + remove - insert.length, bytes.length);
}

/** A part that holds these bytes instead. */
export function withBytes(part: Part, bytes: Uint8Array): Part {
  return { ...part, bytes, size: bytes.length, print: () => createHash('sha256').update(bytes).digest('hex') };
}

/** Whether anything has changed. */
export function isChanged({ edits, moved, removed }: Draft): boolean {
  return edits.size + moved.size + removed.length > 0;
}

/** The steps that make the draft of the folder as it was read: the log after what follows it, and what goes last. */
export function stepsOf({ edits, moved, removed }: Draft, read: Files): Step[] {
  const print = (path: string) => read.parts.find((part) => part.path === path)?.print() ?? '';
  const paths = [...edits.keys()].filter((path) => !removed.includes(path));
  const isLog = (path: string) => path === `${read.path}/${LOG}`;
  const ordered = [...paths.filter((path) => !isLog(path)), ...paths.filter(isLog)];
  return [
    ...[...moved].map(([from, to]): Step => ({ do: 'move', what: 'file', from, to, was: print(from) })),
    ...ordered.map(
      (path): Step => ({
        do: 'put',
        path,
        was: print(path),
        content: { from: 'edits', edits: edits.get(path) ?? [] },
      }),
    ),
    ...removed.map((path): Step => ({ do: 'remove', what: 'file', path, was: print(path) })),
  ];
}
