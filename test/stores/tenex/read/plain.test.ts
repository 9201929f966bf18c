import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tenexFaults } from '../../../../src/stores/tenex/checks/document/faults.ts';
import { remarksOn } from '../../../../src/stores/tenex/checks/document/remarks.ts';
import { decodeTenex } from '../../../../src/stores/tenex/read/decoded.ts';
import { conversationIssues } from '../../../../src/stores/tenex/read/schema.ts';
import { runs } from '../../../support/sampling.ts';
import { fileCases } from '../fixture-store.ts';

/** What is told of a plain document is what all checks find; answers whether this is one. */
function isPlain(bytes: Uint8Array): boolean {
  const document = decodeTenex(bytes);
  if (!document.plain() || document.body === null) return false;
  const ask = { events: 2, elements: 2, now: 1e9 };
  expect([...conversationIssues(document.body)]).toEqual([]);
  expect([...tenexFaults(document)]).toEqual([]);
  expect([...remarksOn(document, ask)]).toEqual([...remarksOn({ ...document, plain: () => false }, ask)]);
  return true;
}

test('of the documents that TENEX loads, some are plain', () => {
  const plain = fileCases().filter(({ bytes }) => isPlain(bytes));
  expect(plain.length).toBeGreaterThan(10);
  expect(plain.map(({ expected }) => expected.load)).toEqual(plain.map(() => 'ok'));
});

test('a document with any finding is not plain', () => {
  const some = (usual: string, ...others: readonly string[]) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const extra = some('', '"extra":1,', '"__proto__":1,', '"id":"y",', '"history":[],', '"agentContexts":{"a":1},');
  const phase = some('"chat"', '"PLAN"', '"review"', '1');
  const number = some('1', '1e400', '12345678901234567', '-1', '0.1e1', 'null');
  const text = some('"t"', '"\\ud800"', '"\u00e9"', '"\u0000"', '"\xff"', 'null');
  const parts = fc.tuple(
    ...[extra, text, phase, extra, number, extra, text, extra, phase, number, extra, phase, extra, number],
  );
  const source = parts.map(
    ([a, title, type, b, place, c, any, d, from, time, e, turn, f, total]) =>
      `{${a}"id":"x","title":${title},"phase":${type},"history":["[]","{}"],` +
      `"agentStates":{"a":{${b}"lastProcessedMessageIndex":${place}}},"metadata":{${c}"any":${any}},` +
      `"phaseTransitions":[{${d}"from":${from},"to":"plan","message":"m","timestamp":${time},"agentPubkey":"k","agentName":"n"}],` +
      `"orchestratorTurns":[{${e}"turnId":"t","timestamp":1,"phase":${turn},"agents":[],"completions":[{${f}"agent":"a","message":"m"}],"isCompleted":true}],` +
      `"executionTime":{"totalSeconds":${total},"isActive":true,"lastUpdated":1}}`,
  );
  let plain = 0;
  fc.assert(
    fc.property(source, fc.boolean(), (each, isNarrow) => {
      if (isPlain(Buffer.from(each, isNarrow ? 'latin1' : 'utf8'))) plain++;
    }),
    runs(4000),
  );
  expect(plain).toBeGreaterThan(runs(4000).numRuns / 4);
});
