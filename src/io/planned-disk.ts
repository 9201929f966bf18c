import { dirname, join } from 'node:path';
import { editedSource } from '../codecs/edit.ts';
import { PADDING } from '../codecs/json/tape.ts';
import type { Source } from '../codecs/lines/source.ts';
import { bytesSource, LARGE_FILE } from '../model/part.ts';
import type { Change, Content, Step } from '../model/plan.ts';
import { nullOn } from './disk/error-code.ts';
import { rangeSource, WINDOW } from './disk/file-source.ts';
import { editedFile, seeFile } from './disk/seen-file.ts';
import type { Name, ReadDisk, Stat } from './disk.ts';
import { freeUnused } from './tuning.ts';

type Entry =
  | { readonly entry: 'gone' }
  | { readonly entry: 'folder' }
  /** A file or tree that is elsewhere on today's disk. */
  | { readonly entry: 'moved'; readonly from: string; readonly type: 'file' | 'folder' }
  /** `content`: the new content, or the number of its Change. `mtimeMs`: time of a file that differs from its source's. */
  | {
      readonly entry: 'file';
      readonly source: string | null;
      readonly content: Content | number;
      readonly mtimeMs: number | null;
    };

/** Planned Changes, in memory or by number on demand. */
export interface Planned {
  changes(): Iterable<Pick<Change, 'steps'>>;
  change?(number: number): Change;
}

/** A read-only view of the disk after some Changes. Nothing is written; bytes are made on demand. */
export function plannedDisk(disk: ReadDisk, root: string, plan: Planned): ReadDisk {
  const tree = treeOf(disk, root, plan);
  const view = viewOf(disk, tree, lastSource(disk, root, plan));
  return {
    list: (path) => plannedNames(disk, tree, path),
    lstat: (path) => view.stat(path, (real) => disk.lstat(real)),
    stat: (path) => view.stat(path, (real) => disk.stat(real)),
    readlink: (path) => disk.readlink(view.real(path)),
    realpath: (path) => (entryAt(tree, path).entry === null ? disk.realpath(path) : path),
    read: view.read,
  };
}

interface Tree {
  readonly entries: Map<string, Entry>;
  readonly names: Map<string, Set<string>>;
}

function treeOf(disk: ReadDisk, root: string, plan: Planned): Tree {
  const tree: Tree = { entries: new Map(), names: new Map() };
  const isWhole = plan.change === undefined;
  let number = 0;
  for (const { steps } of plan.changes()) {
    for (const step of steps) enterStep(disk, root, tree, step, isWhole ? null : number);
    number++;
  }
  return tree;
}

function enterStep(disk: ReadDisk, root: string, tree: Tree, step: Step, number: number | null): void {
  const at = (path: string) => join(root, path);
  const put = (path: string, content: Content) => {
    const source = sourcePath(root, path, content);
    const entry: Entry = { entry: 'file', source, content: number ?? content, mtimeMs: keptTime(step) };
    const isOver = step.do === 'put' && step.was !== 'absent' && entryAt(tree, path).entry === null;
    if (isOver) tree.entries.set(path, entry);
    else fill(disk, tree, path, entry);
  };
  if (step.do === 'remove') set(tree, at(step.path), { entry: 'gone' });
  else if (step.do === 'put') put(at(step.path), step.content);
  else if (step.do === 'move') {
    set(tree, at(step.from), { entry: 'gone' });
    fill(disk, tree, at(step.to), { entry: 'moved', from: at(step.from), type: step.what });
  } else {
    fill(disk, tree, at(step.path), { entry: 'folder' });
    for (const { path, content } of step.files) put(`${at(step.path)}/${path}`, content);
  }
}

/** Time of a file, which a range does not take from the file around it. */
function keptTime(step: Step): number | null {
  const isKept = step.do === 'put' && step.keepTime === true && step.content.from === 'range';
  return isKept ? step.content.mtimeMs : null;
}

function sourcePath(root: string, path: string, content: Content): string | null {
  if (content.from === 'bytes') return null;
  if (content.from === 'range') return content.file;
  return content.from === 'copy' ? join(root, content.path) : path;
}

/** Last content at an absolute path. */
function contentAt(change: Change | undefined, root: string, path: string): Content {
  const all = (change?.steps ?? []).flatMap((step): { path: string; content: Content }[] => {
    if (step.do === 'put') return [step];
    return step.do === 'plant'
      ? step.files.map(({ path, content }) => ({ path: `${step.path}/${path}`, content }))
      : [];
  });
  const last = all.findLast((each) => join(root, each.path) === path);
  if (last === undefined) throw diskError('ENOENT', path);
  return last.content;
}

function set(tree: Tree, path: string, entry: Entry): void {
  const folder = dirname(path);
  tree.entries.set(path, entry);
  const names = tree.names.get(folder) ?? new Set();
  tree.names.set(folder, names.add(path.slice(folder.length + (folder === '/' ? 0 : 1))));
}

