import { join, resolve } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { errorCode, readReasonOf } from '../../io/disk/error-code.ts';
import { realAt, statOf } from '../../io/disk/stat-of.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { isRedactedTable, parquetFiles, type TableFile, type WholeTable } from '../../io/parquet-file.ts';
import type { UserFilePlace } from '../../io/user-file.ts';
import { Failure } from '../../model/failure.ts';
import type { Covered, VerifySummary } from '../../model/finding.ts';
import type { Document, Site } from '../../stores/kind.ts';
import { innerIds, listAll } from '../list.ts';
import { type Outputs, refuseUnredacted } from '../outputs.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { listStoredIds, type StoredId, withoutCopies } from '../resolve-ids.ts';
import { learnFrom } from '../secrets/learn.ts';
import { redactedCoverage, redactedFinding } from '../secrets/redacted.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { Coverage } from '../survey/coverage.ts';
import { locateView } from '../survey/locate.ts';
import { readableDocument } from '../survey/readable.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { type SurveyOptions, withSelection } from '../survey/survey-options.ts';
import { countedAnswers, transcriptOf } from '../survey/unit-tally.ts';
import { judgedView } from '../survey/unit-views.ts';
import { verify } from '../verify.ts';
import {
  CONVERSATIONS,
  EXPORT_TABLES,
  type ExportTable,
  FINDINGS_TABLE,
  MESSAGES_TABLE,
  TABLES_VERSION,
  TOKENS_TABLE,
} from './tables.ts';

/** `folder` is as typed; `clean` redacts each text of a store, and is null for none. */
export interface ExportOptions extends SurveyOptions, Partition {
  readonly folder: string;
  readonly outputs: Outputs;
  readonly clean: Redactor | null;
  readonly force: boolean;
}

interface Rows {
  conversations: number;
  messages: number;
  findings: number;
  answers: number;
}

/** `folder` is absolute; `units` are those on disk, requested or not. */
export interface Exported extends Readonly<Rows> {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly summary: VerifySummary;
  readonly interrupted: boolean;
  readonly coverage: Covered;
  readonly units: number;
}

/**
 * Writes conversations, messages, findings and tokens as Parquet tables, in the partition of a host and a day. Holds a
 * few thousand rows. Replaces only an earlier export of these stores for that day. Throws Failure `usage` for an
 * invalid host or a folder with other files, `refused` for one in a store.
 */
export async function exportParquet(reading: ReadContext, options: ExportOptions): Promise<Exported> {
  const { disk, sites } = reading;
  const { host, date, shard, clean, force } = options;
  hostFolder(host);
  const below = EXPORT_TABLES.map(({ name }) => name);
  const folder = options.outputs.folder(options.folder, { below });
  refuseUnexpectedFiles(disk, folder, below);
  const out = await tableFiles(disk, { folder, host, date, shard, sites, clean, force });
  const coverage = new Coverage(options.run.now);
  const covered = () => redactedCoverage(coverage, clean);
  const rows = { conversations: 0, messages: 0, findings: 0, answers: 0 };
  try {
    const gone = clean === null ? [] : await learnFrom(reading, options, clean);
    const { summary, interrupted, units } = await verify(reading, {
      ...options,
      admits: () => true,
      see: (event) => {
        coverage.takeDocument(event);
        if (event.type === 'document') {
          const read = readableDocument(kindOfSite(reading.kinds, event.site), event);
          addDocument(out, event, read.document, rows);
          coverage.add(event, read);
          read.release();
        }
        if (event.type === 'done') out.close(event.site);
      },
      report: async (finding) => {
        rows.findings++;
        out.add(FINDINGS_TABLE, finding, clean === null ? finding : redactedFinding(finding, clean));
      },
    });
    coverage.addEarlier(gone);
    // An empty export is a failure, unless a part was requested, which is empty today.
    const { filter, hasId } = options.select;
    const isEmpty = filter === null && hasId === null && rows.conversations + rows.findings === 0;
    if (!interrupted && !isEmpty)
      return { folder, ...rows, ...out.finish(), summary, interrupted, units, coverage: covered() };
    out.abandon();
    return { folder, ...rows, files: 0, bytes: 0, summary, interrupted, units, coverage: covered() };
  } catch (error) {
    out.abandon();
    throw error;
  }
}

