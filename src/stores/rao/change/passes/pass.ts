import type { Edit } from '../../../../codecs/edit.ts';
import { isArray, type Value } from '../../../../codecs/json/value.ts';
import type { Finding } from '../../../../model/finding.ts';
import type { Code } from '../../../../model/findings.ts';
import { bytesOf, type Files, LOG } from './files.ts';
import { topOf } from './json/opened.ts';
import { limited, NO_REPAIR, type Repair } from './repair.ts';

/** What a pass makes of a folder; file names are those below it. */
export interface FolderRepair {
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly moved?: ReadonlyMap<string, string>;
  /** Into the journal. */
  readonly removed?: readonly string[];
  readonly notes: readonly string[];
}

/**
 * One kind of repair: byte edits that take away the findings of its codes and leave everything else alone. A pass sees the
 * folder as the passes before it left it. `repair` answers a sentence when nothing can be done.
 */
export interface Pass {
  readonly codes: readonly Code[];
  repair(files: Files, found: readonly Finding[]): FolderRepair | string;
}

/** A pass that looks at each file by itself. */
export function inFiles(
  codes: readonly Code[],
  repair: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    found: readonly Finding[],
    files: Files,
  ) => Repair | string,
): Pass {
  return {
    codes,
    repair(files, found) {
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
    },
  };
}

/** A pass over the outermost value of the log. */
export function inLog(
  codes: readonly Code[],
  repair: (top: Value, found: readonly Finding[], files: Files) => Repair | string,
): Pass {
  return inFiles(codes, ({ name, bytes }, found, files) => {
    const top = topOf(bytes);
    return name === LOG && top !== null ? repair(top, found, files) : NO_REPAIR;
  });
}

/** A pass over a log that is a list. */
export function inMessages(
  codes: readonly Code[],
  repair: (log: Value, places: ReadonlySet<number>, files: Files) => Repair | string,
): Pass {
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