function fill(disk: ReadDisk, tree: Tree, path: string, entry: Entry): void {
  const folder = dirname(path);
  const isThere = tree.entries.has(folder) || nullOn(['ENOENT', 'ENOTDIR'], () => disk.lstat(folder)) !== null;
  if (!isThere) fill(disk, tree, folder, { entry: 'folder' });
  set(tree, path, entry);
}

function entryAt({ entries }: Tree, path: string): { readonly entry: Entry | null; readonly rest: string } {
  for (let at = path; ; at = dirname(at)) {
    const entry = entries.get(at);
    if (entry !== undefined) return { entry, rest: path.slice(at.length) };
    if (dirname(at) === at) return { entry: null, rest: '' };
  }
}

function viewOf(disk: ReadDisk, tree: Tree, sourceAt: SourceAt) {
  const real = (path: string): string => {
    const { entry, rest } = entryAt(tree, path);
    if (entry === null) return path;
    if (entry.entry === 'moved') return entry.from + rest;
    throw diskError('ENOENT', path);
  };
  const read = (path: string, length?: number, at = 0): Uint8Array => {
    const { entry, rest } = entryAt(tree, path);
    if (entry?.entry !== 'file' || rest !== '') return disk.read(real(path), length, at);
    return padded(sourceAt(entry, path), at, length);
  };
  const stat = (path: string, realStat: (real: string) => Stat): Stat => {
    const { entry, rest } = entryAt(tree, path);
    if (rest !== '' || (entry?.entry !== 'file' && entry?.entry !== 'folder')) return realStat(real(path));
    if (entry.entry === 'folder') return { ...realStat(aboveOnDisk(disk, path)), type: 'folder' };
    const like = realStat(entry.source ?? aboveOnDisk(disk, path));
    // Mode of the folder, like a new file.
    return {
      ...like,
      type: 'file',
      mode: like.mode & (entry.source === null ? 0o644 : 0o7777),
      size: sourceAt(entry, path).size,
      mtimeMs: entry.mtimeMs ?? like.mtimeMs,
    };
  };
  return { real, read, stat };
}

type SourceAt = (entry: FileEntry, path: string) => Source;

/** Reads planned files as ranges of today's disk. Caches the last one, which is read in pieces. */
function lastSource(disk: ReadDisk, root: string, plan: Planned): SourceAt {
  let last: { readonly entry: FileEntry; readonly source: Source } | null = null;
  return (entry, path) => {
    if (last?.entry === entry) return last.source;
    const { content, source: from } = entry;
    const known = typeof content === 'number' ? contentAt(plan.change?.(content), root, path) : content;
    const source = plannedSource(disk, from ?? '', known);
    last = { entry, source };
    return source;
  };
}

function plannedSource(disk: ReadDisk, from: string, content: Content): Source {
  if (content.from === 'bytes') return bytesSource(content.bytes);
  const stat = disk.stat(from);
  if (content.from === 'range') return editedSource(rangeSource(disk, content, stat), content.edits);
  return editedFile(seeFile(disk, from, stat), content.edits);
}

type FileEntry = Extract<Entry, { entry: 'file' }>;

/** Bytes after which windows are freed while a large file is read. */
const FREED = 1 << 24;

/** Zero-padded, as files read from a disk. */
function padded(source: Source, at: number, length = source.size): Uint8Array {
  const size = Math.max(Math.min(length, source.size - at), 0);
  const bytes = Buffer.allocUnsafe(size + PADDING).fill(0, size);
  for (let got = 0; got < size; got += WINDOW) {
    if (size > LARGE_FILE && got % FREED === 0) freeUnused();
    bytes.set(source.slice(at + got, Math.min(WINDOW, size - got)), got);
  }
  return bytes.subarray(0, size);
}

function aboveOnDisk(disk: ReadDisk, path: string): string {
  for (let at = dirname(path); ; at = dirname(at))
    if (dirname(at) === at || nullOn(['ENOENT', 'ENOTDIR'], () => disk.lstat(at)) !== null) return at;
}

function plannedNames(disk: ReadDisk, tree: Tree, path: string): Name[] {
  const { entry, rest } = entryAt(tree, path);
  if (entry?.entry === 'gone' || entry?.entry === 'file')
    throw diskError(entry.entry === 'gone' ? 'ENOENT' : 'ENOTDIR', path);
  const names = tree.names.get(path) ?? new Set<string>();
  const from = entry?.entry === 'moved' ? entry.from + rest : path;
  const stay =
    entry?.entry === 'folder' && rest === ''
      ? []
      : disk.list(from).filter(({ name }) => name === null || !names.has(name));
  const come = [...names].flatMap((name) => namesIn(tree, path, name));
  return [...stay, ...come].sort((a, b) => Buffer.compare(a.raw, b.raw));
}

function namesIn({ entries }: Tree, folder: string, name: string): Name[] {
  const entry = entries.get(join(folder, name));
  if (entry === undefined || entry.entry === 'gone') return [];
  return [{ name, raw: Buffer.from(name), type: entry.entry === 'moved' ? entry.type : entry.entry }];
}

function diskError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: no such file, read '${path}'`), { code, path });
}
