import type { Edit } from '../../../../codecs/edit.ts';
import { isArray, type Value } from '../../../../codecs/json/value.ts';
import type { Finding } from '../../../../model/finding.ts';
import type { Code } from '../../../../model/findings.ts';
import type { FolderEdits } from '../../../engine/draft.ts';
import { type Hints, onCodes, type Pass } from '../../../engine/passes.ts';
import { topOf } from '../json/opened.ts';
import { bytesOf, type Files, LOG } from './files.ts';
import { type FileRepair, limited, NO_REPAIR } from './repair.ts';

/** What Rao makes of a folder. */
export interface Judgement {
  /** All findings about the files of this folder. */
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

/** A folder as read, or as some passes left it. */
export interface Judged {
  readonly files: Files;
  readonly judgement: Judgement;
}

/** One kind of repair of a folder. */
export type RaoPass = Pass<Judged, Finding, Hints<Finding>, FolderEdits>;

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

/** A pass that looks at each file by itself. */
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
    for (const [name, mine] of byFile(files, found)) {
      const bytes = bytesOf(files, name);
      const done = bytes === null ? 'cannot be read' : repair({ name, bytes }, mine, files);
      if (typeof done === 'string') return `${name} ${done}`;
      edits.set(name, done.edits);
      notes.push(...limited(done.notes).map((note) => `${name} ${note}`));
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

function byFile({ path }: Files, found: readonly Finding[]): Map<string, Finding[]> {
  const all = new Map<string, Finding[]>();
  for (const each of found) {
    const name = each.path.slice(path.length + 1);
    const mine = all.get(name) ?? [];
    mine.push(each);
    all.set(name, mine);
  }
  return all;
}
