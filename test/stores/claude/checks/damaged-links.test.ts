import { expect, test } from 'vitest';
import { damagedFork } from '../../../../src/stores/claude/checks/damaged-links.ts';
import type { SessionFile } from '../../../../src/stores/claude/session-file.ts';
import { fileOf } from '../lines.ts';

const N = 300;
const uuid = (n: number) => `${String(n).padStart(8, '0')}-2222-4333-8444-555555555555`;

function record(n: number, parent: number | null, role = 'user', content: unknown = `m${n}`): string {
  const timestamp = new Date(1_779_300_000_000 + n * 1000).toISOString();
  const own = { parentUuid: parent === null ? null : uuid(parent), isSidechain: false, sessionId: uuid(0), timestamp };
  return JSON.stringify({ ...own, type: role, message: { id: `msg_${n}`, role, content }, uuid: uuid(n) });
}

/** How often numbers of an array are read while something works on a file. */
function readsOf(words: Int32Array<ArrayBuffer>) {
  const seen = { reads: 0, counted: words };
  seen.counted = new Proxy(words, {
    get: (of, key) => {
      seen.reads++;
      return Reflect.get(of, key);
    },
  });
  return seen;
}

function forkIn(file: SessionFile) {
  return damagedFork(file, file.history().chain);
}

test('a branch of a second program is walked once, however often the two wrote in turns', () => {
  const pairs = Array.from({ length: N }, (_, i) =>
    [2, 3].map((own) => record(2 * i + own, i === 0 ? 1 : 2 * i + own - 2)),
  );
  const file = fileOf(`${[record(1, null), ...pairs.flat()].join('\n')}\n`);
  let steps = 0;
  const links = file.links();
  const parentOf = links.parentOf.bind(links);
  links.parentOf = (n) => {
    steps++;
    return parentOf(n);
  };
  expect(forkIn(file)).toBe(null);
  expect(steps).toBeLessThan(10 * N);
});

test('the calls of an answer are looked up, and not sought among those of all answers', () => {
  const turns = Array.from({ length: N }, (_, i) => {
    const call = 4 * i + 2;
    const result = [{ type: 'tool_result', tool_use_id: `t${i}`, content: 'x' }];
    return [
      record(call, i === 0 ? 1 : call - 1, 'assistant', [{ type: 'tool_use', id: `t${i}`, name: 'Bash', input: {} }]),
      record(call + 1, call, 'user', result),
      record(call + 2, call + 1, 'assistant', [{ type: 'text', text: 'left' }]),
      record(call + 3, call, 'user', result),
    ];
  });
  const file = fileOf(`${[record(1, null), ...turns.flat()].join('\n')}\n`);
  file.history();
  const seen = readsOf(file.records().tools.n);
  file.records().tools.n = seen.counted;
  expect(forkIn(file)).toBe(null);
  expect(seen.reads).toBeGreaterThan(N);
  expect(seen.reads).toBeLessThan(100 * N);
});
