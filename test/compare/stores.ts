import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { type Die, numbers } from '../support/seeded-numbers.ts';

/** A store to be laid out, of files alone. */
export interface Store {
  readonly name: string;
  readonly kind: string;
  /** What is opened, below the folder `store`. */
  readonly root: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Whole Unix seconds; the clock of the comparison stands ten days later. */
export const SAVED = Date.UTC(2026, 10, 11, 12) / 1000;

/** Every fixture of a finding, whole stores, and the demo. */
export function fixtureStores(fixtures: string): Store[] {
  const damaged = KIND_NAMES.flatMap((kind) =>
    readdirSync(join(fixtures, kind)).flatMap((name) => {
      const about = join(fixtures, kind, name, 'findings.json');
      if (!existsSync(about) || !existsSync(join(fixtures, kind, name, 'before'))) return [];
      const { open = '' } = JSON.parse(readFileSync(about, 'utf8'));
      return ['before', 'after'].flatMap((side) =>
        storeAt(join(fixtures, kind, name, side), `${name}/${side}`, kind, open),
      );
    }),
  );
  const whole = KIND_NAMES.flatMap((kind) => [
    ...storeAt(join(fixtures, kind, 'store'), `${kind} store`, kind, ''),
    ...storeAt(join(fixtures, 'demo', kind), `${kind} demo`, kind, ''),
  ]);
  return [...damaged, ...whole];
}

function storeAt(folder: string, name: string, kind: string, open: string): Store[] {
  const files = new Map(existsSync(folder) ? filesIn(folder, '') : []);
  if (files.size === 0) return [];
  // A file alone is laid into a store, so that it can leave its place.
  if (!/\.jsonl?$/.test(open)) return [{ name, kind, root: join('store', open), files }];
  const moved = [...files].map(([path, bytes]): [string, Buffer] => [`conversations/${path}`, bytes]);
  return [{ name, kind, root: 'store/conversations', files: new Map(moved) }];
}

function filesIn(top: string, below: string): [string, Buffer][] {
  return readdirSync(join(top, below)).flatMap((name): [string, Buffer][] => {
    const path = join(below, name);
    const stat = lstatSync(join(top, path));
    if (stat.isDirectory()) return filesIn(top, path);
    return stat.isFile() && name !== '.keep' ? [[path, readFileSync(join(top, path))]] : [];
  });
}

/** Lays a store out below `store` in a folder, and takes away what was there. */
export function lay({ files }: Store, folder: string): void {
  const top = join(folder, 'store');
  rmSync(top, { recursive: true, force: true });
  rmSync(join(folder, 'p.plan'), { force: true });
  mkdirSync(join(folder, 'home'), { recursive: true });
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), bytes);
    utimesSync(join(top, path), SAVED, SAVED);
  }
}

/** So many stores with one to three things done to a fixture each; the same ones for the same seed. */
export function* mutated(fixtures: readonly Store[], count: number, seed: number): Generator<Store> {
  const below = numbers(seed);
  for (let n = 0; n < count; n++) {
    const store = fixtures[below(fixtures.length)];
    if (store === undefined) return;
    const files = new Map(store.files);
    for (let times = 1 + below(3); times > 0; times--) harm(files, below);
    yield { ...store, name: `${store.name}, mutated (${n} of seed ${seed})`, files };
  }
}

function harm(files: Map<string, Buffer>, below: Die): void {
  const [path, bytes] = [...files][below(files.size)] ?? [];
  if (path === undefined || bytes === undefined) return;
  const turn = below(12);
  if (turn === 0 && files.size > 1) files.delete(path);
  else if (turn === 1) files.set(path.replace(/(?=\.\w+$|$)/, ['-copy', '.1', '2', ' (1)'][below(4)] ?? ''), bytes);
  else if (turn === 2) files.set(path, [...files.values()][below(files.size)] ?? bytes);
  else files.set(path, turn < 6 ? harmedBytes(bytes, below) : harmedText(bytes, below));
}

const INSERTS = ['\0\0\0\0', '\xff\xfe', '\xef\xbb\xbf', '\xc3', ' ', '\r', '\n', '}', ']', ',', '"', '\x01', 'tail'];

function harmedBytes(bytes: Buffer, below: Die): Buffer {
  const at = below(bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + below(40));
  const insert = Buffer.from(INSERTS[below(INSERTS.length)] ?? '', 'latin1');
  const [head, cut, tail] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  const all = [
    [head],
    [tail],
    [head, tail],
    [head, cut, cut, tail],
    [head, insert, cut, tail],
    [insert, bytes],
    [bytes, insert],
    [bytes, bytes],
    [head, Buffer.alloc(cut.length), tail],
  ];
  return Buffer.concat(all[below(all.length)] ?? []);
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|,[^,"{}[\]]*"|[^,\n]+(?=[,\n])/g;
const VALUES = [
  'null',
  '7',
  '-1',
  '1.5',
  '1e400',
  'true',
  '""',
  '"x"',
  '"\\ud800"',
  '[]',
  '{}',
  '[null]',
  '{"a":1}',
  '',
];

/** Something else in the place of a value or a key, a member twice, or a value of another file's. */
function harmedText(bytes: Buffer, below: Die): Buffer {
  const text = bytes.toString('latin1');
  const tokens = [...text.matchAll(TOKEN)];
  const token = tokens[below(tokens.length || 1)];
  if (token === undefined) return harmedBytes(bytes, below);
  const [head, tail] = [text.slice(0, token.index), text.slice(token.index + token[0].length)];
  const other = tokens[below(tokens.length)]?.[0] ?? '';
  const rest = [other, `${token[0]}:null,${token[0]}`, `${token[0]},${token[0]}`, token[0].toUpperCase()];
  const insert = below(2) === 0 ? VALUES[below(VALUES.length)] : rest[below(rest.length)];
  return Buffer.from(`${head}${insert}${tail}`, 'latin1');
}
