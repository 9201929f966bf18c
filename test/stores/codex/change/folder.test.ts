import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { homeWith } from '../home.ts';
import { fileOf, TIME } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const PATH = fileOf(ID, '30');
const linesOf = (...records: readonly object[]) =>
  records.map((record) => `${JSON.stringify({ timestamp: TIME, ...record })}\n`).join('');

const ASKED = { type: 'event_msg', payload: { type: 'user_message', message: 'How deep?' } };
const CALLED = {
  type: 'response_item',
  payload: {
    type: 'function_call',
    name: 'shell',
    arguments: '{"command":["ls"],"workdir":"/srv/ada/beds"}',
    call_id: 'c',
  },
};
const META = { id: ID, timestamp: TIME, originator: 'codex', cli_version: '1', source: 'cli' };

async function healed(text: string, ...words: readonly string[]) {
  const root = homeWith({ [PATH]: text });
  const { exit, stdout } = await call(['heal', ID, '--lossy', '--yes', ...words, '--root', root, '--no-config']);
  const after = readFileSync(join(root, PATH), 'utf8');
  const [first = ''] = after.split('\n');
  return { exit, stdout, isAsBefore: after === text, cwd: JSON.parse(first).payload.cwd };
}

const LACKING = {
  'a first record that is lost': [ASKED],
  'one without its folder': [{ type: 'session_meta', payload: META }, ASKED],
};

test.each(Object.entries(LACKING))('%s gets the folder of its calls', async (_, records) => {
  expect(await healed(linesOf(...records, CALLED))).toMatchObject({ exit: 0, cwd: '/srv/ada/beds' });
});

test.each(Object.entries(LACKING))('%s is left as it is where nothing names a folder', async (_, records) => {
  const { isAsBefore, stdout } = await healed(linesOf(...records));
  expect(isAsBefore).toBe(true);
  expect(stdout).toContain('names its folder nowhere: give it with --cwd DIR [CX10');
  expect(stdout).toMatch(new RegExp(`next: convo .*heal ${ID} --lossy --cwd DIR --dry-run\n`));
});

test.each(Object.entries(LACKING))('%s gets the one that is given, and its own before that', async (_, records) => {
  expect(await healed(linesOf(...records), '--cwd', '/srv/bo')).toMatchObject({ exit: 0, cwd: '/srv/bo' });
  expect(await healed(linesOf(...records, CALLED), '--cwd', '/srv/bo')).toMatchObject({ cwd: '/srv/ada/beds' });
});

describe('a thread of 2025 that is migrated', () => {
  const HEADER = { id: ID, timestamp: TIME, instructions: null };
  const QUESTION = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'How deep?' }] };
  const migrated = async (records: readonly object[], ...words: readonly string[]) => {
    const root = homeWith({ [PATH]: records.map((record) => `${JSON.stringify(record)}\n`).join('') });
    const { stdout } = await call(['migrate', ID, '--yes', ...words, '--root', root, '--no-config']);
    const [line = ''] = readFileSync(join(root, PATH), 'utf8').split('\n');
    const first = JSON.parse(line);
    return { stdout, first, cwd: first.payload?.cwd };
  };

  test('gets the folder of its calls', async () => {
    expect((await migrated([HEADER, QUESTION, CALLED.payload])).cwd).toBe('/srv/ada/beds');
  });

  test('is left as it is where nothing names one, and the refusal says how to give it', async () => {
    const { stdout, first } = await migrated([HEADER, QUESTION]);
    expect(first).toEqual(HEADER);
    expect(stdout).toContain('names its folder nowhere: give it with --cwd DIR [CX108]');
    expect(stdout).toMatch(new RegExp(`next: convo .*migrate ${ID} --cwd DIR --dry-run\n`));
    expect((await migrated([HEADER, QUESTION], '--cwd', '/srv/bo')).cwd).toBe('/srv/bo');
  });
});