function addDocument(
  out: TableFiles,
  { site, scope, document }: EventOf<'document'>,
  healed: Document,
  rows: Rows,
): void {
  // Read first, because other facts may come from that pass.
  const answers = countedAnswers(healed).all();
  const [first] = document.conversations;
  for (const [n, view] of document.conversations.entries()) {
    const conversation = locateView(site, scope, judgedView(document, view));
    out.add(CONVERSATIONS, site, conversation);
    rows.conversations++;
    for (const message of transcriptOf(healed, healed.conversations[n] ?? view)?.messages ?? []) {
      out.add(MESSAGES_TABLE, site, { conversation, message });
      rows.messages++;
    }
  }
  if (first === undefined) return;
  const conversation = locateView(site, scope, judgedView(document, first));
  for (const answer of answers) out.add(TOKENS_TABLE, site, { conversation, answer });
  rows.answers += answers.length;
}

type Store = Pick<Site, 'kind' | 'root'>;

interface TableFiles {
  add<T>(table: ExportTable<T>, store: Store, value: T): void;
  close(site: Store): void;
  /** Renames every file to its name. Returns their number and size. */
  finish(): { readonly files: number; readonly bytes: number };
  abandon(): void;
}

interface TableFilesOptions extends Partition {
  readonly sites: readonly Site[];
  readonly clean: ((text: string) => string) | null;
  readonly force: boolean;
}

