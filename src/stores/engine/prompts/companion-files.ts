import { asBuffer } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Code, type Finding, fileFinding } from '../../../model/finding.ts';
import { FileReplaced, isRefusedBySystem } from '../../../model/part.ts';
import type { Extent } from '../../../model/rules/row.ts';
import { isYoung } from '../../../model/time.ts';
import type { CompanionDamage, CompanionFile, StoreFiles } from '../../kind.ts';

export interface FileDamage {
  readonly detail: string;
  /** Byte of the first damage; null for the whole file. */
  readonly offset: number | null;
  /** How much convo cannot read; null if it reads everything. */
  readonly extent: Extent | null;
}

/** Null for no damage. `isFresh`: written just now, so that its end may be half of a record. */
type DamageCheck = (source: Source, isFresh: boolean) => FileDamage | null;

/** Companion files at `paths` below the root of a home. */
export function companionFiles(
  files: StoreFiles,
  paths: readonly string[],
  code: Code,
  check: DamageCheck,
): CompanionFile[] {
  if (files.site.shape !== 'home') return [];
  return paths.map((path) => ({ path, damage: () => damageOf(path, () => damageAt(files, path, code, check)) }));
}

function damageAt(
  { sourceAt, writtenAt, now }: StoreFiles,
  path: string,
  code: Code,
  check: DamageCheck,
): CompanionDamage | null {
  const source = sourceAt?.(path) ?? null;
  if (source === null) return null;
  const mtime = writtenAt?.(path) ?? Number.NaN;
  const isFresh = isYoung(mtime, now);
  const damage = check(source, isFresh && isWrittenByItsProgram(source, mtime));
  if (damage === null) return null;
  const { detail, offset, extent } = damage;
  const finding = { code, id: null, path, at: null, offset, detail };
  return { finding, extent, isYoung: isFresh };
}

function damageOf(path: string, find: () => CompanionDamage | null): CompanionDamage | null {
  try {
    return find();
  } catch (error) {
    // Its program replaces the file.
    if (error instanceof FileReplaced) return null;
    if (!isRefusedBySystem(error)) throw error;
    return { finding: fileFinding('ST001', null, path, 'cannot be read'), extent: null };
  }
}

export function damageFindings(files: readonly CompanionFile[]): Finding[] {
  return files.flatMap((file) => file.damage()?.finding ?? []);
}

/** Bytes read at the end of a file for the times of its last records. */
const TAIL_BYTES = 1 << 16;

/** A member with a time: text, or seconds or milliseconds since 1970. */
const TIME_MEMBER = /"(?:timestamp|ts)" ?: ?(?:"([^"\\]{10,40})"|(\d{10,13})\b)/g;

/** Numbers from this one on are milliseconds since 1970, smaller ones seconds. */
const MILLISECONDS_FROM = 1e11;

/**
 * True if a record at the end of a file, even a torn one, has a time within the minute before `mtime`: then its program wrote it. A copy or
 * a checkout is young, but its records are not.
 */
export function isWrittenByItsProgram(source: Source, mtime: number): boolean {
  const at = Math.max(source.size - TAIL_BYTES, 0);
  const tail = asBuffer(source.slice(at, TAIL_BYTES)).toString('latin1');
  return [...tail.matchAll(TIME_MEMBER)].some(([, text, number]) => isYoung(secondsOf(text, number), mtime));
}

function secondsOf(text: string | undefined, number: string | undefined): number {
  if (text !== undefined) return Date.parse(text) / 1000;
  return Number(number) < MILLISECONDS_FROM ? Number(number) : Number(number) / 1000;
}
