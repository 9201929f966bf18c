import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { companionsOf } from '../../../../src/stores/rao/read/companions.ts';
import { type Files, openFiles } from '../open-folder.ts';

function sections(files: Files): Record<string, unknown> {
  const folder = openFiles(files).active;
  if (folder === null) throw new Error('no folder');
  return Object.fromEntries(
    companionsOf(folder).map(({ key, value, lines }) => [key, [JSON.parse(value.source), lines]]),
  );
}

test('a folder without companions has none', () => expect(sections({ 'conversation_log.json': '[]' })).toEqual({}));

test('a removed file can be got back from its change', () => {
  const removed = {
    id: 1,
    conversation_id: 5,
    timestamp: '2025-06-28 10:00:00',
    action: 'remove',
    file_path: 'old.R',
    previous_content: 'a\n"b"\n',
  };
  expect(sections({ 'file_changes.json': JSON.stringify({ changes: [removed] }, null, 2) })).toEqual({
    file_changes: [[removed], ['1: remove old.R (at message 5, 2025-06-28 10:00:00)']],
  });
});

test('of torn files what is whole is there', () => {
  expect(
    sections({
      'file_changes.json': '{"changes":[{"id":1,"action":"create","file_path":"a.R"},{"id":2,"act',
      'conversation_diffs.json': '{"diffs":{"2":{"diff_data":[{"type":"added"}]},"7":{"diff',
      'summaries.json': '{"summaries":{"1":{"query_number":1,"summary_text":"One."},"2":{"que',
    }),
  ).toEqual({
    file_changes: [[{ id: 1, action: 'create', file_path: 'a.R' }], ['1: create a.R']],
    conversation_diffs: [{ 2: { diff_data: [{ type: 'added' }] } }, ['call 2: +1 -0']],
    summaries: [{ 1: { query_number: 1, summary_text: 'One.' } }, ['question 1: One.']],
  });
});

test('of diffs under both keys the one that R sees is shown, and what only the older key has', () => {
  const old = { 2: { diff_data: [] }, 9: { diff_data: [] } };
  const diffs = { 2: { diff_data: [{ type: 'deleted' }] } };
  const file = JSON.stringify({ diffs_by_msg_id: old, diffs });
  expect(sections({ 'conversation_diffs.json': file })).toEqual({
    conversation_diffs: [{ ...diffs, 9: { diff_data: [] } }, ['call 2: +0 -1', 'call 9: +0 -0']],
  });
});

test('tables are shown as they stand: what is quoted is text, what is bare is what R makes of it', () => {
  expect(
    sections({
      'script_history.tsv': "filename\torder\tconversation_index\nit's.R\t1\t3\n007\t2\tNA\n",
      'message_buttons.csv': '"message_id","buttons_run"\n2,TRUE\n"3",FALSE\n',
      'attachments.csv':
        '"timestamp","message_id","file_path","file_id","vector_store_id"\n"2025-06-28 09:50:43",1,"a, ""b"".txt","file-1",""\n',
      'images.csv':
        '"timestamp","message_id","file_path","local_path","filename"\n2025-06-28,"","/x/fig.png","/y/fig.png","fig.png"\n',
    }),
  ).toEqual({
    script_history: [
      [
        { filename: "it's.R", order: 1, conversation_index: 3 },
        { filename: '007', order: 2, conversation_index: null },
      ],
      undefined,
    ],
    message_buttons: [
      [
        { message_id: 2, buttons_run: true },
        { message_id: '3', buttons_run: false },
      ],
      undefined,
    ],
    attachments: [
      [
        {
          timestamp: '2025-06-28 09:50:43',
          message_id: 1,
          file_path: 'a, "b".txt',
          file_id: 'file-1',
          vector_store_id: '',
        },
      ],
      undefined,
    ],
    images: [
      [
        {
          timestamp: '2025-06-28',
          message_id: '',
          file_path: '/x/fig.png',
          local_path: '/y/fig.png',
          filename: 'fig.png',
        },
      ],
      undefined,
    ],
  });
});

test('plots are told by their names, and a state of a summary as it stands, backups too', () => {
  expect(
    sections({
      plots: null,
      'plots/plots_2.json': '{"plot_20250628_121954":"iVBORw0K"}',
      'plots/other.json': '{',
      'background_summarization.json': '{"request_id":"summary_1_2","process_id":{}}',
      'background_summarization.json_backup_20250628_095000': '{}',
    }),
  ).toEqual({
    background_summarization: [
      {
        'background_summarization.json': { request_id: 'summary_1_2', process_id: {} },
        'background_summarization.json_backup_20250628_095000': {},
      },
      undefined,
    ],
    plots: [
      [
        { file: 'plots/plots_2.json', callId: 2, plots: ['plot_20250628_121954'] },
        { file: 'plots/other.json', callId: null, plots: [] },
      ],
      ['call 2: plot_20250628_121954', 'call unknown: '],
    ],
  });
});

test('variables are told as far as they can be read', () => {
  expect(sections({ 'conversation_vars.rds': gzipSync('no R data') })).toMatchObject({
    conversation_vars: [{ broken: expect.any(String) }, undefined],
  });
});

test("Erdos' files are shown whole; a broken one is null", () => {
  expect(
    sections({ 'conversation_vars.json': '{"n":12345678901234567890}', 'code_links.json': '{"4":[' }),
  ).toMatchObject({
    conversation_vars: [{ n: 12345678901234567000 }, undefined],
    code_links: [null, undefined],
  });
});
