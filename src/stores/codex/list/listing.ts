import { compareText } from '../../../model/collections.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import { rolloutNameOf } from '../layout/layout.ts';
import { LISTED_SOURCES, type Meta } from '../read/meta.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import type { codexReasons } from './reasons.ts';

export type CodexHidden = keyof typeof codexReasons;

/** The first reason why the program's list omits an active rollout; null for a listed one. */
export function hiddenBy(file: RolloutFile, beside: OtherFiles): CodexHidden | null {
  return hiddenByPlace(file, beside) ?? hiddenByContent(file);
}

interface OtherFiles {
  /** Its uncompressed file exists. */
  readonly hasUncompressed: boolean;
  /** True for a copy of a thread that exists. */
  readonly isCopy: boolean;
}

function hiddenByPlace(
  { isDocument, name, where, part }: RolloutFile,
  { hasUncompressed, isCopy }: OtherFiles,
): CodexHidden | null {
  if (isDocument) return 'document-of-2025';
  if (isCopy) return 'copy-beside';
  if (name === null) return 'odd-name';
  if (where === 'loose') return 'loose';
  if (part.type === 'link') return 'linked';
  return name.isCompressed && hasUncompressed ? 'plain-beside' : null;
}

function hiddenByContent(file: RolloutFile): CodexHidden | null {
  if (file.source === null) return file.zstdFault === null ? 'empty' : 'compressed-damaged';
  const { meta, fault, preview } = file.head();
  if (meta?.isOfParent && (fault ?? 'no-question') === 'no-question') return 'subagent';
  if (fault === 'no-question' && file.summary().asks) return 'late-question';
  if (fault !== null) return fault;
  // A fork's question may be in its source.
  if (preview === null && isSegment(file)) return 'reverted';
  return hiddenBySource(meta);
}

function hiddenBySource(meta: Meta | null): CodexHidden | null {
  if (!LISTED_SOURCES.has(meta?.source ?? '')) return 'other-source';
  return meta?.isAttached === true ? 'attached' : null;
}

function isSegment({ name, head }: RolloutFile): boolean {
  const { meta } = head();
  return meta !== null && meta.base !== null && (name?.window != null || meta.base.thread === meta.id);
}

/** Sorts the files of a thread by the program's preference when it goes on: active ones first, then the newest. */
export function byPreference(a: RolloutFile, b: RolloutFile): number {
  return (
    Number(a.where === 'archived') - Number(b.where === 'archived') ||
    compareText(useOf(b), useOf(a)) ||
    compareText(b.part.path, a.part.path)
  );
}

/** Sort key that puts the uncompressed file of two with one name first. */
function useOf({ name, part }: RolloutFile): string {
  return name === null ? ` ${part.path}` : `${name.time} ${name.window ?? ''} ${name.isCompressed ? 0 : 1}`;
}

interface Key {
  /** The numbers in the folder's path, as one; -1 for a path without. */
  readonly day: number;
  readonly seconds: number;
  readonly name: string;
}

/** Order of the program's list: folders by date, the newest first; in a folder, names by time and id. */
export function byFolderAndName(a: { readonly path: string }, b: { readonly path: string }): number {
  const one = listKeyOf(a.path);
  const other = listKeyOf(b.path);
  return other.day - one.day || other.seconds - one.seconds || compareText(other.name, one.name);
}

function listKeyOf(path: string): Key {
  const folder = /(\d+)\/(\d+)\/(\d+)$/.exec(folderOf(path));
  const [year, month, day] = (folder ?? []).slice(1).map(Number);
  const name = rolloutNameOf(baseName(path));
  return {
    day: year === undefined ? -1 : (year * 1000 + (month ?? 0)) * 1000 + (day ?? 0),
    seconds: name?.seconds ?? 0,
    name: name === null ? baseName(path) : `${name.thread}_${name.window ?? ''}`,
  };
}
