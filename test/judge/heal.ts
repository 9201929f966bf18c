import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RecordedCase } from './cases.ts';

/** What `convo heal` makes of a session that stands at `place` below a home of its own. */
export async function heal(place: string, { session, bytes }: RecordedCase, how: 'healed' | 'lossy'): Promise<Buffer> {
  const home = mkdtempSync(join(tmpdir(), 'convostore-judge-'));
  try {
    const file = join(home, place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    // Long ago: what was written a moment ago may be in use.
    utimesSync(file, LONG_AGO, LONG_AGO);
    await runConvo(['heal', session, ...(how === 'lossy' ? ['--lossy'] : []), '--yes', '--root', home]);
    return readFileSync(file);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Seconds since 1970. */
export const LONG_AGO = 1_790_000_000;
/** Healed; something is left or refused; refused for safety. */
const EXPECTED = [0, 1, 4];

/** What the built program prints; throws for an exit code that is not expected. */
export async function runConvo(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join('bin', 'convo.js'), ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (!EXPECTED.includes(status))
    throw new Error(`convo ${words[0]} exited ${status}: ${stderr || stdout.slice(-500)}`);
  return stdout;
}
