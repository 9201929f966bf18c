import { join } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { errorCode, readReasonOf } from '../../io/disk/error-code.ts';
import { realAt, statOf } from '../../io/disk/seen-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { UserFilePlace } from '../../io/user-file.ts';
import { Failure } from '../../model/failure.ts';
import type { Site } from '../../stores/kind.ts';

export interface Partition {
  /** Absolute, without links. */
  readonly folder: string;
  readonly host: string;
  /** `2026-11-21`. */
  readonly date: string;
  readonly shard: { readonly index: number; readonly of: number } | null;
}

/** Bytes of a file name that every file system allows. */
const MAX_NAME_BYTES = 255;

const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

/** `host=a%2Fb`, escaped as in Hive. Throws Failure `usage` for an invalid host. */
export function hostFolder(host: string): string {
  const name = `host=${host.replace(/\p{Surrogate}/gu, '\ufffd').replace(HIVE_ESCAPED, (sign) => `%${hex(sign)}`)}`;
  const isName = host.trim() !== '' && host !== NO_VALUE;
  if (isName && new TextEncoder().encode(name).length <= MAX_NAME_BYTES) return name;
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
 * is a hash of the root, so a later export replaces only the same store's file of that day. Throws Failure `usage` if a
 * reader would take another file for a part of this export, `refused` for a file that is not a table of ours.
 */
export function tablePlace(
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

/** Throws Failure `usage` if a table's folder holds anything but host partitions, which readers would take for one. */
export function refuseUnexpectedFiles(disk: ReadDisk, folder: string, tables: readonly string[]): void {
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
