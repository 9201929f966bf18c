import type { ReadDisk } from '../../io/disk.ts';
import { isRedactedTable, parquetFiles, type TableFile, type WholeTable } from '../../io/parquet-file.ts';
import type { UserFilePlace } from '../../io/user-file.ts';
import type { Site } from '../../stores/kind.ts';
import { type Partition, tablePlace } from './partition.ts';
import { refuseClear } from './refuse-clear.ts';
import { CONVERSATIONS, EXPORT_TABLES, type ExportTable, TABLES_VERSION } from './tables.ts';

type Store = Pick<Site, 'kind' | 'root'>;

/** The files of an export: one for each store and table. */
export interface TableFiles {
  add<T>(table: ExportTable<T>, store: Store, value: T): void;
  /** Nothing more comes of this site. */
  close(site: Store): void;
  /** Makes every file visible, and answers how many there are, and their size. */
  finish(): { readonly files: number; readonly bytes: number };
  abandon(): void;
}

/** Options of the files of an export. */
export interface TableFilesOptions extends Partition {
  readonly sites: readonly Site[];
  /** Makes each text of a store one that may be handed on; null for as it is. */
  readonly clean: ((text: string) => string) | null;
  /** Replace redacted tables by some that are not. */
  readonly force: boolean;
}

/** Opens the files of an export as rows come. Throws Failure as `tablePlace` does, before anything is written. */
export async function tableFiles(disk: ReadDisk, options: TableFilesOptions): Promise<TableFiles> {
  const { sites, clean } = options;
  const stores = storesOf(disk, options);
  const openFile = await parquetFiles({ version: TABLES_VERSION, isRedacted: clean !== null });
  const whole: WholeTable[] = [];
  const fileOf = ({ places, open }: StoreFiles, { name, columns }: Omit<ExportTable<never>, 'row'>): TableFile => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`no place for ${name}`);
    const file = open.get(name) ?? openFile(place, columns);
    open.set(name, file);
    return file;
  };
  return {
    add: (table, store, value) => fileOf(stores(store), table).add(table.row(value, clean)),
    close: (site) => {
      const store = stores(site);
      store.sites--;
      // A store of which there is a row has all tables, so that a reader finds each; one that had rows has none left over.
      const isThere = store.open.size > 0 || [...store.places.values()].some(({ was }) => was !== null);
      if (store.sites > 0 || !isThere) return;
      for (const table of EXPORT_TABLES) {
        const file = fileOf(store, table);
        store.open.delete(table.name);
        whole.push(file.finish());
      }
    },
    finish: () => {
      for (const each of whole) each.publish();
      return { files: whole.length, bytes: whole.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    abandon: () => {
      for (const site of sites) for (const file of stores(site).open.values()) file.abandon();
      for (const each of whole) each.drop();
    },
  };
}

/** The files of a store. */
interface StoreFiles {
  /** By table. */
  readonly places: ReadonlyMap<string, UserFilePlace>;
  readonly open: Map<string, TableFile>;
  /** Of it that were not closed yet: a store may be named by several paths in it, or ways to it. */
  sites: number;
}

function storesOf(disk: ReadDisk, options: TableFilesOptions): (store: Store) => StoreFiles {
  const byPath = new Map<string, StoreFiles>();
  const byRoot = new Map<string, StoreFiles>();
  for (const site of options.sites) {
    const places = new Map(EXPORT_TABLES.map(({ name }) => [name, tablePlace(disk, options, name, site)]));
    if (options.clean === null && !options.force) for (const place of places.values()) refuseClearTable(disk, place);
    const path = places.get(CONVERSATIONS.name)?.path ?? '';
    const files = byPath.get(path) ?? { places, open: new Map(), sites: 0 };
    files.sites++;
    byPath.set(path, files);
    byRoot.set(keyOf(site), files);
  }
  return (store) => {
    const files = byRoot.get(keyOf(store));
    if (files === undefined) throw new Error(`${store.root} is none of the stores`);
    return files;
  };
}

function refuseClearTable(disk: ReadDisk, { path, name, was }: UserFilePlace): void {
  refuseClear({ name, isRedacted: was !== null && isRedactedTable(disk, path, was.size) });
}

function keyOf({ kind, root }: Store): string {
  return `${kind}\0${root}`;
}
