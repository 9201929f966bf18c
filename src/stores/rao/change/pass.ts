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

/** A folder as read, or as some passes left it, and what Rao makes of it. */
export interface JudgedFolder {
  readonly files: Files;
  /** All findings about these files. */
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

/** One kind of repair of a folder. */
export type RaoPass = Pass<JudgedFolder, Finding, PassHints<Finding>, FolderEdits>;

/** What a repair changes in a folder, and what a person should know of it. */
export interface FolderRepair extends FolderEdits {
  readonly notes: readonly string[];
}

/** A pass over the whole folder; `repair` answers a sentence when nothing can be done. */
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

/** A pass that looks at one file at a time. */
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

/** A pass over the outermost value of the log. */
export function inLog(
  codes: readonly Code[],
  repair: (top: Value, found: readonly Finding[], files: Files) => FileRepair | string,
): RaoPass {
  return inFiles(codes, ({ name, bytes }, found, files) => {
    const top = topOf(bytes);
    return name === LOG && top !== null ? repair(top, found, files) : NO_REPAIR;
  });
}

/** A pass over a log that is a list. */
export function inMessages(
  codes: readonly Code[],
  repair: (log: Value, places: ReadonlySet<number>, files: Files) => FileRepair | string,
): RaoPass {
  return inLog(codes, (top, found, files) => (isArray(top) ? repair(top, placesOf(found), files) : NO_REPAIR));
}

/** The places in the log that findings point at or into. */
function placesOf(found: readonly Finding[]): Set<number> {
  return new Set(found.flatMap(({ at }) => (at === null || at === '' ? [] : [Number(at.split('/')[1])])));
}

/** One conversation folder while it is healed: its files by their names below it, as the passes so far left them. */
export interface Files extends FolderFiles {
  /** Where Rao looks for it, absolute: an archived one is elsewhere until it is restored. */
  readonly home: string;
  /** As R counts the folder. */
  readonly number: number;
}

/** The name below the folder of a file, or of the file that a finding is about. */
export function nameOf({ path }: Pick<Files, 'path'>, { path: file }: Pick<Part, 'path'>): string {
  return file.slice(path.length + 1);
}

/** The bytes of a file, null where it is not there or was not read. */
export function bytesOf({ path, parts }: Files, name: string): Uint8Array | null {
  const wanted = `${path}/${name}`;
  return parts.find((part) => part.path === wanted)?.bytes ?? null;
}

export const LOG = 'conversation_log.json';

/** Nothing to repair. */
export const NO_REPAIR: FileRepair = { edits: [], notes: [] };

/** Several repairs of one file that touch different bytes. */
export function joinRepairs(repairs: readonly FileRepair[]): FileRepair {
  return { edits: repairs.flatMap(({ edits }) => edits), notes: repairs.flatMap(({ notes }) => notes) };
}

/** The first of many notes, and how many more there are. */
export function limited(notes: readonly string[]): string[] {
  return notes.length <= MOST ? [...notes] : [...notes.slice(0, MOST), `and ${notes.length - MOST} more of this kind`];
}

const MOST = 20;

/** A text as a note can show it: one line, not too long, in quotes. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A file scanned as R reads it: from behind a byte-order mark. */
export function tapeOf(bytes: Uint8Array): Tape {
  return scanAsR(bytes).tape;
}

/** The outermost value of a file, whole or cut; null when none was begun, or there is no file. */
export function topOf(bytes: Uint8Array | null): Value | null {
  return bytes === null ? null : root(tapeOf(bytes));
}

/** A finding to be read after the folder's name: its file, and what is wrong with it. */
export function nameFinding({ path }: Pick<Files, 'path'>, finding: Finding): string {
  const name = nameOf({ path }, finding);
  return name === '' ? finding.detail : `${name} ${finding.detail}`;
}
