import { join } from 'node:path';
import { errorCode } from '../../io/disk/error-code.ts';
import { printOf } from '../../io/disk/print.ts';
import { readReasonOf } from '../../io/disk/reason-of.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { type Cell, type ParquetColumn, parquetFiles, type TableFile, type WholeTable } from '../../io/parquet-file.ts';
import { Failure } from '../../model/failure.ts';
import type { VerifySummary } from '../../model/finding.ts';
import type { Site } from '../../stores/kind.ts';
import type { Outputs } from '../outputs.ts';
import type { Reading } from '../reading.ts';
import { locateView } from '../survey/locate.ts';
import type { SurveyEvent, SurveyOptions } from '../survey/survey.ts';
import { transcriptOf } from '../survey/transcript-of.ts';
import { verify } from '../verify.ts';
import { CONVERSATIONS, type ExportTable, FINDINGS_TABLE, MESSAGES_TABLE } from './tables.ts';

/** Options of an export. */
export interface ExportAsk extends SurveyOptions {
  /** As it was typed. */
  readonly folder: string;
  readonly outputs: Outputs;
  readonly shard: { readonly index: number; readonly of: number } | null;
}

/** The result of an export. */
export interface Exported {
  /** Absolute. */
  readonly folder: string;
  readonly conversations: number;
  readonly messages: number;
  readonly findings: number;
  readonly files: number;
  readonly bytes: number;
  readonly summary: VerifySummary;
  readonly interrupted: boolean;
  /** Units on disk, asked for or not. */
  readonly units: number;
}

/**
 * Writes conversations, messages and findings as Parquet tables; a few thousand rows are held at a time. Throws Failure `usage` for
 * a folder in a store, or with the tables of another export.
 */
export async function exportParquet(reading: Reading, ask: ExportAsk): Promise<Exported> {
  const { disk, sites } = reading;
  const below = [CONVERSATIONS, MESSAGES_TABLE, FINDINGS_TABLE].map(({ name }) => name);
  const folder = ask.outputs.folder(ask.folder, { below });
  refuseMixture(disk, folder, ask.shard);
  const suffix = ask.shard === null ? '' : `-${ask.shard.index}of${ask.shard.of}`;
  const out = partitions({ folder, sites, suffix }, await parquetFiles());
  const counts = { conversations: 0, messages: 0, findings: 0 };
  try {
    const { summary, interrupted, units } = await verify(reading, {
      ...ask,
      shows: () => true,
      see: (event) => {
        if (event.is === 'document') addDocument(out, event, counts);
        if (event.is === 'seen') out.close({ site: event.site, project: event.scope === '' ? null : event.scope });
      },
      tell: async ({ finding }) => {
        counts.findings++;
        out.add(FINDINGS_TABLE, { site: finding, project: finding.project }, finding);
      },
    });
    if (interrupted || (summary.conversations === 0 && counts.findings === 0)) {
      out.abandon();
      return { folder, ...counts, files: 0, bytes: 0, summary, interrupted, units };
    }
    return { folder, ...counts, ...out.finish(), summary, interrupted, units };
  } catch (error) {
    out.abandon();
    throw error;
  }
}

function addDocument(
  out: Partitions,
  { site, scope, document }: Extract<SurveyEvent, { is: 'document' }>,
  counts: { conversations: number; messages: number },
): void {
  const partition = { site, project: scope === '' ? null : scope };
  for (const view of document.conversations) {
    const conversation = locateView(site, scope, view);
    out.add(CONVERSATIONS, partition, conversation);
    counts.conversations++;
    for (const message of transcriptOf(document, view)?.messages ?? []) {
      out.add(MESSAGES_TABLE, partition, { conversation, message });
      counts.messages++;
    }
  }
}

/** Where rows of one project of one store go. */
interface Partition {
  readonly site: Pick<Site, 'kind' | 'root'>;
  readonly project: string | null;
}

/** The files of an export, opened as rows come. */
interface Partitions {
  add<T>(table: ExportTable<T>, partition: Partition, value: T): void;
  /** Nothing more comes for this project of this store. */
  close(partition: Partition): void;
  /** Makes every file visible, and answers how many there are, and their size. */
  finish(): { readonly files: number; readonly bytes: number };
  abandon(): void;
}

/** The open tables of one file. */
interface Open {
  readonly partition: string;
  readonly file: TableFile;
}

/**
 * Files below a folder, by table, kind and project, as DuckDB, Polars and Spark look for them:
 * `messages/kind=fnord/project=harbor/store1.parquet`.
 */
function partitions(
  { folder, sites, suffix }: { readonly folder: string; readonly sites: readonly Site[]; readonly suffix: string },
  openFile: (path: string, columns: readonly ParquetColumn[]) => TableFile,
): Partitions {
  const open = new Map<string, Open>();
  const whole: WholeTable[] = [];
  const keyOf = ({ site, project }: Partition): string => `${numberOf(sites, site)}\0${project ?? ''}`;
  const finish = (path: string, { file }: Open): void => {
    open.delete(path);
    whole.push(file.finish());
  };
  return {
    add: ({ name, columns, row }, partition, value) => {
      const store = `store${numberOf(sites, partition.site)}${suffix}.parquet`;
      const path = join(folder, name, `kind=${partition.site.kind}`, `project=${folderName(partition.project)}`, store);
      const known = open.get(path) ?? { partition: keyOf(partition), file: openFile(path, columns) };
      open.set(path, known);
      known.file.add(row(value) satisfies Cell[]);
    },
    close: (partition) => {
      for (const [path, each] of open) if (each.partition === keyOf(partition)) finish(path, each);
    },
    finish: () => {
      for (const [path, each] of open) finish(path, each);
      for (const each of whole) each.publish();
      return { files: whole.length, bytes: whole.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    abandon: () => {
      for (const { file } of open.values()) file.abandon();
      for (const each of whole) each.drop();
    },
  };
}

function numberOf(sites: readonly Site[], { kind, root }: Partition['site']): number {
  return sites.findIndex((site) => site.kind === kind && site.root === root) + 1;
}

/** Bytes of a folder's name that every file system takes. */
const LONGEST = 200;

/** A project as the name of a folder; Hive's word for none. */
function folderName(project: string | null): string {
  if (project === null || project === '') return '__HIVE_DEFAULT_PARTITION__';
  const name = encodeURIComponent(project.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/^\.+$/, (dots) =>
    dots.replaceAll('.', '%2E'),
  );
  if (name.length <= LONGEST) return name;
  return `${name.slice(0, LONGEST - 20)}~${printOf(new TextEncoder().encode(project)).slice(0, 16)}`;
}

/** Throws Failure `usage` where a folder has tables that a reader would take for a part of this export. */
function refuseMixture(disk: ReadDisk, folder: string, shard: { index: number; of: number } | null): void {
  const mine = shard === null ? null : new RegExp(`-(?!${shard.index}of)\\d+of${shard.of}\\.parquet$`);
  const other = tablesBelow(disk, folder).find((path) => mine === null || !mine.test(path));
  if (other === undefined) return;
  throw new Failure('usage', `${other} belongs to another export`, 'Name a folder without tables, or remove these.');
}

function tablesBelow(disk: ReadDisk, folder: string): string[] {
  try {
    return disk.list(folder).flatMap(({ name, type }) => {
      if (name === null) return [];
      if (type === 'folder') return tablesBelow(disk, join(folder, name));
      return name.endsWith('.parquet') ? [join(folder, name)] : [];
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new Failure('failed', `${folder} ${readReasonOf(error)}`, 'Name another folder.', { cause: error });
  }
}
