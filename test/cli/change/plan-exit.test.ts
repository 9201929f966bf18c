import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bareHome } from '../home-of-all.ts';

const CHATS = 'tmp/orchard/chats';
const SOUND = 'fixtures/gemini/GM103-several-records-are-on-one-line/before';
const TORN = 'fixtures/gemini/GM013-a-session-in-one-document-is-torn/before';

test('apply exits 0 where all of a plan was done, and heal 1 where it leaves an error', async () => {
  const { at, convo } = bareHome();
  const chats = at(join('.gemini', CHATS));
  mkdirSync(chats, { recursive: true });
  copyFileSync(
    join(SOUND, CHATS, 'session-2026-05-04T09-30-1a2b3c4d.jsonl'),
    join(chats, 'session-2026-05-04T09-30-1a2b3c4d.jsonl'),
  );
  copyFileSync(
    join(TORN, CHATS, 'session-2026-05-04T09-30-1a2b3c4d.json'),
    join(chats, 'session-2026-05-04T09-30-5e6f7081.json'),
  );
  const plan = at('heal.plan');
  const exits: (readonly [string, number])[] = [
    ['heal --dry-run', 1],
    [`heal --plan-out ${plan}`, 0],
    [`apply ${plan} --dry-run`, 0],
    [`apply ${plan} --yes`, 0],
    ['undo --yes', 0],
    ['heal --yes', 1],
  ];
  for (const [line, exit] of exits) expect([line, (await convo(line)).exit]).toEqual([line, exit]);
  expect((await convo('help exit-codes')).stdout.replace(/\s+/g, ' ')).toContain('so does `apply`');
});
