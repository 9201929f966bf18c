import { replaceValue } from '../../../../codecs/json/edits.ts';
import { elements, isObject, member, members, type Value } from '../../../../codecs/json/value.ts';
import { type Files, partOf } from './files.ts';
import { topOf } from './json/opened.ts';
import { wholeNumber } from './log/entries.ts';
import { inFiles, type RaoPass } from './pass.ts';
import type { FileRepair } from './repair.ts';
import { withOwnIndex } from './tables/history.ts';
import { withOwnPaths } from './tables/images.ts';

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
