import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root, type Value } from '../../../../src/codecs/json/value.ts';
import { ATTACHMENTS, asideIn, OWN_NOTES, textsIn } from '../../../../src/stores/claude/read/asides.ts';
import { blocksOf, commandSaid } from '../../../../src/stores/claude/read/blocks.ts';

function recordIn(record: unknown): Value {
  return root(scan(Buffer.from(JSON.stringify(record)))) as Value;
}

function attached(attachment: unknown): (string | null)[] {
  return asideIn(recordIn({ type: 'attachment', attachment })).map(({ text }) => text);
}

function noticed(record: object): (string | null)[] {
  return asideIn(recordIn({ type: 'system', ...record })).map(({ role, text }) => `${role}: ${text}`);
}

function spoken(record: object, content: unknown): string[] {
  return blocksOf(recordIn({ type: 'user', ...record, message: { role: 'user', content } })).map(
    ({ source = 'user', words, text }) => `${source}: ${words ?? text}`,
  );
}

test('the page says of each type of attachment, and of each note of the system, where its words go', () => {
  const page = readFileSync(new URL('../../../../docs/formats/claude.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('### Where the words of a record go');
  for (const type of [...Object.keys(ATTACHMENTS), ...OWN_NOTES]) expect(table).toContain(`\`${type}\``);
});

describe('attachments have their words', () => {
  test.each([
    [
      {
        type: 'file',
        displayPath: 'plan.txt',
        content: { type: 'text', file: { filePath: '/a', content: 'two pears' } },
      },
      'file plan.txt\ntwo pears',
    ],
    [
      { type: 'file', displayPath: 'n.ipynb', content: { type: 'notebook', file: { cells: [{ source: 'count()' }] } } },
      'file n.ipynb\ncount()',
    ],
    [
      {
        type: 'file',
        displayPath: 'plan.pdf',
        content: { type: 'pdf', file: { filePath: '/a', base64: '', originalSize: 539 } },
      },
      'file plan.pdf\n539 bytes, which the session does not hold',
    ],
    [{ type: 'directory', path: '/srv/ada', content: 'pear.txt', displayPath: 'ada' }, 'directory ada\npear.txt'],
    [
      { type: 'mcp_resource', server: 'orchard', uri: 'tree://pear', content: { contents: [{ text: 'a tree' }] } },
      'mcp resource orchard tree://pear\na tree',
    ],
    [
      {
        type: 'mcp_resource',
        server: 'orchard',
        uri: 'tree://pear',
        content: {
          contents: [
            { mimeType: 'text/plain', blob: Buffer.from('two plums').toString('base64') },
            { mimeType: 'font/otf', blob: 'AAD/gA==' },
          ],
        },
      },
      'mcp resource orchard tree://pear\ntwo plums\n[font/otf, 4 bytes]',
    ],
    [
      { type: 'hook_blocking_error', hookName: 'Stop', blockingError: { blockingError: 'not yet', command: 'x' } },
      'hook blocking error Stop\nnot yet',
    ],
    [
      { type: 'hook_success', hookName: 'SessionStart', content: 'rain', stdout: 'rain' },
      'hook success SessionStart\nrain',
    ],
    [{ type: 'never_heard_of', inner: [{ note: 'some words' }] }, 'never heard of\nsome words'],
  ])('%j', (attachment, text) => expect(attached(attachment)).toEqual([text]));

  test('and what a hook printed beside its message is a hidden note', () => {
    const [said, printed, ...others] = asideIn(
      recordIn({ type: 'attachment', attachment: { type: 'hook_success', content: 'rain', stdout: '{"a":"wind"}' } }),
    );
    expect([said?.text, said?.isOwn, printed?.text, printed?.isOwn, others]).toEqual([
      'hook success\nrain',
      undefined,
      '{"a":"wind"}',
      true,
      [],
    ]);
  });

  test('a picture is one', () => {
    const content = { type: 'image', file: { base64: 'iVBORw0KGgo=', type: 'image/png' } };
    const [said] = asideIn(
      recordIn({ type: 'attachment', attachment: { type: 'file', displayPath: 'p.png', content } }),
    );
    expect(said).toMatchObject({ type: 'image', text: 'file p.png', pictures: [{ bytes: 8 }] });
  });

  test.each([{ type: 'skill_listing', content: 'x' }, { type: 'hook_success', content: '', stdout: '{}' }, {}, null])(
    'and a note of the program, a silent hook or a damaged one is none: %j',
    (attachment) => expect(attached(attachment)).toEqual([]),
  );
});

test('texts thousands of levels deep are read in their order', () => {
  const deep = `{"type":"name","a":["b",${'{"a":['.repeat(50_000)}"c"${']}'.repeat(50_000)},"d"],"e":"f"}`;
  expect([...textsIn(root(scan(Buffer.from(deep))))]).toEqual(['b', 'c', 'd', 'f']);
});

describe('notes of the system', () => {
  test("a blocked question is the user's, its reason the program's", () => {
    const content = 'UserPromptSubmit operation blocked by hook:\nno pears\n\nOriginal prompt: buy pears';
    expect(noticed({ subtype: 'informational', content })).toEqual([
      'user: buy pears',
      'system: UserPromptSubmit operation blocked by hook:\nno pears',
    ]);
  });

  test('a subtype that is not known is heard', () => {
    expect(noticed({ subtype: 'new_one', content: 'a notice' })).toEqual(['system: a notice']);
    expect(noticed({ subtype: 'stop_hook_summary', stopReason: 'tea' })).toEqual(['system: stop hook summary\ntea']);
    expect(noticed({ subtype: 'turn_duration', content: 'x' })).toEqual([]);
  });

  test("a command is the user's, what it said the program's", () => {
    expect(commandSaid('<command-name>/rename</command-name><command-args>pears</command-args>')).toMatchObject({
      words: '/rename pears',
    });
    expect(commandSaid('<local-command-stdout>done</local-command-stdout>')).toMatchObject({
      source: 'program',
      words: 'done',
    });
    expect(commandSaid('done')).toMatchObject({ source: 'program' });
  });
});

describe('who spoke is what the record says', () => {
  const typed = { origin: { kind: 'human' }, promptSource: 'typed' };
  test.each([
    [typed, '<system-reminder>mine</system-reminder>', 'user: <system-reminder>mine</system-reminder>'],
    [typed, '[Request interrupted by user]', 'user: [Request interrupted by user]'],
    [{ rowSource: 'local' }, 'Commands are in the form', 'program: Commands are in the form'],
    [{ rowSource: 'local' }, '<bash-input>ls</bash-input>', 'user: ! ls'],
    [{ rowSource: 'local', promptSource: 'sdk' }, 'pears', 'user: pears'],
    [{ promptSource: 'system' }, 'pears', 'program: pears'],
    [{}, '<system-reminder>its</system-reminder>', 'program: its'],
    [{}, 'pears', 'user: pears'],
  ])('%j %s', (record, content, said) => expect(spoken(record, content)).toEqual([said]));
});

test('a document in a question has its title, its context and its text', () => {
  const source = { type: 'text', media_type: 'text/plain', data: 'two pears' };
  const [said] = blocksOf(
    recordIn({ type: 'user', message: { content: [{ type: 'document', title: 'a', context: 'b', source }] } }),
  );
  expect(said?.text).toBe('a\nb\ntwo pears');
});
