import { hash } from 'node:crypto';
import { applyEdits, composeEdits, type Edit, editedSource, editInPlace, sizeChange } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addTo } from '../../../model/collections.ts';
import { bytesSource, type EntryType, LARGE_FILE, type Part, type Place } from '../../../model/part.ts';
import { isAtOrBelow } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';

export interface FileDraft {
  readonly read: Uint8Array;
  readonly bytes: Uint8Array;
  /** Edits with offsets in the file as it was read. */
  readonly edits: readonly Edit[];
}

export function fileDraft(read: Uint8Array): FileDraft {
  return { read, bytes: read, edits: [] };
}

/** Adds edits; offsets count in the edited file. */
export function editDraft(
  draft: FileDraft,
  more: readonly Edit[],
  edit: ScratchEdits['scratch'] = applyEdits,
): FileDraft {
  const { read, bytes, edits } = draft;
  if (more.length === 0) return draft;
  const own = ownEdits(bytes, more);
  return { read, bytes: edit(bytes, own), edits: composeEdits(read.length, edits, own) };
}

/** Copies inserted bytes that are views of the file, since the edits change that in place. */
function ownEdits({ buffer }: Uint8Array, edits: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) =>
    edit.insert.buffer === buffer ? { ...edit, insert: Uint8Array.from(edit.insert) } : edit,
  );
}

interface ScratchCopy {
  readonly bytes: Uint8Array;
  /** Frees the memory; values made of `bytes` are invalid afterwards. */
  release(): void;
}

/**
 * Edited bytes. Large files are edited in place: nothing may read the original until release. Edits of an unreleased
 * earlier copy are not allowed.
 */
function scratchCopy(bytes: Uint8Array, edits: readonly Edit[], large = LARGE_FILE): ScratchCopy {
  const made = bytes.length < large ? null : editInPlace(bytes, edits);
  if (made !== null) return { bytes: made.bytes, release: made.restore };
  return { bytes: applyEdits(bytes, edits), release: () => undefined };
}

