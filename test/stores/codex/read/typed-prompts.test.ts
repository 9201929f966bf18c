import { expect, test } from 'vitest';
import { recordedScene } from '../../../judge/codex/scenes/recorded.ts';
import { convo, homeWith } from '../home.ts';

const GONE = '01a22157-0000-7000-8000-000000000001';

interface Said {
  readonly index: number;
  readonly role: string;
  readonly text: string;
  readonly time: string;
  readonly marks?: readonly string[];
}

const prompt = (session_id: string, text: string, time: string) =>
  `${JSON.stringify({ session_id, ts: Date.parse(time) / 1000, text })}\n`;

/** A recorded thread, and a history that has its questions, one that it lacks, a bare command, and one of a lost thread. */
async function homeOf(scene: string) {
  const { files } = recordedScene(scene);
  const plain = homeWith(files);
  const { id } = (await convo(plain, 'list --all')).conversations[0];
  const said: readonly Said[] = (await convo(plain, `show ${id} --all`)).conversation.messages;
  const asked = said.filter(({ role }) => role === 'user');
  const [{ time } = { time: '' }] = asked;
  const told = asked.map(({ text }) => prompt(id, text, time));
  const untold = [prompt(id, 'zhnever taken up', time), prompt(id, '/status', time), prompt(GONE, 'zhgone', time)];
  return { root: homeWith({ ...files, 'history.jsonl': [...told, ...untold].join('') }), id, said };
}

test.each(['queued', 'queued-legacy', 'rewind'])(
  '%s: a prompt that only the history has is shown where it was typed, and found',
  async (scene) => {
    const { root, id, said } = await homeOf(scene);
    const now: readonly Said[] = (await convo(root, `show ${id} --all`)).conversation.messages;
    const more = now.filter(({ marks = [] }) => marks.includes('only in history.jsonl'));
    expect(more.map(({ role, text }) => [role, text])).toEqual([['user', 'zhnever taken up']]);
    expect(now).toHaveLength(said.length + 1);
    const { matches } = await convo(root, 'grep zhnever');
    expect(matches.map((each: { messages: readonly Said[] }) => each.messages[0]?.index)).toEqual([more[0]?.index]);
    expect((await convo(root, 'find taken up')).answers[0].conversation.id).toBe(id);
  },
);

test('a prompt that mentions a skill, whose path the history has too, is shown once', async () => {
  const { files } = recordedScene('pictures');
  const { id } = (await convo(homeWith(files), 'list --all')).conversations[0];
  const typed = (text: string) => prompt(id, text, '2026-11-28T00:00:00Z');
  const told = typed('Ask [$zuskill](/home/ada/skills/zuskill/SKILL.md) zumore [Image #1]');
  const root = homeWith({ ...files, 'history.jsonl': told + typed('Ask [$zuother](/home/ada/SKILL.md) zumore') });
  const said: readonly Said[] = (await convo(root, `show ${id} --all`)).conversation.messages;
  const more = said.filter(({ marks = [] }) => marks.includes('only in history.jsonl'));
  expect(more.map(({ text }) => text)).toEqual(['Ask [$zuother](/home/ada/SKILL.md) zumore']);
});

test('prompts of a thread whose rollout is gone are found, and listed as lost', async () => {
  const { root } = await homeOf('queued');
  const { matches } = await convo(root, 'grep zhgone');
  expect(matches.map((each: { conversation: { id: string; hidden: string } }) => each.conversation)).toMatchObject([
    { id: GONE, hidden: 'lost' },
  ]);
  expect((await convo(root, 'list --lost')).lost).toMatchObject([{ id: GONE, prompts: [{ text: 'zhgone' }] }]);
});

test('a fork before a prompt that only the history has, behind all others, keeps the whole thread', async () => {
  const { root, id, said } = await homeOf('queued');
  const late = homeWith({
    ...recordedScene('queued').files,
    'history.jsonl': prompt(id, 'zhlate', '2030-01-01T00:00:00Z'),
  });
  const now: readonly Said[] = (await convo(late, `show ${id} --all`)).conversation.messages;
  expect(now.at(-1)).toMatchObject({ index: said.length, text: 'zhlate' });
  const whole = await convo(root, `fork ${id} --dry-run`);
  const cut = await convo(late, `fork ${id} --at ${said.length} --dry-run`);
  expect(cut.after).toEqual(whole.after);
  expect(cut.items[0].state).toBe('changed');
});
