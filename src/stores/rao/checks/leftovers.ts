import type { Finding } from '../../../model/finding.ts';
import type { Part } from '../../kind.ts';
import { baseName } from '../../path.ts';
import { about, placed, type Trouble } from '../../trouble.ts';
import type { Folder } from '../folder.ts';
import { otherFileTroubles } from './companions/json-companion.ts';

/** Files that are of no use, or of no known one. */
export function* leftoverFindings(folder: Folder): Generator<Finding> {
  const { id } = folder;
  for (const part of folder.parts) {
    const trouble = leftover(part);
    if (trouble !== null) yield { id, path: part.path, ...trouble };
  }
  const state = folder.background();
  if (state === null) return;
  const broken = [...otherFileTroubles('RA028', state.file)];
  yield* placed(id, state.file.part.path, broken);
  const target = state.targetQuery.is === 'number' ? ` of question ${state.targetQuery.number}` : '';
  if (!broken.some(({ code }) => code === 'RA028'))
    yield {
      id,
      path: state.file.part.path,
      ...about('RA403', 'reads', `describes a summary${target} in progress`),
    };
}

function leftover({ role, path }: Part): Trouble | null {
  const isPlots = /^plots_\d+\.json$/.test(baseName(path));
  if (role === 'background-backup') return about('RA404', 'reads', 'is a backup of a background summary state');
  if (role === 'old') return about('RA405', 'reads', 'is a file of an older version');
  return role === 'stray' || (role === 'plots' && !isPlots)
    ? about('RA406', 'reads', `is not a file that Rao uses: ${baseName(path)}`)
    : null;
}
