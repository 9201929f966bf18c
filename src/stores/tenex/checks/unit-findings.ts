import type { Finding } from '../../../model/finding.ts';
import { count } from '../../count.ts';
import { about } from '../../trouble.ts';
import type { TenexDocument } from '../document.ts';
import type { Opened } from '../opened.ts';
import { type Copies, compareCopies } from './copies.ts';
import { entryFindings } from './entry-findings.ts';
import { some } from './some.ts';

/** What concerns all files of one id together: both places, what the index says of them, and what lies beside them. */
export function* unitFindings(document: TenexDocument): Generator<Finding> {
  const { id, active, archived } = document;
  if (active !== null && archived !== null) yield bothPlaces(id, active, archived);
  yield* entryFindings(document);
  yield* leftovers(document);
}

function bothPlaces(id: string, active: Opened, archived: Opened): Finding {
  const copies = compareCopies(active, archived);
  const isContained = copies.holds !== 'neither' && copies.holds !== 'unreadable';
  const code = isContained ? 'TX310' : 'TX309';
  const detail = `lies in the archive while a copy is active: ${words(copies)}`;
  return { id, path: archived.part.path, ...about(code, 'overwrites', detail) };
}

function words({ holds, more, newer, differs }: Copies): string {
  const beside = differs.length === 0 ? '' : `; they differ in ${some(differs)}`;
  const later = newer === null ? '' : `; the ${newer} one is newer`;
  if (holds === 'unreadable') return `one of the two cannot be read${later}`;
  if (holds === 'same')
    return differs.length === 0 ? 'both say the same' : `both have the same history${beside}${later}`;
  if (holds === 'neither') {
    const lost = `the active one has ${count(more.active, 'event')} that the archived one lacks, and lacks ${more.archived} of its own`;
    return `${lost}${beside}${later}`;
  }
  return `the ${holds} one has ${count(more[holds], 'event')} more and all of the other${beside}`;
}

function* leftovers({ id, unit, active, archived }: TenexDocument): Generator<Finding> {
  const kept = active !== null || archived !== null;
  for (const { path, role, size } of unit.parts) {
    if (role === 'copy')
      yield { id, path, ...about('TX406', 'reads', 'is a copy of a conversation, under a name of its own') };
    if (role !== 'temporary') continue;
    yield kept
      ? { id, path, ...about('TX401', 'reads', `is a temporary file beside its conversation, ${size} bytes`) }
      : { id, path, ...about('TX402', 'reads', `is a temporary file without its conversation, ${size} bytes`) };
  }
}
