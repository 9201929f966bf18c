import { describe, expect, test } from 'vitest';
import { again, codesOf, drawn, folder, healed } from './healing.ts';

const QUESTION = '{"id":1,"role":"user","content":"q","original_query":true}';
const ANSWER = '{"id":2,"role":"assistant","content":"a","related_to":1}';
const call = (source: string, name = 'read_file') =>
  `{"id":2,"role":"assistant","function_call":{"name":"${name}","arguments":${source},"call_id":"c","msg_id":2},"related_to":1}`;
/** What Rao writes beside the log when it begins a conversation. */
const BEGUN = { 'message_buttons.csv': '"message_id","buttons_run"\n', 'script_history.tsv': 'filename\torder\n' };
const lossy = (log: string) => healed(folder(log), { lossy: true });

describe('the bytes of a log', () => {
  test('lose marks, stray commas and bare numbers, and nothing else', () => {
    const log = `\ufeff[ ${QUESTION} ,\n{"id":2,"role":"assistant","content":"NaN,]","n":[NaN,-Infinity,1.0e2,],},\t]\n`;
    expect(healed(folder(log)).log).toBe(
      `[ ${QUESTION} ,\n{"id":2,"role":"assistant","content":"NaN,]","n":["NaN","-Inf",1.0e2]}\t]\n`,
    );
  });

  test('keep every whole message before a cut, and tell what is lost', () => {
    const result = lossy(`[${QUESTION},${ANSWER},{"id":3,"role":"user","con`);
    expect(result.log).toBe(`[${QUESTION},${ANSWER}]\n`);
    expect(result.notes.join()).toMatch(/keeps 2 whole entries, and leaves out 27 bytes .* entry 3 is cut and lost/);
    expect(lossy(`[${QUESTION},\0\0\0`).log).toBe(`[${QUESTION}]\n`);
  });

  test('are left alone when no message is whole, because an empty log would be wiped', () => {
    expect(lossy('[{"id":1,"role":"us').outcome).toMatchObject({ state: 'refused', codes: ['RA056'] });
  });

  test('that are none become an empty log, only when asked', () => {
    expect(healed(folder('', BEGUN)).reason).toBe('conversation_log.json is empty: needs --lossy');
    expect(healed(folder('', BEGUN), { lossy: true }).log).toBe('[]\n');
    expect(healed(folder('\0\0\0\0', BEGUN), { lossy: true }).log).toBe('[]\n');
  });

  test('that are none take the folder with them, when nothing else is in it', () => {
    expect(lossy('').steps).toMatchObject([{ do: 'remove', what: 'folder', path: 'conversations/conversation_1' }]);
    expect(lossy('').outcome).toMatchObject({ change: { codes: ['RA001', 'RA402'] } });
  });

  test('of a second document go, and its size is told', () => {
    const result = lossy(`[${QUESTION}]\n[${QUESTION},${ANSWER}]`);
    expect(result.log).toBe(`[${QUESTION}]\n`);
    expect(result.notes.join()).toContain('a second one with 2 whole entries among them');
  });

  test('that are not JSON otherwise, or no text, are refused', () => {
    expect(lossy('[{"id":1 "role":"user"}]').reason).toMatch(/^conversation_log.json is not JSON: .* cannot read it$/);
    const latin1 = Buffer.from('[{"id":1,"role":"user","content":"\xe9"}]', 'latin1');
    expect(healed({ 'conversation_log.json': latin1 }, { lossy: true }).state).toBe('refused');
  });
});

describe('the root', () => {
  test('null and an empty object become the empty list they are read as', () => {
    expect(healed(folder('null\n', BEGUN)).log).toBe('[]\n');
    expect(healed(folder(' { } ', BEGUN)).log).toBe(' [] ');
  });

  test('one message, or one list of messages, is put in order', () => {
    expect(lossy(`${QUESTION}\n`).log).toBe(`[${QUESTION}]\n`);
    expect(lossy(`{"log": [ ${QUESTION} ]}`).log).toBe(`[ ${QUESTION} ]`);
  });

  test.each([`{"a":1}`, `{"messages":[${QUESTION}],"title":"t"}`, '{"messages":[1]}', '{"messages":[]}'])(
    '%s is refused',
    (log) => {
      expect(lossy(log).reason).toContain('neither a message nor a single list of messages');
    },
  );
});

