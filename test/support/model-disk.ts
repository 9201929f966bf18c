import { basename, dirname } from 'node:path';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import type { Name, Stat } from '../../src/io/disk.ts';

/** Never changed, only replaced: copies of a disk share it. */
interface Look {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtimeMs: number;
}

interface Node {
  readonly ino: number;
  readonly type: Stat['type'];
  look: Look;
  bytes: Uint8Array;
  /** What the device holds of a file. */
  safe: { readonly bytes: Uint8Array; readonly look: Look };
}

/** A change of names. It is on the device once each of its folders was synced after it. */
interface Op {
  readonly names: readonly { readonly folder: number; readonly name: string; readonly ino: number | null }[];
  readonly waiting: Set<number>;
}

/** Which of the unsynced things survive a power cut: none, all, or each by the throw of a die. */
export type Survives = 'none' | 'all' | (() => boolean);

/** Leaves out an fsync, so that a test can show that it would notice. */
export type Deaf = (path: string) => boolean;

const ROOT = 1;

/**
 * A disk in memory that forgets at a power cut what was not synced: data and attributes of a file until its fsync, names until the
 * fsync of their folder. A rename is one thing: all of it survives or nothing.
 */
export class ModelDisk implements WriteDisk {
  private nodes = new Map<number, Node>();
  private folders = new Map<number, Map<string, number>>();
  /** What paths led to since names were last taken away. */
  private readonly found = new Map<string, Node>();
  /** Paths that led nowhere since names were last added: a run asks for its markers again and again. */
  private readonly missing = new Set<string>();
  private log: Op[] = [];
  private open_ = new Map<number, { node: Node; path: string }>();
  private last = ROOT;
  /** As `ReadDisk.holds`. */
  holds = 1 << 23;
  /** Paths that are on another file system: no link and no rename leads there. */
  apart: (path: string) => boolean = () => false;
  private readonly clock: () => number;
  private readonly deaf: Deaf;

  constructor(clock: () => number, deaf: Deaf = () => false) {
    this.clock = clock;
    this.deaf = deaf;
    this.add('folder', 0o755, ROOT);
  }

  /** The same disk, apart. */
  copy(): ModelDisk {
    const out = new ModelDisk(this.clock, this.deaf);
    out.holds = this.holds;
    out.apart = this.apart;
    out.nodes = new Map([...this.nodes].map(([ino, node]) => [ino, { ...node }]));
    out.folders = new Map([...this.folders].map(([ino, names]) => [ino, new Map(names)]));
    out.log = this.log.map((op) => ({ names: op.names, waiting: new Set(op.waiting) }));
    out.last = this.last;
    return out;
  }

  /** Everything is on the device. */
  settle(): void {
    for (const op of this.log) op.waiting.clear();
    for (const node of this.nodes.values()) node.safe = { bytes: node.bytes, look: node.look };
  }

  /** The disk as it is found after the power came back. */
  cut(survives: Survives): ModelDisk {
    const lives = () => (typeof survives === 'function' ? survives() : survives === 'all');
    const out = this.copy();
    out.folders = new Map([...this.folders.keys()].map((ino) => [ino, new Map()]));
    for (const op of this.log) {
      if (op.waiting.size > 0 && !lives()) continue;
      for (const { folder, name, ino } of op.names) {
        if (ino === null) out.folders.get(folder)?.delete(name);
        else out.folders.get(folder)?.set(name, ino);
      }
    }
    for (const node of out.nodes.values()) {
      if (node.type !== 'file') continue;
      const whole = lives();
      const torn = node.bytes.subarray(0, lives() ? node.bytes.length >> 1 : 0);
      if (node.bytes !== node.safe.bytes) node.bytes = whole ? node.bytes : lives() ? torn : node.safe.bytes;
      if (!lives()) node.look = node.safe.look;
    }
    out.settle();
    return out;
  }

