import type { Planted } from '../../../../model/plan.ts';
import type { Refusal } from '../../../decided.ts';
import type { FolderDraft } from '../../../engine/draft.ts';
import type { Part } from '../../../kind.ts';
import type { Folder } from '../../folder.ts';
import type { Files } from '../passes/files.ts';

/** The files of a new folder, copied from one as it was read with what a draft changes in them; empty folders are not made. */
export function planted(
  folder: Folder,
  { edits, removed }: Pick<FolderDraft<Files>, 'edits' | 'removed'>,
): readonly Planted[] | Refusal {
  const files: Planted[] = [];
  for (const part of folder.parts) {
    if (removed.includes(part.path) || isKnownFolder(part)) continue;
    const name = part.path.slice(folder.path.length + 1);
    const trouble = troubleWith(part);
    if (trouble !== null) return { codes: [], reason: `${name} ${trouble}`, unsafe: part.type === 'link' };
    const content = { from: 'copy', path: part.path, was: part.print(), edits: edits.get(part.path) ?? [] } as const;
    files.push({ path: name, content });
  }
  return files;
}

/** What is in these is among the parts as well. */
function isKnownFolder({ role, type }: Part): boolean {
  return type === 'folder' && (role === 'plots-folder' || role === 'images-folder');
}

function troubleWith(part: Part): string | null {
  if (part.type === 'link') return 'is a link, and nothing is copied through a link';
  if (part.type !== 'file') return 'is no file, and is not copied';
  return part.print() === '' ? 'cannot be read' : null;
}