describe('items', () => {
  test('that are no messages go, each told', () => {
    const result = lossy(`[null,${QUESTION},"x",[1]]`);
    expect(result.log).toBe(`[${QUESTION}]`);
    expect(result.notes).toHaveLength(3);
  });

  test('stay when no message would be left', () => {
    expect(lossy('["a","b"]').reason).toContain('holds no message at all');
  });
});

describe('ids', () => {
  test('that are text become numbers, with their own msg_id', () => {
    const log = `[{"id":"1","role":"user","content":"q"},{"id":"2","role":"assistant","function_call":{"name":"read_file","arguments":"{}","call_id":"c","msg_id":"2"},"related_to":1}]`;
    expect(healed(folder(log)).log).toBe(log.replaceAll(/"(id|msg_id)":"(\d)"/g, '"$1":$2'));
  });

  test('that are missing are the one their call names, or one that fits between their neighbours', () => {
    const named = `[${QUESTION},${call('"{}"').replace('"id":2,', '')},{"id":5,"role":"user","content":"z","related_to":2}]`;
    expect(healed(folder(named)).log).toContain('{"id":2,"role":"assistant","function_call"');
    const missed = `[${QUESTION},{"role":"assistant","content":"x"},{"id":9,"role":"assistant","content":"y","related_to":7}]`;
    expect(healed(folder(missed)).log).toContain('{"id":7,"role":"assistant","content":"x"}');
  });

  test('that are in a list come out of it', () => {
    const log = (id: string) => `[${QUESTION},{"id":${id},"role":"user","content":"x"}]`;
    expect(healed(folder(log('[7]'))).log).toBe(log('7'));
    expect(healed(folder(log('[1]'))).log).toBe(log('2'));
  });

  test('that are missing do not become one that a companion names', () => {
    const log = `[${QUESTION},{"id":{},"role":"assistant","content":"x"},{"id":9,"role":"user","content":"y"}]`;
    const more = {
      'message_buttons.csv': '"message_id","buttons_run"\n2,TRUE\n',
      'attachments.csv':
        '"timestamp","message_id","file_path","file_id","vector_store_id"\n"2025-01-01 00:00:00",3,"a","f","v"\n',
      'plots/plots_4.json': '{}',
    };
    expect(healed(folder(log, more)).log).toContain('{"id":5,"role":"assistant","content":"x"}');
  });

  test('that are missing come last where nothing is free, and at the end of the log', () => {
    const result = healed(
      folder(`[${QUESTION},{"role":"user","content":"x"},${ANSWER},{"role":"user","content":"z"}]`),
    );
    expect(JSON.parse(result.log).map(({ id }: { id: number }) => id)).toEqual([1, 4, 2, 3]);
    expect(result.notes.join()).toContain('gives the message at /1 the id 4: Rao shows it last');
  });
});

describe('values', () => {
  test('arguments become text of their own source', () => {
    const source = '{ "z" : 1.0,\n "a":[1e5, "\\u00e9"] }';
    const log = healed(folder(`[${QUESTION},${call(source)}]`)).log;
    expect(JSON.parse(log)[1].function_call.arguments).toBe(source);
    expect(log).toContain(`"arguments":${JSON.stringify(source)},"call_id"`);
  });

  test('torn arguments keep what is whole, spelled as it was', () => {
    const log = `[${QUESTION},${call('"{\\u0022filename\\": \\"é😀\\", \\"n\\": 12, \\"x\\": \\"ab"')}]`;
    expect(lossy(log).log).toBe(`[${QUESTION},${call('"{\\u0022filename\\": \\"é😀\\", \\"n\\": 12}"')}]`);
    expect(lossy(`[${QUESTION},${call('"{\\"file"')}]`).reason).toContain('of whose arguments none is whole');
  });

  test('boxed values come out of their lists', () => {
    const log = `[${QUESTION},${call('[ "{}" ]').replace('"c"', '["c"]')}]`;
    expect(healed(folder(log)).log).toBe(`[${QUESTION},${call('"{}"')}]`);
  });

  test('procedural becomes a boolean or goes', () => {
    const log = (source: string) => `[{"id":1,"role":"user","content":"q","procedural":${source},"x":1}]`;
    expect(healed(folder(log('"TRUE"'))).log).toBe(log('true'));
    expect(healed(folder(log('{}'))).log).toBe('[{"id":1,"role":"user","content":"q","x":1}]');
    expect(healed(folder(log('"maybe"'))).reason).toContain('neither true nor false');
  });

  test('related_to is the call of an output, and goes where it says nothing', () => {
    const output = (related: string) => `{"id":3,"type":"function_call_output","call_id":"c","output":"o"${related}}`;
    const edit = call('"{}"', 'edit_file');
    const before = `[${QUESTION},${edit},${output(',"related_to":{}')},{"id":4,"related_to":{},"role":"assistant","content":"c"},{"id":5,"role":"assistant","content":"d","related_to":"2"}]`;
    const after = `[${QUESTION},${edit},${output(',"related_to":2')},{"id":4,"role":"assistant","content":"c"},{"id":5,"role":"assistant","content":"d","related_to":2}]`;
    const result = healed(folder(before));
    expect(result.log).toBe(after);
    expect(drawn(folder(before)).at(-1)).toMatch(/^stops/);
    expect(drawn(again(result)).at(-1)).not.toMatch(/^stops/);
  });

  test('one answer of several that are pending stays', () => {
    const pending = (id: number) =>
      `{"id":${id},"role":"user","content":"Response pending...","related_to":2,"procedural":true}`;
    const log = `[${QUESTION},${call('"{}"', 'edit_file')},${pending(3)},${pending(4)}]`;
    const result = lossy(log);
    expect(result.log).toBe(`[${QUESTION},${call('"{}"', 'edit_file')},${pending(3)}]`);
    expect(result.outcome).toMatchObject({ before: { messages: 4 }, after: { messages: 3, toolCalls: 1 } });
  });
});

