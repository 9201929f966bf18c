import { describe, expect, test } from 'vitest';
import { bytesSource, type Part } from '../../../../src/model/part.ts';
import { Weights } from '../../../../src/model/stats.ts';
import { tallyFile, weighCompanions } from '../../../../src/stores/claude/read/tally.ts';
import { openFile } from '../../../../src/stores/claude/session-file.ts';
import { recordedCases } from '../../../judge/cases.ts';
import { oneIn } from '../../../support/sampling.ts';

const PART = { path: 'a.jsonl', type: 'file', bytes: null, digest: () => '', mtime: 0, mode: 0o600 } as const;

function weighed(bytes: Uint8Array, beside: readonly Part[] = []) {
  const into = new Weights();
  const file: Part = { ...PART, role: 'session', size: bytes.length, source: bytesSource(bytes) };
  weighCompanions(beside, into);
  tallyFile(openFile(file, { id: 'a', role: 'session' }), {
    contents: into,
    said: () => undefined,
    answered: () => undefined,
    knows: () => false,
  });
  return into.all();
}

const lines = (...texts: string[]) => Buffer.from(texts.map((text) => `${text}\n`).join(''));
const sizes = (bytes: Uint8Array) =>
  Object.fromEntries(weighed(bytes).map((each) => [each.type ?? each.what, each.bytes]));

describe('where the bytes of a session go', () => {
  test('each byte is counted once, whatever the damage', () => {
    const wrong = oneIn(9, recordedCases('claude')).filter(
      ({ bytes }) => weighed(bytes).reduce((all, each) => all + each.bytes, 0) !== bytes.length,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('of a message each block, the rest of its record, and the copy of a result', () => {
    const text = '{"type":"text","text":"Look"}';
    const call = '{"type":"tool_use","id":"toolu_01","name":"Read","input":{}}';
    const thinking = '{"type":"thinking","thinking":"","signature":"c2ln"}';
    const image = '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}';
    const result = `{"type":"tool_result","tool_use_id":"toolu_01","content":[${text},${image}]}`;
    const copy = '{"file":{"base64":"AAAA"}}';
    const bytes = lines(
      '\u{feff}{"parentUuid":null,"type":"user","message":{"role":"user","content":"Look"}}',
      `{"parentUuid":"1","message":{"content":[${thinking},${text},${call}, 7]},"type":"assistant"}`,
      `{"parentUuid":"2","message":{"content":[${result}]},"type":"user","toolUseResult":${copy}}`,
    );
    const held = {
      text: '"Look"'.length + text.length,
      thinking: thinking.length,
      'tool-calls': call.length,
      'tool-results': result.length - image.length,
      images: image.length,
      'other-blocks': 1,
      'result-copies': copy.length,
    };
    const rest = Object.values(held).reduce((sum, size) => sum - size, bytes.length);
    expect(sizes(bytes)).toEqual({ ...held, 'message-fields': rest });
  });

  test('records that are no messages by their type, copies of requests together, and what is no record', () => {
    const bytes = lines(
      '{"type":"api-request","id":"1"}',
      '{"type":"api-request-blob","hash":"2"}',
      '{"parentUuid":null,"attachment":{"type":"model"},"type":"attachment"}',
      '{"type":"mode","mode":"normal"}',
      '{"sessionId":"1","type":"mode"}',
      '{"type":"user","message":"Hi"}',
      '{"type":7}',
      'torn"}',
      '',
    );
    expect(weighed(bytes)).toEqual([
      { what: 'request-copies', type: null, bytes: 71, count: 2 },
      { what: 'attachments', type: null, bytes: 70, count: 1 },
      { what: 'records', type: 'mode', bytes: 64, count: 2 },
      { what: 'message-fields', type: null, bytes: 31, count: 1 },
      { what: 'no-record', type: null, bytes: 19, count: 3 },
    ]);
  });

  test('files beside a session by their sizes', () => {
    const [agent, companion] = [
      { ...PART, role: 'agent', size: 5 },
      { ...PART, role: 'companion', size: 5 },
    ];
    expect(weighed(Buffer.alloc(0), [agent, companion, companion])).toEqual([
      { what: 'companions', type: null, bytes: 10, count: 2 },
      { what: 'subagents', type: null, bytes: 5, count: 1 },
    ]);
  });

  test('types by the thousand are told together after 200', () => {
    const bytes = lines(...Array.from({ length: 3000 }, (_, n) => `{"type":"new-${n}"}`));
    const all = weighed(bytes);
    expect(all).toHaveLength(201);
    expect(all[0]).toMatchObject({ what: 'records', type: null, count: 2800 });
  });
});
