import { applyEdits, editedSource } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { addTo } from '../../model/collections.ts';
import { bytesSource } from '../../model/part.ts';
import { isAtOrBelow } from '../../model/path.ts';
import type { Step } from '../../model/plan.ts';
import type { EntryType, Part, Place } from '../kind.ts';
import { scratchEdits, withBytes } from './draft.ts';

type PlaceOf = (path: string, type: EntryType) => Place;

interface UnitsAfter {
  readonly units: ReadonlyMap<string, readonly Part[]>;
  release(): void;
}

/**
 * The units that steps would make, by their new ids, from the bytes that were read; those are in use until they are
 * given back. Null for steps that make a whole folder.
 */
export function unitsAfter(parts: readonly Part[], steps: readonly Step[], placeOf: PlaceOf): UnitsAfter | null {
  const { scratch, release } = scratchEdits();
  const files = partsAfter(parts, steps, scratch);
  if (files === null) return null;
  const units = new Map<string, Part[]>();
  for (const part of files) {
    const place = placeOf(part.path, part.type);
    if (place.type !== 'part') continue;
    addTo(units, place.id, loaded({ ...part, role: place.role }, place.load));
  }
  return { units, release };
}

export function partsAfter(parts: readonly Part[], steps: readonly Step[], edit = applyEdits): readonly Part[] | null {
  const files = new Map(parts.map((part) => [part.path, part]));
  for (const step of steps) {
    if (step.do === 'plant') return null;
    // An edit of a shared file does not concern this conversation.
    if (step.do === 'put' && step.content.from === 'edits' && !files.has(step.path)) continue;
    if (step.do === 'put') files.set(step.path, written(files, step, edit));
    else move(files, step);
  }
  return [...files.values()];
}

function written(
  files: ReadonlyMap<string, Part>,
  { path, content }: Extract<Step, { do: 'put' }>,
  edit: typeof applyEdits,
): Part {
  const part = files.get(path) ?? { ...NEW, path };
  if (content.from === 'bytes') return withBytes(part, content.bytes);
  const { bytes = NOTHING, source = null } = (content.from === 'copy' ? files.get(content.path) : part) ?? {};
  if (source !== null) return withSource(part, editedSource(source, content.edits));
  return withBytes(part, edit(bytes ?? NOTHING, content.edits));
}

/** A future file that is read by ranges, and never held. */
function withSource(part: Part, source: Source): Part {
  return { ...part, bytes: null, source, size: source.size, digest: () => '' };
}

const NOTHING = new Uint8Array();
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

function loaded(part: Part, load: string): Part {
  const { bytes } = part;
  if (load !== 'lines' || bytes === null) return part;
  return withSource(part, bytesSource(bytes));
}
