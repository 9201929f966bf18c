import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root } from '../../../../src/codecs/json/value.ts';
import { EVENTS } from '../../../../src/stores/codex/read/items.ts';
import { metaFaults } from '../../../../src/stores/codex/read/meta.ts';

const META = {
  id: '01a22158-3769-7de1-b7a9-f71749228464',
  timestamp: '2026-11-28T08:49:12.000Z',
  cwd: '/srv/ada',
  originator: 'codex-tui',
  cli_version: '0.171.0',
};

/** What 0.171.0 answered to a thread that begins so: null where it read it. */
test.each([
  [{ base_instructions: { text: 'x', provenance: { type: 'model', model: 'gpt-5.5' } } }, null],
  [{ base_instructions: { text: 'x', provenance: { type: 'custom' } } }, null],
  [{ base_instructions: { text: 'x', provenance: null } }, null],
  [{ base_instructions: { text: 'x', provenance: 'custom' } }, 'base_instructions'],
  [{ base_instructions: { text: 'x', provenance: { type: 'config' } } }, 'base_instructions'],
  [{ base_instructions: { text: 'x', provenance: { type: 'model' } } }, 'base_instructions'],
  [{ runtime_workspace_roots: null }, null],
  [{ runtime_workspace_roots: ['/srv/ada', 'C:\\ada'] }, null],
  [{ runtime_workspace_roots: '/srv/ada' }, 'runtime_workspace_roots'],
  [{ runtime_workspace_roots: [null] }, 'runtime_workspace_roots'],
  [{ context_window: { window_id: 'w' } }, null],
  [{ context_window: { window_id: null } }, 'context_window'],
])('a first record with %j is read as the program reads it', (members, fault) => {
  const keys = metaFaults(root(scan(Buffer.from(JSON.stringify({ ...META, ...members })))));
  expect(keys[0] ?? null).toBe(fault);
});

test.each([
  [{ audio: null }, true],
  [{ local_audio: null }, false],
  [{ local_images: null }, false],
  [{ text_elements: null }, false],
  [{ images: null }, true],
])('a question with %j is read as the program reads it', (members, isRead) => {
  const event = JSON.stringify({ type: 'user_message', message: 'Which pears?', ...members });
  expect(EVENTS['user_message']?.(root(scan(Buffer.from(event))))).toBe(isRead);
});