interface ScratchEdits {
  scratch(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array;
  release(): void;
}

/** `large`: the size in bytes from which a file is never held twice. */
export function scratchEdits(large = LARGE_FILE): ScratchEdits {
  const out: ScratchCopy[] = [];
  return {
    scratch: (bytes, edits) => {
      const copy = scratchCopy(bytes, edits, large);
      out.unshift(copy);
      return copy.bytes;
    },
    release: () => {
      for (const copy of out) copy.release();
    },
  };
}

/** Edited bytes for `use`, which must not keep them. */
export function withEdited<T>(bytes: Uint8Array, edits: readonly Edit[], use: (edited: Uint8Array) => T): T {
  const copy = scratchCopy(bytes, edits);
  try {
    return use(copy.bytes);
  } finally {
    copy.release();
  }
}

export interface FolderFiles {
  /** Relative to the root. */
  readonly path: string;
  readonly parts: readonly Part[];
}

/** A pass's changes to a folder; file names are relative to it. `removed` files go to the journal. */
export interface FolderEdits {
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly moved?: ReadonlyMap<string, string>;
  readonly removed?: readonly string[];
}

export interface FolderDraft<F extends FolderFiles> {
  readonly files: F;
  /** Edits by path from the root; offsets count in the bytes as read. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly moved: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

export function folderDraft<F extends FolderFiles>(files: F): FolderDraft<F> {
  return { files, edits: new Map(), moved: new Map(), removed: [] };
}

export function editFolderDraft<F extends FolderFiles>(
  draft: FolderDraft<F>,
  { edits, moved = new Map(), removed = [] }: FolderEdits,
  edit: ScratchEdits['scratch'] = applyEdits,
): FolderDraft<F> {
  const { files } = draft;
  const at = (name: string) => `${files.path}/${name}`;
  const together = new Map(draft.edits);
  const parts = new Map(files.parts.map((part) => [part.path, part]));
  for (const [name, list] of edits) {
    const part = parts.get(at(name));
    if (part?.bytes == null || list.length === 0) continue;
    const before = together.get(part.path) ?? [];
    const own = ownEdits(part.bytes, list);
    together.set(part.path, composeEdits(part.bytes.length - sizeChange(before), before, own));
    parts.set(part.path, withBytes(part, edit(part.bytes, own)));
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

export function withBytes(part: Part, bytes: Uint8Array): Part {
  return { ...part, bytes, size: bytes.length, digest: () => hash('sha256', bytes) };
}

export type FolderChanges = Omit<FolderDraft<FolderFiles>, 'files'>;

export function isChanged({ edits, moved, removed }: FolderChanges): boolean {
  return edits.size + moved.size + removed.length > 0;
}

/** Steps from the folder as read to the draft. The file `main` comes after the files that follow it. */
export function stepsOf({ edits, moved, removed }: FolderChanges, read: FolderFiles, main: string): Step[] {
  const parts = new Map(read.parts.map((part) => [part.path, part]));
  const digest = (path: string) => parts.get(path)?.digest() ?? '';
  const paths = [...edits.keys()].filter((path) => !removed.includes(path));
  const isMain = (path: string) => path === `${read.path}/${main}`;
  const ordered = [...paths.filter((path) => !isMain(path)), ...paths.filter(isMain)];
  return [
    ...[...moved].map(([from, to]): Step => ({ do: 'move', what: 'file', from, to, was: digest(from) })),
    ...ordered.map(
      (path): Step => ({
        do: 'put',
        path,
        was: digest(path),
        content: { from: 'edits', edits: edits.get(path) ?? [] },
      }),
    ),
    ...removed.map((path): Step => ({ do: 'remove', what: 'file', path, was: digest(path) })),
  ];
}

type PlaceOf = (path: string, type: EntryType) => Place;

interface UnitsAfter {
  readonly units: ReadonlyMap<string, readonly Part[]>;
  release(): void;
}

/**
 * The units that steps would make, by their new ids, from the bytes that were read; call `release` on the result. Null for steps that make
 * a whole folder.
 */
export function unitsAfter(parts: readonly Part[], steps: readonly Step[], placeOf: PlaceOf): UnitsAfter | null {
  const { scratch, release } = scratchEdits();
  const files = partsAfter(parts, steps, scratch);
  if (files === null) return null;
  const units = new Map<string, Part[]>();
  for (const part of files) {
    const place = placeOf(part.path, part.type);
    if (place.type !== 'part') continue;
    addTo(units, place.id, loadPart({ ...part, role: place.role }, place.load));
  }
  return { units, release };
}

export function partsAfter(parts: readonly Part[], steps: readonly Step[], edit = applyEdits): readonly Part[] | null {
  const files = new Map(parts.map((part) => [part.path, part]));
  for (const step of steps) {
    if (step.do === 'plant') return null;
    // An edit of a shared file does not concern this conversation.
    if (step.do === 'put' && step.content.from === 'edits' && !files.has(step.path)) continue;
    if (step.do === 'put') files.set(step.path, writtenPart(files, step, edit));
    else move(files, step);
  }
  return [...files.values()];
}

function writtenPart(
  files: ReadonlyMap<string, Part>,
  { path, content }: Extract<Step, { do: 'put' }>,
  edit: typeof applyEdits,
): Part {
  const part = files.get(path) ?? { ...NEW, path };
  if (content.from === 'bytes') return withBytes(part, content.bytes);
  const { bytes = NO_BYTES, source = null } = (content.from === 'copy' ? files.get(content.path) : part) ?? {};
  if (source !== null) return withSource(part, editedSource(source, content.edits));
  return withBytes(part, edit(bytes ?? NO_BYTES, content.edits));
}

/** A future file that is read by ranges, never as a whole. */
function withSource(part: Part, source: Source): Part {
  return { ...part, bytes: null, source, size: source.size, digest: () => '' };
}

const NO_BYTES = new Uint8Array();
const NEW: Omit<Part, 'path'> = {
  role: '',
  type: 'file',
  bytes: null,
  size: 0,
  mtime: 0,
  mode: 0o600,
  digest: () => '',
};

function move(files: Map<string, Part>, step: Extract<Step, { do: 'move' | 'remove' }>): void {
  const from = step.do === 'move' ? step.from : step.path;
  // Each of very many files may have a step of its own.
  const paths = step.what === 'file' ? [from] : [...files.keys()].filter((path) => isAtOrBelow(path, from));
  for (const path of paths) {
    const part = files.get(path);
    files.delete(path);
    if (part === undefined || step.do === 'remove') continue;
    const to = step.to + path.slice(from.length);
    files.set(to, { ...part, path: to });
  }
}

function loadPart(part: Part, load: string): Part {
  const { bytes } = part;
  if (load !== 'lines' || bytes === null) return part;
  return withSource(part, bytesSource(bytes));
}
