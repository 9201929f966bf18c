import { join } from 'node:path';
import { digestFolder, digestOf } from '../../src/io/disk/digest.ts';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import type { Change, Step } from '../../src/model/plan.ts';

/** Where the small store lies, on whatever disk. */
const FILES: Readonly<Record<string, string>> = {
  'c/a.json': '1700000000:{"messages":[]}',
  'c/b.json': '{"old":"b"}',
  'c/m.json': '{"moves":true}',
  'c/x.json': '{"goes":"x"}',
  'c/y.json': '{"goes":"y"}',
  'c/left.tmp.1': 'torn',
  'c/f/one': 'eins',
  'c/f/deep/two': 'zwei',
  'c/z/only': 'allein',
  'c/k2/k': 'second',
  'c/k3/k': 'third',
  'c/t1.json': '{"t":1}',
  'c/t2.json': '{"t":2}',
  'c/q/in': 'q',
  'index.json': '[]',
};

/** Beside the store: a file of which some parts become files of it. */
const PACK = 'head{"taken":1}seite';

/** Where that file is. */
export function packBeside(root: string): string {
  return `${root}.pack`;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const now = (path: string) => digestOf(bytes(FILES[path] ?? ''));

function change(path: string, steps: readonly Step[], extra: Partial<Change> = {}): Change {
  const base = { kind: 'fnord', project: 'p', ids: [path], path, codes: [], steps, locks: [], keep: 'link' } as const;
  return { ...base, ...extra };
}

/** A plan with every kind of step, alone and together, one index last. */
export function smallPlan(disk: WriteDisk, root: string): Change[] {
  const folder = (path: string) => digestFolder(disk, join(root, path));
  const edit = (insert: string) => ({ from: 'edits', edits: [{ at: 0, remove: 1, insert: bytes(insert) }] }) as const;
  const text = (insert: string) => ({ from: 'bytes', bytes: bytes(insert) }) as const;
  const range = (part: string, mtimeMs: number) =>
    ({
      from: 'range',
      file: packBeside(root),
      at: PACK.indexOf(part),
      size: part.length,
      was: digestOf(bytes(part)),
      mode: 0o640,
      mtimeMs,
      edits: [],
    }) as const;
  return [
    change('c/a.json', [{ do: 'put', path: 'c/a.json', was: now('c/a.json'), content: edit('{"version":1,') }], {
      locks: [{ path: 'c/a.json.lock', staleAfter: 120 }],
    }),
    change('c/b.json', [{ do: 'put', path: 'c/b.json', was: now('c/b.json'), content: text('{"new":"b"}') }], {
      keep: 'copy',
    }),
    change('new/deep/n.json', [{ do: 'put', path: 'new/deep/n.json', was: 'absent', content: text('{"n":1}') }]),
    change('c/fork.json', [
      {
        do: 'put',
        path: 'c/fork.json',
        was: 'absent',
        content: { from: 'copy', path: 'c/b2.json', was: digestOf(bytes('source')), edits: [] },
      },
    ]),
    change('c/taken.json', [
      {
        do: 'put',
        path: 'c/taken.json',
        was: 'absent',
        content: range('{"taken":1}', 1_600_000_000_000),
        keepTime: true,
      },
      { do: 'put', path: 'beside/taken', was: 'absent', content: range('seite', 1_600_000_001_000), keepTime: true },
    ]),
    change('c/planted', [
      {
        do: 'plant',
        path: 'c/planted',
        files: [
          { path: 'log', content: text('log') },
          { path: 'sub/more', content: text('more') },
        ],
      },
    ]),
    change('c/m.json', [{ do: 'move', what: 'file', from: 'c/m.json', to: 'archive/m.json', was: now('c/m.json') }]),
    change('c/f', [{ do: 'move', what: 'folder', from: 'c/f', to: 'c/g', was: folder('c/f') }]),
    change('c/x.json', [{ do: 'remove', what: 'file', path: 'c/x.json', was: now('c/x.json') }]),
    change('c/y.json', [{ do: 'remove', what: 'file', path: 'c/y.json', was: now('c/y.json') }], { keep: 'copy' }),
    change('c/z', [{ do: 'remove', what: 'folder', path: 'c/z', was: folder('c/z') }]),
    change('c/k2', [
      { do: 'remove', what: 'folder', path: 'c/k2', was: folder('c/k2') },
      { do: 'move', what: 'folder', from: 'c/k3', to: 'c/k2', was: folder('c/k3') },
    ]),
    change(
      'c/t1.json',
      [
        { do: 'put', path: 'c/t1.json', was: now('c/t1.json'), content: edit('{"edited":true,') },
        { do: 'remove', what: 'file', path: 'c/t2.json', was: now('c/t2.json') },
        { do: 'put', path: 'c/t2.json', was: 'absent', content: text('{"t":"two, anew"}') },
        { do: 'remove', what: 'folder', path: 'c/q', was: folder('c/q') },
      ],
      { locks: [{ path: 'c/t1.json.lock', staleAfter: 120 }] },
    ),
    change('c/left.tmp.1', [{ do: 'remove', what: 'file', path: 'c/left.tmp.1', was: now('c/left.tmp.1') }], {
      ids: [],
    }),
    change('index.json', [{ do: 'put', path: 'index.json', was: now('index.json'), content: text('["a"]') }], {
      ids: [],
    }),
  ];
}

/** Writes the small store; the modes differ, and one file is there only to be copied. */
export async function writeSmallStore(disk: WriteDisk, root: string): Promise<void> {
  const made = new Set<string>();
  const entries = Object.entries({ ...FILES, 'c/b2.json': 'source' });
  for (const [n, [path, text]] of entries.entries()) {
    const names = path.split('/');
    for (let depth = 1; depth < names.length; depth++) {
      const folder = join(root, ...names.slice(0, depth));
      if (!made.has(folder)) disk.mkdir(folder, 0o755);
      made.add(folder);
    }
    const file = disk.create(join(root, path), n % 2 === 0 ? 0o644 : 0o600);
    disk.write(file, bytes(text));
    disk.touch(file, 1_700_000_000_000 + n * 1000);
    disk.close(file);
  }
  const pack = disk.create(packBeside(root), 0o600);
  disk.write(pack, bytes(PACK));
  disk.close(pack);
}
