import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModelDisk } from '../../support/model-disk.ts';
import { clock } from '../../support/small-store.ts';

/** Long before the clock of the tests, so that a time that was kept is told from a new one. */
const FIRST_TIME = 1_700_000_000_000;

/** A folder of fixtures on a model disk at `/s`, all of it on the device; modes and times differ. `without` leaves paths out. */
export function storeOf(fixture: string, without: readonly string[] = []): ModelDisk {
  const disk = new ModelDisk(clock);
  const from = join(import.meta.dirname, '..', '..', '..', 'fixtures', fixture);
  let files = 0;
  const copy = (below: string): void => {
    disk.mkdir(join('/s', below), 0o755);
    const entries = readdirSync(join(from, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(below, entry.name);
      if (entry.name === '.keep' || without.includes(path)) continue;
      if (entry.isDirectory()) copy(path);
      else write(disk, join('/s', path), readFileSync(join(from, path)), files++);
    }
  };
  copy('');
  disk.settle();
  return disk;
}

function write(disk: ModelDisk, path: string, bytes: Uint8Array, n: number): void {
  const file = disk.create(path, n % 2 === 0 ? 0o644 : 0o600);
  disk.write(file, bytes);
  disk.touch(file, FIRST_TIME + n * 1000);
  disk.close(file);
}

/** Saves a file anew in place, as an owner does. */
export function saveFile(disk: ModelDisk, path: string, text: string): void {
  disk.unlink(path);
  const file = disk.create(path, 0o644);
  disk.write(file, Buffer.from(text));
  disk.close(file);
  disk.settle();
}
