import { describe, expect, test } from 'vitest';
import { decodeFnord } from '../../../../src/stores/fnord/read/decode.ts';
import { normalStatus } from '../../../../src/stores/fnord/read/sections.ts';
import { v1 } from '../change/home.ts';
import { judgedAs } from '../read-error.ts';

const read = (text: string | Uint8Array) => judgedAs(decodeFnord(Buffer.from(text)));
const v0 = (body: string) => `1741953600:${body}`;

describe('tasks', () => {
  test.each([
    ['null', 'exception', 'exception'],
    ['[]', null, null],
    ['[1]', null, 'exception'],
    ['"x"', null, 'exception'],
    ['false', null, 'exception'],
    ['{"a":null}', null, null],
    ['{"a":{}}', null, null],
    ['{"a":{"tasks":{}}}', null, null],
    ['{"a":{"tasks":{"b":1}}}', 'exception', 'exception'],
    ['{"a":{"tasks":"x"}}', 'exception', 'exception'],
    ['{"a":[{"id":null,"data":null}]}', null, null],
    ['{"a":[{"id":1}]}', 'exception', 'exception'],
    ['{"a":[[]]}', 'exception', 'exception'],
    ['{"a":{"status":[]}}', 'exception', null],
    ['{"a":{"status":null}}', null, null],
  ])('%s give %s in v0 and %s in v1', (tasks, inV0, inV1) => {
    expect(read(v0(`{"tasks":${tasks}}`)).error).toBe(inV0);
    expect(read(v1(`"tasks":${tasks}`)).error).toBe(inV1);
  });

  test.each([
    ['{}', false],
    ['{"a":{"tasks":[],"description":null,"status":"planning"}}', false],
    ['{"a":{"tasks":[],"description":null,"status":"in-progress"}}', false],
    ['{"a":{"tasks":[],"description":null,"status":""}}', false],
    ['{"a":{"tasks":[],"description":null,"status":"blocked"}}', false],
    ['{"a":{"tasks":[],"description":null,"status":"Blocked"}}', true],
    ['{"a":{"tasks":[],"description":null,"status":"planned"}}', true],
    ['{"a":{"tasks":[],"status":"done"}}', true],
    ['{"a":{"description":null,"status":"done"}}', true],
    ['{"a":{"tasks":[],"description":null,"status":"done","status":"DONE"}}', false],
    ['{"a":{"tasks":[],"description":null,"status":"done"},"a":[]}', false],
    ['[]', true],
  ])('%s of v0 are rewritten: %s', (tasks, rewritten) => {
    expect(read(v0(`{"tasks":${tasks}}`)).rewritten).toBe(rewritten);
    expect(read(v1(`"tasks":${tasks}`)).rewritten).toBe(false);
  });
});

test.each([
  ['ΤΕΛΟΣ', 'τελοσ'],
  ['İ', 'i̇'],
  ['In Progress', 'in-progress'],
  ['FAILED', 'done'],
  [' done', ' done'],
  ['constructor', 'constructor'],
])('the status %j is healed to %j', (status, healed) => {
  expect(normalStatus(status)).toBe(healed);
});
