import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReadDisk } from '../../../src/io/disk.ts';
import { type Adapter, adapterOf, type ListedEntry, loadBytes } from '../../stores/tenex/adapter.ts';
import { filesOf, type Harm, judged } from './kind-harm.ts';

/** What the adapter of TENEX makes of a store. */
interface TenexReading {
  readonly listed: readonly ListedEntry[];
  /** By id: the events it gets from the active file, else from the one in `archive`; null where it gets none. */
  readonly events: ReadonlyMap<string, string | null>;
  /** Listed as active, and not to be loaded. */
  readonly dangling: readonly string[];
}

const TENEX_FILE = /^\.tenex\/conversations\/(archive\/)?([^/.]+)\.json$/;

function readTenex(files: Map<string, Buffer>): TenexReading {
  const project = mkdtempSync(join(tmpdir(), 'convo-owner-'));
  try {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      if (!path.endsWith('/')) writeFileSync(join(project, path), bytes);
    }
    const adapter = adapterOf(project);
    const listed = adapter.list();
    const dangling = listed.filter(({ id, archived }) => archived !== true && adapter.load(id) === null);
    return { listed, events: eventsOf(adapter, files), dangling: dangling.map(({ id }) => id) };
  } finally {
    rmSync(project, { recursive: true });
  }
}

function eventsOf(adapter: Adapter, files: Map<string, Buffer>): TenexReading['events'] {
  const out = new Map<string, string | null>();
  for (const [path, bytes] of files) {
    const [, archive, id = 'metadata'] = TENEX_FILE.exec(path) ?? [];
    if (id === 'metadata' || (archive !== undefined && out.has(id))) continue;
    const loaded = archive === undefined ? adapter.load(id) : loadBytes(bytes);
    if (archive === undefined || !files.has(path.replace(archive, '')))
      out.set(id, loaded === null ? null : JSON.stringify(loaded.events));
  }
  return out;
}

/**
 * TENEX, which reads at any moment: every conversation that stays has the events it had or will have, in one place or the other;
 * the index lists every id that it lists before and after, each entry as it is at one end, and promises no file that is not there.
 */
export function tenexHarm(before: ReadDisk, after: ReadDisk): Harm {
  const [old, made] = [readTenex(filesOf(before)), readTenex(filesOf(after))];
  return judged((files) => {
    const now = readTenex(files);
    for (const id of old.events.keys()) {
      if (!made.events.has(id)) continue;
      const events = now.events.get(id);
      if (events === undefined || (events !== old.events.get(id) && events !== made.events.get(id)))
        return `the events of ${id} are ${events}`;
    }
    const loads = (id: string) => [old, made].every(({ events }) => (events.get(id) ?? null) !== null);
    const known = [...old.dangling, ...made.dangling];
    const dangling = now.dangling.filter((id) => !known.includes(id) && loads(id));
    if (dangling.length > 0) return `listed as active, and cannot be loaded: ${dangling.join(', ')}`;
    return shrunken(now.listed, old.listed, made.listed);
  });
}

function shrunken(
  now: readonly ListedEntry[],
  old: readonly ListedEntry[],
  made: readonly ListedEntry[],
): string | null {
  for (const { id } of old) {
    if (!made.some((each) => each.id === id)) continue;
    const found = now.find((each) => each.id === id);
    if (found === undefined) return `${id} is not listed`;
    const known = [...old, ...made].filter((each) => each.id === id).map((each) => JSON.stringify(each));
    if (!known.includes(JSON.stringify(found))) return `${id} is listed as ${JSON.stringify(found)}`;
  }
  return null;
}
