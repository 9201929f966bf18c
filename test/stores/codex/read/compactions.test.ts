import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { tree } from '../../../support/real-tree.ts';

const ID = '019a4e33-e458-7610-88eb-dbddc4158897';
const TIME = '2025-11-04T09:30:00.000Z';

const event = (type: string, more: object) => ({ type: 'event_msg', payload: { type, ...more } });
const asked = (message: string) => event('user_message', { message, images: [] });
const answered = (message: string) => event('agent_message', { message });
const item = (type: string, more: object) => ({ type: 'response_item', payload: { type, ...more } });
const sent = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

function homeWith(...records: readonly object[]): string {
  const root = tree();
  const meta = { id: ID, timestamp: TIME, cwd: '/srv/leeks', originator: 'codex_cli_rs', cli_version: '0.57.0' };
  mkdirSync(join(root, 'sessions/2025/11/04'), { recursive: true });
  writeFileSync(
    join(root, `sessions/2025/11/04/rollout-2025-11-04T09-30-00-${ID}.jsonl`),
    [{ type: 'session_meta', payload: meta }, ...records]
      .map((record) => `${JSON.stringify({ timestamp: TIME, ...record })}\n`)
      .join(''),
  );
  return root;
}

const TALK = [asked('How deep do leeks go?'), answered('One centimetre.'), asked('And carrots?'), answered('Less.')];

async function shown(root: string, ...words: readonly string[]): Promise<string> {
  return (await call(['show', ID, '--root', root, ...words])).stdout;
}

test('a compaction without an event is drawn before the next message, with how many the model has no longer', async () => {
  const history = [sent('And carrots?'), sent('A summary of all before.')];
  const root = homeWith(
    ...TALK,
    { type: 'compacted', payload: { message: '', replacement_history: history } },
    asked('And beans?'),
    answered('Four.'),
  );
  const text = await shown(root);
  expect(text.match(/── .* ──/g)).toEqual(['── 3 messages before this not sent any more: compacted ──']);
  expect(text.indexOf('compacted ──')).toBeGreaterThan(text.indexOf('Less.'));
  expect(text.indexOf('compacted ──')).toBeLessThan(text.indexOf('And beans?'));
  expect(await shown(root, '--markdown')).toContain('3 messages before this not sent any more: compacted');
});

test('a compaction without a history of its own leaves the model the questions', async () => {
  const root = homeWith(...TALK, { type: 'compacted', payload: { message: 'Of leeks.' } }, asked('And beans?'));
  expect(await shown(root)).toContain('── 2 messages before this not sent any more: compacted ──');
});

test('a search of the web that only its item tells of is a call, and one with an event before it is drawn once', async () => {
  const action = (query: string) => ({ type: 'search', query });
  const root = homeWith(
    asked('How deep do leeks go?'),
    item('web_search_call', { status: 'completed', action: action('leek depth') }),
    event('web_search_end', { call_id: 'ws_1', query: 'leek spacing', action: action('leek spacing') }),
    item('web_search_call', { status: 'completed', action: action('leek spacing') }),
    item('web_search_call', { status: 'completed', action: { type: 'open_page', url: 'https://leeks.example' } }),
    answered('One centimetre.'),
  );
  const text = await shown(root);
  expect(text.match(/^ {2}webSearch .*/gm)).toEqual([
    '  webSearch  leek depth   completed',
    '  webSearch  leek spacing   completed',
    '  webSearch  https://leeks.example   completed',
  ]);
  expect(await shown(root, '--markdown')).toContain('leek depth');
  const { stdout } = await call(['list', '--json', '--root', root]);
  expect(JSON.parse(stdout).conversations[0].messages).toBe(5);
});

/** Texts of the messages that are shown and marked as taken from the model. */
async function taken(...records: readonly object[]): Promise<readonly string[]> {
  const { messages } = JSON.parse(await shown(homeWith(...records), '--json')).conversation;
  return messages
    .filter(({ marks = [] }: { marks?: readonly string[] }) => marks.includes('not sent any more: taken back'))
    .map(({ text }: { text: string }) => text);
}

const begun = (turn_id: string) => event('task_started', { turn_id });
const ended = (turn_id: string) => event('task_complete', { turn_id, last_agent_message: null });
const turn = (id: string, question: string, answer: string) => [
  begun(id),
  asked(question),
  answered(answer),
  ended(id),
];
const back = (num_turns: number) => event('thread_rolled_back', { num_turns });
const LEEKS = turn('leeks', 'How deep do leeks go?', 'One centimetre.');
const CARROTS = turn('carrots', 'And carrots?', 'Less.');
const BEANS = turn('beans', 'And beans?', 'Four.');
const COMPACTED = [
  begun('short'),
  { type: 'compacted', payload: { message: '', replacement_history: [sent('And carrots?'), sent('A summary.')] } },
  event('context_compacted', {}),
  ended('short'),
];

/** As Codex 0.171.0 showed and sent them. */
test('turns without a question that are taken back take earlier ones from the model, which the program still shows', async () => {
  expect(await taken(...LEEKS, ...CARROTS, ...COMPACTED, back(1), ...BEANS)).toEqual(['And carrots?', 'Less.']);
  expect(await taken(...LEEKS, ...CARROTS, begun('none'), ended('none'), back(1))).toEqual(['And carrots?', 'Less.']);
  expect(await taken(...LEEKS, ...CARROTS, ...BEANS, ...COMPACTED, back(1), back(1))).toEqual([
    'And carrots?',
    'Less.',
  ]);
  expect(await taken(...LEEKS, ...CARROTS, ...COMPACTED, ...BEANS, back(1))).toEqual([]);
  expect(await taken(...LEEKS, ...CARROTS, ...BEANS, back(2))).toEqual([]);
});

test('a rollback that reaches behind a compaction undoes it', async () => {
  expect(await shown(homeWith(...LEEKS, ...CARROTS, ...COMPACTED, back(1), ...BEANS))).not.toContain('compacted ──');
  expect(await shown(homeWith(...LEEKS, ...CARROTS, ...COMPACTED, ...BEANS, back(1)))).toContain('compacted');
});

test('of a turn with two questions a rollback by one leaves the earlier question to the model', async () => {
  const steered = [begun('both'), asked('And carrots?'), answered('Less.'), asked('And peas?'), ended('both')];
  expect(await taken(...LEEKS, ...steered, back(1), ...COMPACTED, back(1))).toEqual([]);
});
