import { replaceValue } from '../../../../codecs/json/edits.ts';
import { elements, isObject, member, members, type Value } from '../../../../codecs/json/value.ts';
import { changeTable, quoteCell } from '../../../../codecs/table/edits.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import { CSV } from '../../../../codecs/table/table.ts';
import { count } from '../../../count.ts';
import { topOf } from '../json/opened.ts';
import { wholeNumber } from '../log/entries.ts';
import { withOwnIndex } from '../tables/history.ts';
import { type Files, partOf } from './files.ts';
import { inFiles, inFolder, type RaoPass } from './pass.ts';
import type { FileRepair } from './repair.ts';

/** What lets the files of a folder say where they are. */
export const PLACE: readonly RaoPass[] = [
  inFiles(['RA134'], ({ name, bytes }, _found, { number }) =>
    name.endsWith('.tsv') ? withOwnIndex(bytes, number) : withOwnNumber(bytes, number),
  ),
  inFiles(['RA252', 'RA253'], ({ bytes }, _found, files) => withOwnPaths(bytes, (name) => imagePath(files, name))),
];

/** Makes the conversation of each change, or of each diff, this one. */
function withOwnNumber(bytes: Uint8Array, number: number): FileRepair {
  const top = topOf(bytes);
  const entries = top === null ? [] : members(top).flatMap(({ value }) => entriesOf(value));
  const edits = entries.flatMap((entry) => {
    const index = member(entry, 'conversation_index');
    return index === null || wholeNumber(index) === number ? [] : [replaceValue(index, String(number))];
  });
  return { edits, notes: [] };
}

function entriesOf(section: Value): readonly Value[] {
  return isObject(section) ? members(section).map(({ value }) => value) : elements(section);
}

function imagePath(files: Files, name: string): string | null {
  const part = name === '' ? null : partOf(files, `images_attached/${name}`);
  return part === null ? null : `${files.home}/images_attached/${name}`;
}

/** Lets rows lead to the images of this folder: `pathOf` gives the absolute path of an image that is there, by its name. */
function withOwnPaths(bytes: Uint8Array, pathOf: (name: string) => string | null): FileRepair {
  const table = parseTable(bytes, CSV);
  const column = table.rows[0]?.fields.findIndex(({ text }) => text === 'local_path') ?? -1;
  const fields = table.rows.slice(1).flatMap((row) => row.fields[column] ?? []);
  const replace = fields.flatMap((field) => {
    const path = pathOf(field.text.split(/[\\/]/).at(-1) ?? '');
    return path === null || path === field.text ? [] : [{ field, source: quoteCell(path) }];
  });
  const notes = replace.length === 0 ? [] : [`lets ${count(replace.length, 'image')} be those of this folder`];
  return { edits: changeTable(table, { replace }), notes };
}

/** What Rao can do without, into the journal. */
export const LEFTOVERS: readonly RaoPass[] = [
  inFolder(['RA040'], ({ path }, found) => ({
    edits: new Map(),
    removed: [...new Set(found.map((each) => each.path.slice(path.length + 1)))],
    notes: found.map(
      ({ detail }) => `conversation_vars.rds ${detail}: it goes into the journal, and Rao begins with its defaults`,
    ),
  })),
];
