import { expect, test } from 'vitest';
import type { Conversation, Transcript } from '../../src/model/conversation.ts';
import { paint } from '../../src/report/paint.ts';
import type { TranscriptView } from '../../src/report/show/entries.ts';
import { transcriptMarkdown } from '../../src/report/show/markdown.ts';

const conversation: Conversation = {
  kind: 'fnord',
  root: '/r',
  project: 'a_b',
  id: 'x',
  path: '/r/x.json',
  format: 'v1',
  state: 'active',
  readable: true,
  timestamp: 0,
  createdAt: null,
  updatedAt: 0,
  title: '# <b>',
  messages: 2,
  bytes: 3,
};
const PAGE: TranscriptView = {
  all: false,
  full: false,
  verbose: false,
  prompts: false,
  everything: false,
  part: null,
  follow: false,
  paint: paint(false),
  width: 80,
  clock: null,
  cwd: null,
  version: () => '',
  command: () => '',
};
const nothing = { source: '{}' };

function markdown(messages: Transcript['messages']): string {
  return [
    ...transcriptMarkdown(
      conversation,
      { messages, metadata: nothing, memory: { source: ' [ ] ' }, tasks: nothing },
      { ...PAGE, companions: [], findings: [], healed: [] },
    ),
  ].join('\n');
}

test('a fence is longer than any run of backticks in it', () => {
  const text = markdown([
    { index: 0, at: '/messages/0', role: 'tool', type: 'tool_output', text: 'a ````` b', hidden: false },
  ]);
  expect(text).toContain('``````\na ````` b\n``````');
});

test('hundreds of thousands of runs of backticks are counted like one', () => {
  const text = '` '.repeat(400_000);
  expect(markdown([{ index: 0, at: '', role: 'tool', type: 'tool_output', text, hidden: false }])).toContain(
    '```\n` `',
  );
});

test('titles and names do not act as Markdown, and empty sections are left out', () => {
  const text = markdown([]);
  expect(text).toContain('# \\# \\<b\\>');
  expect(text).toContain('project a\\_b');
  expect(text).not.toContain('metadata');
  expect(text).not.toContain('memory');
});

test('a single text that was passed to a tool reads as it is, without quotes and escapes', () => {
  const patch = '*** Begin Patch\n+one "1"\n*** End Patch';
  const text = markdown([
    {
      index: 0,
      at: '/0',
      role: 'assistant',
      type: 'tool_call',
      name: 'exec',
      text: null,
      arguments: JSON.stringify(patch),
      hidden: false,
    },
  ]);
  expect(text).toContain(`\n\`\`\`\n${patch}\n\`\`\`\n`);
});