/** Opens the files of an export on demand. Throws Failure like `tablePlace`, before anything is written. */
async function tableFiles(disk: ReadDisk, options: TableFilesOptions): Promise<TableFiles> {
  const { sites, clean } = options;
  const stores = storesOf(disk, options);
  const openFile = await parquetFiles({ version: TABLES_VERSION, isRedacted: clean !== null });
  const whole: WholeTable[] = [];
  const fileOf = ({ places, open }: TablesOfStore, { name, columns }: Omit<ExportTable<never>, 'row'>): TableFile => {
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
      // A store with rows gets all tables, since readers expect them. One without rows keeps none.
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

interface TablesOfStore {
  readonly places: ReadonlyMap<string, UserFilePlace>;
  readonly open: Map<string, TableFile>;
  /** Number of its sites not yet closed: several paths may lead to one store. */
  sites: number;
}

function storesOf(disk: ReadDisk, options: TableFilesOptions): (store: Store) => TablesOfStore {
  const byPath = new Map<string, TablesOfStore>();
  const byRoot = new Map<string, TablesOfStore>();
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
  refuseUnredacted({ name, isRedacted: was !== null && isRedactedTable(disk, path, was.size) });
}

function keyOf({ kind, root }: Store): string {
  return `${kind}\0${root}`;
}

type OutputMeaning =
  | { readonly type: 'folder' }
  /** An unknown word in the form of an id. */
  | { readonly type: 'unknown-id' }
  | { readonly type: 'id'; readonly ids: readonly string[]; readonly title: string | null };

/** A prefix of a UUID, or a longer hex number. It needs a digit, since words may be hex letters. */
const ID = /^(?=.*\d)(?:[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]*)$/i;

/** Whether a word is a folder or an id: it is a folder only if that exists, or if it has a separator. */
export async function outputMeaning(
  word: string,
  { reading, survey, cwd }: { readonly reading: ReadContext; readonly survey: SurveyOptions; readonly cwd: string },
): Promise<OutputMeaning> {
  if (word === '' || word.includes('/') || statOf(reading.disk, resolve(cwd, word)) !== null) return { type: 'folder' };
  const all = await listStoredIds(reading, survey);
  const inside = ID.test(word) ? [...(await innerIds(reading, survey))] : [];
  const named = new Set(inside.flatMap(([inner, ids]) => (inner.startsWith(word) ? ids : [])));
  const begun = all.map(({ id }) => id).filter((id) => id.startsWith(word) || named.has(id));
  const ids = withoutCopies([...new Set(begun)]);
  const known = all.filter(({ id }) => ids.includes(id));
  if (ids.length > 0) return { type: 'id', ids, title: await titleOf(ids, known, { reading, survey }) };
  return { type: ID.test(word) ? 'unknown-id' : 'folder' };
}

async function titleOf(
  [id, ...others]: readonly string[],
  known: readonly StoredId[],
  { reading, survey }: { readonly reading: ReadContext; readonly survey: SurveyOptions },
): Promise<string | null> {
  if (others.length > 0) return null;
  const sites = new Set(known.map(({ site }) => site));
  const [first] = await listAll(
    { ...reading, sites: [...sites] },
    withSelection(survey, { hasId: (each) => each === id }),
  );
  return first?.title ?? null;
}

/** `folder` is absolute, without links; `date` is like `2026-11-21`. */
interface Partition {
  readonly folder: string;
  readonly host: string;
  readonly date: string;
  readonly shard: { readonly index: number; readonly of: number } | null;
}

const PORTABLE_NAME_BYTES = 255;

const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

/** `host=a%2Fb`, escaped as in Hive. Throws Failure `usage` for an invalid host. */
function hostFolder(host: string): string {
  const name = `host=${host.replace(/\p{Surrogate}/gu, '\ufffd').replace(HIVE_ESCAPED, (sign) => `%${hex(sign)}`)}`;
  const isName = host.trim() !== '' && host !== NO_VALUE;
  if (isName && new TextEncoder().encode(name).length <= PORTABLE_NAME_BYTES) return name;
  const fault = isName ? 'is too long for the name of a folder' : 'is no name';
  throw new Failure('usage', `the host ${JSON.stringify(host)} ${fault}`, 'Name the machine: --host NAME');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that Hive escapes
const HIVE_ESCAPED = /[\u0000-\u001f"#%'*/:=?\\\u007f{[\]^]/g;

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
}

/**
 * The file of a store in a table: `messages/host=web1/kind=claude/date=2026-11-21/1f0c5e7a9b3d-1of4.parquet`. Its name
 * is a hash of the root: a later export replaces only that store's file of that day.
 * Throws Failure `usage` if a reader would take another file for part of this export, `refused` for a file that is not
 * a table of ours.
 */
function tablePlace(
  disk: ReadDisk,
  { folder, host, date, shard }: Partition,
  table: string,
  site: Site,
): UserFilePlace {
  const day = join(folder, table, hostFolder(host), `kind=${site.kind}`, `date=${date}`);
  const store = digestOf(new TextEncoder().encode(realAt(disk, site.root) ?? site.root)).slice(0, 12);
  const nameOf = (index: number | string): string =>
    `${store}${shard === null ? '' : `-${index}of${shard.of}`}.parquet`;
  const parts = new RegExp(`^${nameOf('\\d+')}$`);
  const isOther = (each: string): boolean => each.startsWith(store) && each.endsWith('.parquet') && !parts.test(each);
  const other = namesIn(disk, day).find(isOther);
  if (other !== undefined)
    throw new Failure(
      'usage',
      `${join(day, other)} is of an export of this store in other parts`,
      'A reader would count both: export in the same parts, or remove these files.',
    );
  const path = join(day, nameOf(shard?.index ?? ''));
  const was = statOf(disk, path);
  if (was !== null && (was.type !== 'file' || !isTable(disk, path)))
    throw new Failure('refused', `${path} is no table of convo`, 'Name another folder, or remove it.');
  return { path, name: path, was };
}

/** Throws for other files, since readers take any folder except a host partition for part of the table. */
function refuseUnexpectedFiles(disk: ReadDisk, folder: string, tables: readonly string[]): void {
  for (const table of tables) {
    const unexpectedFile = namesIn(disk, join(folder, table)).find((name) => !/^(?:host=|[._])/.test(name));
    if (unexpectedFile === undefined) continue;
    const path = join(folder, table, unexpectedFile);
    throw new Failure('usage', `${path} is not of an export by hosts`, 'Name a folder of its own for tables.');
  }
}

function isTable(disk: ReadDisk, path: string): boolean {
  return Buffer.from(disk.read(path, 4)).toString('latin1') === 'PAR1';
}

function namesIn(disk: ReadDisk, folder: string): string[] {
  try {
    return disk.list(folder).map(({ name }) => name ?? '\ufffd');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new Failure('failed', `${folder} ${readReasonOf(error)}`, 'Name another folder.', { cause: error });
  }
}
