import { mkdtempSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { copyTree, removeTree } from '../../support/folders.ts';
import { type Called, call, type World } from '../call.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/fnord', import.meta.url));

/** Someone with a store at the usual place, who types one command line after the other. */
export interface Person {
  readonly home: string;
  /** The root of the store. */
  readonly store: string;
  /** Carries out a command line. */
  convo(line: string | readonly string[], more?: Omit<World, 'home'>): Promise<Called>;
  /** The same, as a whole document. */
  json(line: string, more?: Omit<World, 'home'>): Promise<Answer>;
}

interface Answer {
  readonly exit: number;
  // biome-ignore lint/suspicious/noExplicitAny: any document of the contract; the tests say what they look at
  readonly document: any;
}

/**
 * A person with a copy of a fixture of fnord (`store`, or a finding's `before`), and nothing else at home, where they are; all of
 * it saved last at `mtime`, in whole Unix seconds, where that is given.
 */
export function personWith(fixture: string, at = '.fnord', mtime?: number): Person {
  const home = mkdtempSync(join(tmpdir(), 'convostore-person-'));
  onTestFinished(() => removeTree(home));
  const store = join(home, at);
  copyTree(join(fixtures, fixture), store, { times: true });
  if (mtime !== undefined) setTimes(store, mtime);
  const world = worldOf();
  const convo = (line: string | readonly string[], more: Omit<World, 'home'> = {}) =>
    call(line, { home, cwd: home, ...world, ...more, over: { ...world.over, ...more.over } });
  return {
    home,
    store,
    convo,
    json: async (line, more) => {
      const { exit, stdout } = await convo(`${line} --json`, more);
      return { exit, document: JSON.parse(stdout) };
    },
  };
}

function setTimes(path: string, mtime: number): void {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) setTimes(join(path, name), mtime);
  utimesSync(path, mtime, mtime);
}

/** A world in which every new id is another, so that no two runs are named alike, and later ones sort behind. */
export function worldOf(): { readonly over: NonNullable<World['over']> } {
  let ids = 0;
  const newId = () => {
    ids++;
    const digits = ids.toString(16).padStart(4, '0');
    return `${digits}0000-0000-4000-8000-000000000000`;
  };
  return { over: { newId } };
}