  list(path: string): Name[] {
    const names = [...this.namesOf(path)].map(([name, ino]) => ({
      name,
      raw: Buffer.from(name),
      type: this.node(ino).type,
    }));
    return names.sort((a, b) => Buffer.compare(a.raw, b.raw));
  }

  lstat(path: string): Stat {
    const node = this.find(path);
    return { type: node.type, size: node.bytes.length, ...node.look, ino: node.ino, dev: this.apart(path) ? 2 : 1 };
  }

  stat(path: string): Stat {
    return this.lstat(path);
  }

  readlink(path: string): string {
    throw fault('EINVAL', path);
  }

  realpath(path: string): string {
    this.find(path);
    return path;
  }

  read(path: string, length = Number.POSITIVE_INFINITY, at = 0): Uint8Array {
    const node = this.find(path);
    if (node.type !== 'file') throw fault('EISDIR', path);
    // Bytes are never changed, only replaced: whoever reads all of them may share them.
    return at === 0 && length >= node.bytes.length ? node.bytes : node.bytes.slice(at, at + length);
  }

  open(path: string): number {
    return this.handle(this.find(path), path);
  }

  create(path: string, mode: number): number {
    const node = this.add('file', mode);
    this.name(path, node.ino);
    return this.handle(node, path);
  }

  readAt(file: number, offset: number, length: number): Uint8Array {
    return this.opened(file).node.bytes.slice(offset, offset + length);
  }

  write(file: number, bytes: Uint8Array): number {
    const { node } = this.opened(file);
    node.bytes = Buffer.concat([node.bytes, bytes]);
    node.look = { ...node.look, mtimeMs: this.clock() };
    return bytes.length;
  }

  chmod(file: number, mode: number): void {
    this.look(file, { mode });
  }

  chown(file: number, uid: number, gid: number): void {
    this.look(file, { uid, gid });
  }

  touch(file: number, mtimeMs: number): void {
    this.look(file, { mtimeMs });
  }

  async sync(file: number): Promise<void> {
    const { node, path } = this.opened(file);
    if (this.deaf(path)) return;
    node.safe = { bytes: node.bytes, look: node.look };
    for (const op of this.log) op.waiting.delete(node.ino);
  }

  close(file: number): void {
    this.opened(file);
    this.open_.delete(file);
  }

  link(from: string, to: string): void {
    const node = this.find(from);
    this.notAcross(from, to);
    if (this.namesIn(this.folderOf(to)).has(basename(to))) throw fault('EEXIST', to);
    if (node.type !== 'file') throw fault('EPERM', from);
    this.name(to, node.ino);
  }

  rename(from: string, to: string): void {
    const [source, target] = [this.folderOf(from), this.folderOf(to)];
    const node = this.find(from);
    this.notAcross(from, to);
    if (to.startsWith(`${from}/`)) throw fault('EINVAL', from);
    const old = this.namesIn(target).get(basename(to));
    if (old === node.ino) return;
    if (old !== undefined) this.replaceable(node, this.node(old), to);
    this.namesIn(source).delete(basename(from));
    this.namesIn(target).set(basename(to), node.ino);
    const gone = { folder: source, name: basename(from), ino: null };
    this.note([gone, { folder: target, name: basename(to), ino: node.ino }]);
  }

  unlink(path: string): void {
    if (this.find(path).type === 'folder') throw fault('EISDIR', path);
    this.unname(path);
  }

  mkdir(path: string, mode: number): void {
    this.name(path, this.add('folder', mode).ino);
  }

  rmdir(path: string): void {
    const node = this.find(path);
    if (node.type !== 'folder') throw fault('ENOTDIR', path);
    if (this.namesIn(node.ino).size > 0) throw fault('ENOTEMPTY', path);
    this.unname(path);
  }

  async removeFolder(path: string): Promise<void> {
    this.rmdir(path);
  }

