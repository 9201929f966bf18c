import type { Edit } from '../../../codecs/edit.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isArray, root, type Value } from '../../../codecs/json/value.ts';
import { addAll } from '../../../model/add-all.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import { grouped } from '../../../model/grouped.ts';
import type { FolderEdits, FolderFiles } from '../../engine/draft.ts';
import { type FileRepair, onCodes, type Pass, type PassHints } from '../../engine/passes.ts';
import type { Part } from '../../kind.ts';
import { scanAsR } from '../read/r-json.ts';

/** A folder, as read or repaired, with its findings. */
export interface JudgedFolder {
  readonly files: Files;
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

export type RaoPass = Pass<JudgedFolder, Finding, PassHints<Finding>, FolderEdits>;

export interface FolderRepair extends FolderEdits {
  readonly notes: readonly string[];
}

/** `repair` answers a sentence for a refusal. */
export function inFolder(
  codes: readonly Code[],
  repair: (files: Files, found: readonly Finding[]) => FolderRepair | string,
): RaoPass {
  return onCodes(codes, ({ files }, found) => {
    const done = repair(files, found);
    if (typeof done === 'string') return done;
    const { notes, ...edits } = done;
    return { edits, notes };
  });
}

/** Looks at one file at a time. */
export function inFiles(
  codes: readonly Code[],
  repair: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    found: readonly Finding[],
    files: Files,
  ) => FileRepair | string,
): RaoPass {
  return inFolder(codes, (files, found) => {
    const edits = new Map<string, readonly Edit[]>();
    const notes: string[] = [];
    for (const [name, mine] of grouped(found.map((each) => [nameOf(files, each), each]))) {
      const bytes = bytesOf(files, name);
      const done = bytes === null ? 'cannot be read' : repair({ name, bytes }, mine, files);
      if (typeof done === 'string') return `${name} ${done}`;
      edits.set(name, done.edits);
      addAll(
        notes,
        limited(done.notes).map((note) => `${name} ${note}`),
      );
    }
    return { edits, notes };
  });
}

/** Looks at the outermost value of the log. */
export function inLog(
  codes: readonly Code[],
  repair: (top: Value, found: readonly Finding[], files: Files) => FileRepair | string,
): RaoPass {
  return inFiles(codes, ({ name, bytes }, found, files) => {
    const top = topOf(bytes);
    return name === LOG && top !== null ? repair(top, found, files) : NO_REPAIR;
  });
}

/** Looks at a log that is a list. */
export function inMessages(
  codes: readonly Code[],
  repair: (log: Value, places: ReadonlySet<number>, files: Files) => FileRepair | string,
): RaoPass {
  return inLog(codes, (top, found, files) => (isArray(top) ? repair(top, placesOf(found), files) : NO_REPAIR));
}

/** Log places at or above the findings. */
function placesOf(found: readonly Finding[]): Set<number> {
  return new Set(found.flatMap(({ at }) => (at === null || at === '' ? [] : [Number(at.split('/')[1])])));
}

/** A folder during repair: files by their names below it, with the edits so far. */
export interface Files extends FolderFiles {
  /** Rao's absolute path for it, even while it is archived. */
  readonly home: string;
  /** As R counts the folder. */
  readonly number: number;
}

/** A file's name below the folder. */
export function nameOf({ path }: Pick<Files, 'path'>, { path: file }: Pick<Part, 'path'>): string {
  return file.slice(path.length + 1);
}

export function bytesOf({ path, parts }: Files, name: string): Uint8Array | null {
  const wanted = `${path}/${name}`;
  return parts.find((part) => part.path === wanted)?.bytes ?? null;
}

export const LOG = 'conversation_log.json';

export const NO_REPAIR: FileRepair = { edits: [], notes: [] };

/** The repairs must touch different bytes. */
export function joinRepairs(repairs: readonly FileRepair[]): FileRepair {
  return { edits: repairs.flatMap(({ edits }) => edits), notes: repairs.flatMap(({ notes }) => notes) };
}

/** The first notes, and the number of further ones. */
export function limited(notes: readonly string[]): string[] {
  return notes.length <= MOST ? [...notes] : [...notes.slice(0, MOST), `and ${notes.length - MOST} more of this kind`];
}

const MOST = 20;

/** Quotes a text for a note: one line, shortened. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Scans a file as R reads it, after a byte-order mark. */
export function tapeOf(bytes: Uint8Array): Tape {
  return scanAsR(bytes).tape;
}

/** The outermost value, whole or cut. */
export function topOf(bytes: Uint8Array | null): Value | null {
  return bytes === null ? null : root(tapeOf(bytes));
}

/** Read after the folder's name: the file and its fault. */
export function nameFinding({ path }: Pick<Files, 'path'>, finding: Finding): string {
  const name = nameOf({ path }, finding);
  return name === '' ? finding.detail : `${name} ${finding.detail}`;
}
