import type { Finding } from '../../../../model/finding.ts';
import { baseName } from '../../../path.ts';
import { about, atByte, placed, type Trouble } from '../../../trouble.ts';
import { COLUMNS, type CompanionRow, textIn } from '../../decode/tables/companion-table.ts';
import type { Folder } from '../../folder.ts';
import { conversationIn, lastName, leadsElsewhere } from '../companions/recorded-path.ts';
import { attachedTroubles } from './table-companion.ts';

/** What is wrong with `images.csv` and `images_attached/`; `home` is the folder's recorded place, absolute. */
export function* imagesFindings(folder: Folder, home: string): Generator<Finding> {
  const { id } = folder;
  const table = folder.images();
  const part = folder.part('images');
  const files = folder.partsOf('image');
  const names = new Set(files.map(({ path }) => baseName(path)));
  const named = new Set<string>();
  if (table !== null && part !== null) {
    const troubles = [...attachedTroubles(table, COLUMNS['images.csv'])];
    yield* placed(id, part.path, troubles);
    if (troubles.some(({ code }) => code === 'RA036')) return;
    for (const row of table.rows) {
      named.add(lastName(textIn(row, 'local_path')));
      yield* placed(id, part.path, rowTroubles(row, names, folder, home));
    }
  } else if (part !== null) return;
  for (const { path } of files)
    if (!named.has(baseName(path))) yield { id, path, ...about('RA251', 'reads', 'is not named in images.csv') };
}

function* rowTroubles(row: CompanionRow, names: ReadonlySet<string>, folder: Folder, home: string): Generator<Trouble> {
  const path = textIn(row, 'local_path');
  const name = lastName(path);
  const at = row.fields.get('local_path')?.start ?? row.row.start;
  if (!names.has(name)) {
    yield atByte('RA250', at, 'reads', `has the image ${name}, whose file is missing`);
    return;
  }
  if (!leadsElsewhere(path, `${home}/images_attached/${name}`)) return;
  const other = conversationIn(path);
  yield other === null || Number(other) === Number(folder.id)
    ? atByte('RA253', at, 'reads', `has another path for the image ${name}`)
    : atByte('RA252', at, 'drops', `has the image ${name} in the folder of conversation ${other}`);
}
