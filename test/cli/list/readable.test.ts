import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';

/** There are hundreds of fixtures of these. */
const isOfMany = (kind: string) => kind === 'claude' || kind === 'codex';
const SESSIONS = ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'pi'];

interface Told {
  readonly id: string;
  readonly path: string;
  readonly readable: boolean;
  readonly resume: string | null;
}

for (const kind of SESSIONS)
  test(`${kind}: a list with counts says of each conversation what show says of it: whether it is read, and how it goes on`, async () => {
    const other: string[] = [];
    let unread = 0;
    for (const name of oneIn(isOfMany(kind) ? 15 : 3, readdirSync(`fixtures/${kind}`), SESSIONS.indexOf(kind))) {
      const root = `${process.cwd()}/fixtures/${kind}/${name}/before`;
      if (!existsSync(root)) continue;
      const at = `--kind ${kind} --root ${root} --json`;
      const { conversations }: { conversations: Told[] } = JSON.parse((await call(`list ${at}`)).stdout || NOTHING);
      for (const { id, path, readable, resume } of conversations) {
        const { stdout } = await call(['show', id, ...at.split(' ')]);
        const { conversation: shown }: { conversation?: Told } = JSON.parse(stdout);
        if (shown?.path !== path) continue;
        if (!readable) unread++;
        if (shown.readable !== readable || shown.resume !== resume) other.push(`${name} ${id}`);
      }
    }
    expect(other).toEqual([]);
    expect(unread).toBeGreaterThan(0);
  });

const NOTHING = '{"conversations":[]}';
