import { scan } from '../../../codecs/json/scan.ts';
import { isObject, root } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';

/** Text of another program in the place of a session: `is`, until somebody does `until`. */
interface ForeignFormat {
  readonly is: string;
  readonly until: string;
}

const UNPACKED = 'it is unpacked';
const DECRYPTED = 'it is decrypted';

/** By the bytes that they begin with, in small letters. */
const FORMATS: readonly (ForeignFormat & { readonly begins: string })[] = [
  { is: 'is compressed by gzip', until: UNPACKED, begins: '\x1f\x8b\x08' },
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

const BEGINNING_BYTES = 64;

/** The format of a file without a record; null for a file that has one, or begins otherwise. */
export function foreignFormat(source: Source): ForeignFormat | null {
  const head = Buffer.from(source.slice(0, Math.min(BEGINNING_BYTES, source.size))).toString('latin1');
  const begins = head.toLowerCase();
  const format = FORMATS.find((each) => begins.startsWith(each.begins)) ?? null;
  return format === null || hasRecord(source) ? null : format;
}

/** A clause on such a file; null for any other. */
export function foreignDetail(source: Source): string | null {
  const format = foreignFormat(source);
  return format === null ? null : `${format.is}: no record is in it until ${format.until}`;
}

function hasRecord(source: Source): boolean {
  for (const { bytes } of lines(source, { ends: 'lf' })) {
    const tape = bytes?.[0] === OPEN ? scan(bytes) : null;
    if (tape !== null && tape.fault === null && isObject(root(tape))) return true;
  }
  return false;
}

const OPEN = 0x7b;