describe('a heal', () => {
  const mixed = folder(`\ufeff[${QUESTION},{"id":"2","role":"assistant","content":"a"},null]`);

  test('does only what is asked for', () => {
    expect(healed(mixed, { only: ['RA010'] }).log).toBe(
      `[${QUESTION},{"id":"2","role":"assistant","content":"a"},null]`,
    );
    expect(healed(mixed, { only: ['RA105'] }).log).toBe(
      `\ufeff[${QUESTION},{"id":2,"role":"assistant","content":"a"},null]`,
    );
    expect(healed(mixed, { only: ['RA002'] }).state).toBe('unchanged');
  });

  test('repairs a folder whole or not at all', () => {
    expect(healed(mixed).reason).toBe('conversation_log.json has null among its messages: needs --lossy');
    expect(healed(mixed, { lossy: true }).log).toBe(`[${QUESTION},{"id":2,"role":"assistant","content":"a"}]`);
  });

  test('leaves what Rao makes of R values, numbers and escapes as they are', () => {
    const log = `[${QUESTION},{"id":2,"role":"assistant","content":"\\u00e9\\/","start_line":{},"l":[],"n":"NA","f":1.0,"big":1e+15,"related_to":1,"related_to":9}]`;
    expect(healed(folder(log)).log).toBe(log.replace(',"related_to":9', ''));
  });

  test('of Rao itself is never needed', () => {
    expect(codesOf(folder(`[${QUESTION},${ANSWER}]\n`))).toEqual([]);
    expect(healed(folder(`[${QUESTION},${ANSWER}]\n`)).outcome).toMatchObject({ state: 'unchanged' });
  });
});

test('an id that is a text without a number becomes the one that fits, where nothing refers to it', () => {
  const lost = QUESTION.replace('1', '"dup"');
  expect(healed(folder(`[${lost},${ANSWER}]`)).log).toBe(`[${QUESTION},${ANSWER}]`);
  expect(healed(folder(`[${lost},${ANSWER.replace(':1}', ':"dup"}')}]`)).reason).toContain('messages refer to it');
});

test('a procedural mark in a list of one becomes that', () => {
  const marked = (mark: string) => `[${QUESTION.replace('}', `,"procedural":${mark}}`)},${ANSWER}]`;
  expect(healed(folder(marked('[false]'))).log).toBe(marked('false'));
  expect(healed(folder(marked('["TRUE"]'))).reason).toContain('neither true nor false');
});

describe('a role', () => {
  const of = (role: string) => healed(folder(`[${QUESTION},{"id":2,"role":${role},"content":"a","related_to":1}]`));

  test('that is empty goes, as R would have it', () => {
    for (const role of ['{}', '[ ]']) expect(of(role).log).toBe(`[${QUESTION},{"id":2,"content":"a","related_to":1}]`);
  });

  test('of two is left, since nobody can tell which', () => {
    expect(of('["user","assistant"]').reason).toContain('its meaning is unknown');
  });
});

test('a companion that begins with a number is not cut down to it', () => {
  const files = { 'conversation_diffs.json': '5 garbage' };
  expect(healed(folder(`[${QUESTION},${ANSWER}]`, files), { lossy: true }).reason).toContain('single value');
});
