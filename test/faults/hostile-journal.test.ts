import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../cli/call.ts';
import { differences, snapshot } from '../cli/change/snapshot.ts';
import { fifo } from '../support/real-tree.ts';
import { NO_LIMIT, points, reportTried } from '../support/sampling.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/journals/fnord', import.meta.url));

const STATES = ['finished', 'cut', 'cut-undo', 'partly-undone', 'undone'];

/** Entries below `.convo`; RUN is the run's folder. */
const ENTRIES = [
  [
    '',
    'runs',
    'lock',
    'lock.takeover',
    'order',
    '.gitignore',
    'RUN',
    'RUN/plan.ndjson',
    'RUN/kept',
    'RUN/undone',
    'RUN/locks',
  ],
  [
    'RUN/is-done',
    'RUN/is-undoing',
    'RUN/is-undone',
    'RUN/is-done.part',
    'RUN/kept/0.0',
    'RUN/kept/1.0',
    'RUN/undone/0.0',
  ],
].flat();

const STRANGER = 12_345;

/** What an adversary puts in the place of an entry. */
const FORMS: Readonly<Record<string, (path: string, outside: string) => void>> = {
  'a link to a folder outside': (path, outside) => fs.symlinkSync(outside, path),
  'a link to a file outside': (path, outside) => fs.symlinkSync(join(outside, 'victim.json'), path),
  'a link to nowhere': (path, outside) => fs.symlinkSync(join(outside, 'nothing'), path),
  'a fifo': (path) => fifo(path),
  'an empty folder': (path) => fs.mkdirSync(path),
  garbage: (path) => fs.writeFileSync(path, '{"changed":1}\n\x1b]52;c;aGk=\x07{'),
  'an empty file': (path) => fs.writeFileSync(path, ''),
  nothing: () => undefined,
};

const COMMANDS = ['verify', 'list', 'runs', 'resume', 'undo', 'redo', 'heal --lossy --yes', 'runs prune --yes'];

interface Point {
  readonly state: string;
  readonly entry: string;
  readonly form: string;
  readonly command: string;
}

const ALL: readonly Point[] = STATES.flatMap((state) =>
  ENTRIES.flatMap((entry) =>
    [...Object.keys(FORMS), 'the entry of another user'].flatMap((form) =>
      COMMANDS.map((command) => ({ state, entry, form, command })),
    ),
  ),
);

/** Every file's bytes below a folder, links not followed. */
function bytesBelow(folder: string): Set<string> {
  const out = new Set<string>();
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) for (const bytes of bytesBelow(path)) out.add(bytes);
    else if (entry.isFile()) out.add(fs.readFileSync(path, 'latin1'));
  }
  return out;
}

/** What the run replaced or took away; what it had built aside when it was cut may go. */
const ORIGINALS = bytesBelow(join(fixtures, 'before'));

/** Puts the form in the place of the entry. */
function attack(journal: string, run: string, { entry, form }: Point, outside: string): void {
  const path = join(journal, entry.replace('RUN', `runs/${run}`));
  if (form === 'the entry of another user') {
    if (fs.existsSync(path)) fs.chownSync(path, STRANGER, STRANGER);
    return;
  }
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.rmSync(path, { recursive: true, force: true });
  FORMS[form]?.(path, outside);
}

/** Carries out one command on one hostile tree; answers what is wrong, or null. */
async function wrongAt(home: string, point: Point): Promise<string | null> {
  const root = join(home, '.fnord');
  const outside = join(home, 'outside');
  const from = join(fixtures, point.state);
  const store = join(from, 'store');
  fs.cpSync(fs.existsSync(store) ? store : join(fixtures, 'before'), root, { recursive: true });
  fs.cpSync(join(from, 'runs'), join(root, '.convo/runs'), { recursive: true });
  const [run = ''] = fs.readdirSync(join(from, 'runs'));
  fs.mkdirSync(join(outside, `${run}.part`), { recursive: true });
  for (const name of ['victim.json', `${run}.part/plan.ndjson`, '0.0']) fs.writeFileSync(join(outside, name), 'theirs');
  attack(join(root, '.convo'), run, point, outside);
  const [before, held] = [snapshot(outside), bytesBelow(root)];
  const { exit, stdout, stderr } = await call([...point.command.split(' '), '--root', root], { home });
  const harmed = differences(before, snapshot(outside));
  if (harmed.length > 0) return `changed outside the store: ${harmed.join(', ')}`;
  if (![0, 1, 2, 3, 4].includes(exit) || `${stdout}${stderr}`.includes('    at ')) return `crashed: ${exit} ${stderr}`;
  if (`${stdout}${stderr}`.includes('\x1b')) return 'let a control character through';
  if (!point.command.includes('prune')) {
    const now = bytesBelow(root);
    const lost = [...ORIGINALS].filter((bytes) => held.has(bytes) && !now.has(bytes));
    if (lost.length > 0) return `lost ${lost.length} files, exit ${exit}: ${stdout}${stderr}`;
  }
  if (point.command === 'undo' && exit === 0 && / [1-9]\d* changed|^[1-9]\d* changed/m.test(stdout)) {
    const wrong = conversationsThatDiffer(root);
    if (wrong.length > 0) return `says undone, but ${wrong.join(', ')} is not as before`;
  }
  const listed = await call(['runs', '--json', '--root', root], { home });
  JSON.parse(listed.stdout === '' ? '{}' : listed.stdout);
  return null;
}

function conversationsThatDiffer(root: string): string[] {
  const folder = 'projects/lantern/conversations';
  return fs
    .readdirSync(join(fixtures, 'before', folder))
    .filter(
      (name) => !fs.readFileSync(join(fixtures, 'before', folder, name)).equals(readOr(join(root, folder, name))),
    );
}

function readOr(path: string): Buffer {
  return fs.existsSync(path) ? fs.readFileSync(path) : Buffer.alloc(0);
}

test(
  'whatever lies in a journal, nothing outside the store changes, no original is lost, and no command crashes',
  NO_LIMIT,
  async () => {
    const wrong: string[] = [];
    let tried = 0;
    // Every 607th, which shares no factor with the counts above, so that the sample meets each state, entry, form and command.
    for (const at of points(ALL.length, 152)) {
      const point = ALL[at];
      if (point === undefined) continue;
      const home = fs.mkdtempSync(join(tmpdir(), 'convo-hostile-'));
      try {
        const found = await wrongAt(home, point).catch((error: unknown) => `threw ${String(error)}`);
        if (found !== null)
          wrong.push(`${point.state}, .convo/${point.entry} is ${point.form}, ${point.command}: ${found}`);
      } finally {
        fs.rmSync(home, { recursive: true, force: true });
      }
      tried += 1;
    }
    reportTried('hostile journals', tried);
    expect(wrong.slice(0, 8)).toEqual([]);
    expect(tried).toBeGreaterThan(8);
  },
);

test('an undo that was cut off before it put an original back, which is gone since, is not called finished', async () => {
  const home = fs.mkdtempSync(join(tmpdir(), 'convo-hostile-'));
  try {
    for (const command of ['undo', 'resume'])
      expect(await wrongAt(home, { state: 'cut-undo', entry: 'RUN/kept/1.0', form: 'nothing', command })).toBeNull();
    const { exit, stdout } = await call(['undo', '--root', join(home, '.fnord')], { home });
    expect([exit, stdout]).toEqual([4, expect.stringContaining('the original is missing from the journal')]);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
});
