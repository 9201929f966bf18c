import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { KindName } from '../../src/model/kinds.ts';
import { plantedSecrets } from '../ops/secrets/planted.ts';
import { removeTree } from '../support/folders.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const secret = plantedSecrets(5).get('github-pat') ?? '';
const TIME = '2026-03-14T10:00:00.000Z';

type Envelope = (n: number, type: string, words: object, last: Record<string, string>) => object;

const uuid = (n: number) => `ee00000${n}-0000-4000-8000-000000000000`;

/** A sound session, and its records as the program would write one of a later type behind it. */
const SESSIONS: Readonly<Partial<Record<KindName, readonly [path: string, envelope: Envelope]>>> = {
  claude: [
    'projects/-srv-ada-bakery/0cadc5a4-70c4-4ed3-a4de-53cff6f65bab.jsonl',
    (n, type, words, { sessionId, uuid: parentUuid }) => ({
      ...{ type, uuid: uuid(n), parentUuid, sessionId, timestamp: TIME },
      ...words,
    }),
  ],
  codex: [
    'sessions/2026/01/28/rollout-2026-01-28T10-28-50-019c0426-12d0-7964-8711-bb2f4733149b.jsonl',
    (_, type, words) => ({ timestamp: TIME, type, payload: words }),
  ],
  gemini: [
    'tmp/orchard/chats/session-2026-05-04T09-30-1a2b3c4d.jsonl',
    (n, type, words) => ({ id: `m${n}`, timestamp: TIME, type, ...words }),
  ],
  qwen: [
    'projects/-srv-ada-barn/chats/5e6f7081-92a3-4ebf-8031-4c5d6e7f8091.jsonl',
    (n, type, words, { sessionId, cwd, uuid: parentUuid }) => ({
      ...{ uuid: uuid(n), parentUuid, sessionId, cwd, timestamp: TIME, type },
      ...words,
    }),
  ],
  copilot: [
    'session-state/6f708192-a3b4-4c5d-8e6f-708192a3b4c5/events.jsonl',
    (n, type, words, { id: parentId }) => ({ id: uuid(n), parentId, timestamp: TIME, type, data: words }),
  ],
  pi: [
    'sessions/--tmp--/2026-03-16T09-26-53-589Z_019cec1a-7a05-7000-8000-000000000002.jsonl',
    (n, type, words, { id: parentId }) => ({ id: `ee00000${n}`, parentId, timestamp: TIME, type, ...words }),
  ],
};

const SAID = /later_note\b.*quince one.*later_deed\b.*quince two/s;

test.each(oneIn(2, Object.entries(SESSIONS)))(
  '%s: records of a type that is not known are shown as such, found, and searched for secrets',
  async (kind, [path, envelope]) => {
    const root = mkdtempSync(join(tmpdir(), 'convo-unknown-'));
    onTestFinished(() => removeTree(root));
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    cpSync(join(fixtures, kind, 'store', path), file);
    const last = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '');
    const records = [
      envelope(1, 'later_note', { text: 'quince one' }, last),
      envelope(2, 'later_deed', { inner: { notes: [{ words: `quince two ${secret}` }] } }, last),
    ];
    appendFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const convo = (...words: string[]) => call([...words, '--root', root]);
    const found = (await convo('grep', 'quince')).stdout;
    expect(found).toMatch(SAID);
    const shown = (await call(['show', '--root', file, '--all'])).stdout;
    expect(shown).toMatch(SAID);
    expect((await convo('secrets')).stdout).toContain('github-pat');
    const pages = mkdtempSync(join(tmpdir(), 'convo-unknown-'));
    onTestFinished(() => removeTree(pages));
    expect((await convo('export', '--all', '--to', 'markdown', '--redact', '--output', pages)).exit).not.toBe(2);
    const text = readdirSync(pages).map((name) => readFileSync(join(pages, name), 'utf8'));
    expect(text.join('\n')).toContain('quince two');
    expect(text.join('\n')).not.toContain(secret);
  },
);
