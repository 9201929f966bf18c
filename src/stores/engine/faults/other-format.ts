import { scan } from '../../../codecs/json/scan.ts';
import { root } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { shapeOf } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { textAt } from '../text-at.ts';

/** A format of another program in place of a session. */
interface OtherFormat {
  /** A clause on it. */
  readonly is: string;
  /** What makes it readable. */
  readonly until: string;
}

const UNPACKED = 'it is unpacked';
const DECRYPTED = 'it is decrypted';

const GZIP = '\x1f\x8b\x08';

/** Formats by their first bytes, in lower case. */
const FORMATS: readonly (OtherFormat & { readonly begins: string })[] = [
  { is: 'is compressed by gzip', until: UNPACKED, begins: GZIP },
  { is: 'is compressed by zstd', until: UNPACKED, begins: '\x28\xb5\x2f\xfd' },
  { is: 'is compressed by xz', until: UNPACKED, begins: '\xfd7zxz\0' },
  { is: 'is compressed by bzip2', until: UNPACKED, begins: 'bzh9' },
  { is: 'is compressed by zip', until: UNPACKED, begins: 'pk\x03\x04' },
  { is: 'is encrypted by git-crypt', until: DECRYPTED, begins: '\0gitcrypt\0' },
  { is: 'is encrypted by age', until: DECRYPTED, begins: 'age-encryption.org/v1' },
  { is: 'is encrypted by OpenPGP', until: DECRYPTED, begins: '-----begin pgp message-----' },
  {
    is: 'is a pointer of Git LFS',
    until: '`git lfs pull` has fetched it',
    begins: 'version https://git-lfs.github.com/',
  },
  { is: 'is a page of HTML', until: 'the session is put in its place', begins: '<!doctype html' },
  { is: 'is a page of HTML', until: 'the session is put in its place', begins: '<html' },
];

/** True for bytes that begin as gzip writes them. */
export function isGzip(source: Source): boolean {
  return beginningOf(source).startsWith(GZIP);
}

function beginningOf(source: Source): string {
  return Buffer.from(source.slice(0, Math.min(BEGINNING_BYTES, source.size))).toString('latin1');
}

const BEGINNING_BYTES = 64;

/** Names of members; a record of a kind has texts for all of one row. */
export type RecordMembers = readonly (readonly string[])[];

/** The format of a file without a record of its kind; null for a file that has one, or begins otherwise. */
export function otherFormat(source: Source, members: RecordMembers): OtherFormat | null {
  const begins = beginningOf(source).toLowerCase();
  const format = FORMATS.find((each) => begins.startsWith(each.begins)) ?? null;
  return format === null || hasRecord(source, members) ? null : format;
}

/** A clause on a file of another format; null for any other. */
export function otherFormatDetail(source: Source, members: RecordMembers): string | null {
  const format = otherFormat(source, members);
  return format === null ? null : `${format.is}: no record is in it until ${format.until}`;
}

/** True if a line has a record of the kind. */
export function hasRecord(source: Source, members: RecordMembers): boolean {
  for (const { bytes } of lines(source, { ends: 'lf' })) {
    if (bytes === null) continue;
    for (const { start, end } of shapeOf(bytes, scan(bytes)).pieces) {
      const value = root(scan(bytes.subarray(start, end)));
      if (members.some((row) => row.every((key) => textAt(value, key) !== null))) return true;
    }
  }
  return false;
}
