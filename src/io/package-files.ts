import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder of the package, seen from this file and from a chunk in dist/. */
const PACKAGE = join(import.meta.dirname, '..', '..');

export function packageFile(path: string): string {
  return fs.readFileSync(join(PACKAGE, path), 'utf8');
}

export function copyDemoStores(paths: Readonly<Record<string, string>>, now: number): string {
  const home = fs.realpathSync.native(fs.mkdtempSync(join(tmpdir(), 'convostore-demo-')));
  for (const [name, path] of Object.entries(paths)) {
    const target = join(home, path);
    fs.cpSync(join(PACKAGE, 'fixtures', 'demo', name), target, { recursive: true });
    age(target, (now - DAY_MS) / 1000);
  }
  return home;
}

const DAY_MS = 86_400_000;

/**
 * Makes files private, and sets each file's time to the last one in it, but at most `seconds`: a fresh file would look as if a program were
 * writing it.
 */
function age(folder: string, seconds: number): void {
  fs.chmodSync(folder, 0o700);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) age(path, seconds);
    else {
      fs.chmodSync(path, 0o600);
      const time = Math.min(seconds, lastTimeIn(fs.readFileSync(path, 'latin1')));
      fs.utimesSync(path, time, time);
    }
  }
}

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Last time in a text, in Unix seconds; infinite for none. */
function lastTimeIn(text: string): number {
  const last = (text.match(ISO_TIME) ?? []).sort().at(-1);
  return last === undefined ? Number.POSITIVE_INFINITY : Date.parse(last) / 1000;
}