  private notAcross(from: string, to: string): void {
    if (this.apart(from) !== this.apart(to)) throw fault('EXDEV', from);
  }

  private replaceable(node: Node, old: Node, to: string): void {
    if (old.type === 'folder' && node.type !== 'folder') throw fault('EISDIR', to);
    if (old.type !== 'folder' && node.type === 'folder') throw fault('ENOTDIR', to);
    if (old.type === 'folder' && this.namesIn(old.ino).size > 0) throw fault('ENOTEMPTY', to);
  }

  private add(type: Stat['type'], mode: number, ino = ++this.last): Node {
    const look = { mode, uid: 0, gid: 0, mtimeMs: this.clock() };
    const bytes = new Uint8Array(0);
    const node = { ino, type, look, bytes, safe: { bytes, look } };
    this.nodes.set(ino, node);
    if (type === 'folder') this.folders.set(ino, new Map());
    return node;
  }

  private name(path: string, ino: number): void {
    const folder = this.folderOf(path);
    if (this.namesIn(folder).has(basename(path))) throw fault('EEXIST', path);
    this.namesIn(folder).set(basename(path), ino);
    this.note([{ folder, name: basename(path), ino }]);
  }

  private unname(path: string): void {
    const folder = this.folderOf(path);
    this.namesIn(folder).delete(basename(path));
    this.note([{ folder, name: basename(path), ino: null }]);
  }

  private look(file: number, changed: Partial<Look>): void {
    const { node } = this.opened(file);
    node.look = { ...node.look, ...changed };
  }

  private note(names: Op['names']): void {
    if (names.some(({ ino }) => ino === null)) this.found.clear();
    if (names.some(({ ino }) => ino !== null)) this.missing.clear();
    for (const { folder } of names) {
      const node = this.node(folder);
      node.look = { ...node.look, mtimeMs: this.clock() };
    }
    this.log.push({ names, waiting: new Set(names.map(({ folder }) => folder)) });
  }

  private folderOf(path: string): number {
    const node = this.find(dirname(path));
    if (node.type !== 'folder') throw fault('ENOTDIR', path);
    return node.ino;
  }

  private find(path: string, asked = path): Node {
    const known = this.found.get(path);
    if (known !== undefined) return known;
    if (this.missing.has(path)) throw fault('ENOENT', asked);
    const cut = path.lastIndexOf('/');
    if (cut < 0) return this.node(ROOT);
    const folder = this.find(path.slice(0, cut), asked);
    if (folder.type !== 'folder') throw fault('ENOTDIR', asked);
    const name = path.slice(cut + 1);
    const ino = name === '' ? folder.ino : this.namesIn(folder.ino).get(name);
    if (ino === undefined) {
      this.missing.add(path);
      throw fault('ENOENT', asked);
    }
    const node = this.node(ino);
    this.found.set(path, node);
    return node;
  }

  private namesOf(path: string): Map<string, number> {
    const node = this.find(path);
    if (node.type !== 'folder') throw fault('ENOTDIR', path);
    return this.namesIn(node.ino);
  }

  private namesIn(ino: number): Map<string, number> {
    const names = this.folders.get(ino);
    if (names === undefined) throw new Error(`no folder ${ino}`);
    return names;
  }

  private node(ino: number): Node {
    const node = this.nodes.get(ino);
    if (node === undefined) throw new Error(`no inode ${ino}`);
    return node;
  }

  private handle(node: Node, path: string): number {
    const file = ++this.last;
    this.open_.set(file, { node, path });
    return file;
  }

  private opened(file: number): { node: Node; path: string } {
    const found = this.open_.get(file);
    if (found === undefined) throw fault('EBADF', String(file));
    return found;
  }
}

/** An error as the system makes it. Without a stack: most are of paths that are only asked for, and a stack costs more than the call. */
export function fault(code: string, path: string): Error {
  return Object.assign(Object.create(Error.prototype), { message: `${code}: ${path}`, code, path });
}
