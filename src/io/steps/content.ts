import { dirname } from 'node:path';
import { type Edit, editedSource } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { bytesSource } from '../../model/part.ts';
import type { Content, FileRange } from '../../model/plan.ts';
import { digestSource, rangeSource } from '../disk/file-source.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { editedFile, seeFile } from '../disk/seen-file.ts';
import { statOf } from '../disk/stat-of.ts';
import { targetIn } from '../disk/target.ts';
import type { Attributes } from '../disk/write-file.ts';
import type { ReadDisk, Stat } from '../disk.ts';

export interface NewFile {
  readonly content: Source;
  readonly attributes: Attributes;
}

/** A new file; mode and owner come from the copied file, else from the folder. Throws NotAsPlanned if the copied file changed. */
export function newFile(
  disk: ReadDisk,
  root: string,
  path: string,
  { content, keepTime, isPrivate }: NewFileContent,
): NewFile {
  const { source, from } = wholeSource(disk, root, content);
  if (from === null)
    return { content: source, attributes: folderAttributes(disk, path, isPrivate === true ? 0o600 : 0o644) };
  const time = keepTime === true ? { mtimeMs: from.mtimeMs } : {};
  const owner = content.from === 'range' ? disk.lstat(dirname(path)) : from;
  return { content: source, attributes: { mode: from.mode, owner, ...time } };
}

/** The content as a source. Throws NotAsPlanned if the copied file changed. */
export function contentSource(disk: ReadDisk, root: string, content: WholeContent): Source {
  return wholeSource(disk, root, content).source;
}

type WholeContent = Exclude<Content, { from: 'edits' }>;

/** `keepTime`: true for a copy with its source's time. */
interface NewFileContent {
  readonly content: WholeContent;
  readonly keepTime?: true | undefined;
  readonly isPrivate?: true | undefined;
}

function fromRange(
  disk: ReadDisk,
  range: FileRange & { readonly edits: readonly Edit[] },
): ReturnType<typeof wholeSource> {
  const { file, was, mode, mtimeMs } = range;
  const stat = statOf(disk, file);
  const source = stat?.type === 'file' ? rangeSource(disk, range, stat) : null;
  if (stat === null || source === null) throw new NotAsPlanned(`cannot be copied: ${file} is not a file`);
  if (digestSource(source) !== was) throw new NotAsPlanned(`cannot be copied: ${file} was changed meanwhile`);
  return { source: editedSource(source, range.edits), from: { ...stat, mode, mtimeMs } };
}

function wholeSource(disk: ReadDisk, root: string, content: WholeContent): { source: Source; from: Stat | null } {
  if (content.from === 'bytes') return { source: bytesSource(content.bytes), from: null };
  if (content.from === 'range') return fromRange(disk, content);
  const path = targetIn(disk, root, content.path);
  const stat = statOf(disk, path);
  if (stat?.type !== 'file') throw new NotAsPlanned(`cannot be copied: ${content.path} is not a file`);
  const file = seeFile(disk, path, stat);
  if (file.digest() !== content.was) throw new NotAsPlanned(`cannot be copied: ${content.path} was changed meanwhile`);
  return { source: editedFile(file, content.edits), from: stat };
}

function folderAttributes(disk: ReadDisk, path: string, max: number): Attributes {
  const folder = disk.lstat(dirname(path));
  return { mode: folder.mode & max, owner: folder };
}
