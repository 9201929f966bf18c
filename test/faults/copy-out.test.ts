import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { copyOut } from '../../src/io/disk/write-file.ts';
import { FAULTS, type Fault, faultyDisk } from '../support/faulty-disk.ts';
import { ModelDisk } from '../support/model-disk.ts';
import { clock } from '../support/small-store.ts';

const OLD = 'an older copy\n';
const NEW = 'a session that was cut short\n';
const [FROM, TO, ASIDE] = ['/store/session', '/kept/session', '/kept/session.aside'];

/** A session, and a copy of it that it does not continue. */
async function withOldCopy(): Promise<ModelDisk> {
  const disk = new ModelDisk(clock);
  for (const folder of ['/store', '/kept']) disk.mkdir(folder, 0o755);
  for (const [path, text] of [[FROM, NEW] as const, [TO, OLD] as const]) {
    const file = disk.create(path, 0o644);
    disk.write(file, Buffer.from(text));
    await disk.sync(file);
    disk.close(file);
  }
  for (const folder of ['/', '/store', '/kept']) await disk.sync(disk.open(folder));
  return disk;
}

function textAt(disk: WriteDisk, path: string): string | null {
  try {
    return Buffer.from(disk.read(path)).toString();
  } catch {
    return null;
  }
}

/** Every second thing that was not synced survives. */
function alternately(n: number): () => boolean {
  let at = n;
  return () => at++ % 2 === 0;
}

/** Whether nothing is lost: a copy is under its name, and the old one is under one of both names. */
function verdict(disk: WriteDisk): string {
  const [now, aside] = [textAt(disk, TO), textAt(disk, ASIDE)];
  if (now === OLD) return aside === null || aside === OLD ? 'as it was' : `beside the old copy is ${aside}`;
  return now === NEW && aside === OLD ? 'copied' : `the copy is ${now}, and set aside is ${aside}`;
}

test('a copy that sets an older one aside has both, or is as it was, wherever it fails or the power is cut', async () => {
  const whole = faultyDisk(await withOldCopy(), -1, 'halt');
  const digest = await copyOut(whole.disk, FROM, TO, ASIDE);
  expect(digest).toBe(createHash('sha256').update(NEW).digest('hex'));
  expect(verdict(whole.disk)).toBe('copied');
  const seen = new Set<string>();
  const strike = async (at: number, kind: Fault): Promise<void> => {
    const inner = await withOldCopy();
    const { disk } = faultyDisk(inner, at, kind);
    const made = await copyOut(disk, FROM, TO, ASIDE).catch(() => null);
    const cuts = [inner.cut('none'), inner.cut('all'), inner.cut(alternately(0)), inner.cut(alternately(1))];
    const states = kind === 'halt' ? cuts : [inner, ...cuts];
    for (const state of states) {
      seen.add(verdict(state));
      if (made !== null) expect(verdict(state), `${kind} at ${whole.names[at]}`).toBe('copied');
    }
    await copyOut(states[0] ?? inner, FROM, TO, ASIDE);
    expect(verdict(states[0] ?? inner)).not.toMatch(/^the copy is/);
  };
  for (const kind of FAULTS) for (let at = 0; at < whole.calls(); at++) await strike(at, kind);
  expect([...seen].sort()).toEqual(['as it was', 'copied']);
});

test('where no hard links can be made an older copy is renamed aside', async () => {
  const inner = await withOldCopy();
  const disk = new Proxy(inner, {
    get: (target, key) => {
      const call: unknown = Reflect.get(target, key);
      if (key === 'link') return () => target.link(FROM, '/elsewhere/no');
      return typeof call === 'function' ? call.bind(target) : call;
    },
  });
  inner.apart = (path) => path.startsWith('/elsewhere');
  await copyOut(disk, FROM, TO, ASIDE);
  expect(verdict(inner)).toBe('copied');
});

test('a copy in new folders is there, or is not, wherever it fails or the power is cut', async () => {
  const to = '/kept/2026/11/session';
  const whole = faultyDisk(await withOldCopy(), -1, 'halt');
  await copyOut(whole.disk, FROM, to, null);
  for (const folder of ['/kept/2026', '/kept/2026/11']) expect(whole.disk.lstat(folder).mode & 0o777).toBe(0o700);
  const seen = new Set<string>();
  const strike = async (at: number, kind: Fault): Promise<void> => {
    const inner = await withOldCopy();
    const made = await copyOut(faultyDisk(inner, at, kind).disk, FROM, to, null).catch(() => null);
    for (const survives of ['none', 'all', alternately(0), alternately(1)] as const) {
      const copy = textAt(inner.cut(survives), to);
      seen.add(String(copy));
      if (made !== null) expect(copy, `${kind} at ${whole.names[at]}`).toBe(NEW);
    }
  };
  for (const kind of FAULTS) for (let at = 0; at <= whole.calls(); at++) await strike(at, kind);
  expect([...seen].sort()).toEqual([NEW, 'null']);
});
