import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chat } from './chat.ts';

const hex = (seed: string) => createHash('sha256').update(seed).digest('hex');

/**
 * A TENEX project of this many conversations of about 40 KB, one in ten archived, with its index: ids are right, signatures are
 * as long as real ones. Answers the bytes of the conversation files. The same numbers give the same bytes.
 */
export function makeTenex(project: string, conversations: number): number {
  const folder = join(project, '.tenex', 'conversations');
  mkdirSync(join(folder, 'archive'), { recursive: true });
  const entries: unknown[] = [];
  let bytes = 0;
  for (let n = 0; n < conversations; n++) {
    const { id, document, entry } = conversation(n);
    const isArchived = n % 10 === 9;
    writeFileSync(join(folder, isArchived ? 'archive' : '', `${id}.json`), document);
    bytes += document.length;
    entries.push({ ...entry, archived: isArchived });
  }
  writeFileSync(join(folder, 'metadata.json'), JSON.stringify({ conversations: entries }, null, 2));
  return bytes;
}

function conversation(n: number) {
  const person = hex(`person ${n % 7}`);
  const agent = hex(`agent ${n % 5}`);
  const at = 1_754_000_000 + n * 60;
  const [first = '', ...others] = textsOf(n);
  const root = eventOf([0, person, at, 11, [['title', `Conversation ${n}`]], first]);
  const { id } = root;
  const tags = [
    ['E', id],
    ['llm-model', 'demo/model'],
    ['net-time', '5'],
  ];
  const replies = others.map((content, i) =>
    eventOf([0, i % 2 === 0 ? agent : person, at + 30 + i * 30, 1111, tags, content]),
  );
  const history = [root, ...replies].map(({ text }) => text);
  const title = `Conversation ${n}`;
  const phase = ['chat', 'plan', 'execute'][n % 3] ?? 'chat';
  const document = {
    id,
    title,
    phase,
    history,
    agentStates: { planner: { lastProcessedMessageIndex: history.length } },
    phaseStartedAt: at * 1000,
    metadata: { summary: title, branch: 'main' },
    phaseTransitions: [],
    orchestratorTurns: [],
    executionTime: { totalSeconds: 42, isActive: false, lastUpdated: at * 1000 },
  };
  const entry = { id, title, createdAt: at, updatedAt: at + 900.5, phase, eventCount: history.length, agentCount: 2 };
  return { id, document: Buffer.from(JSON.stringify(document, null, 2)), entry };
}

type Unsigned = readonly [0, string, number, number, readonly (readonly string[])[], string];

function eventOf(unsigned: Unsigned): { readonly id: string; readonly text: string } {
  const id = createHash('sha256').update(JSON.stringify(unsigned)).digest('hex');
  return { id, text: JSON.stringify([...unsigned, hex(id) + hex(`${id}.`), id]) };
}

/** Texts of about 1.5 KB, 23 KB together. */
function textsOf(n: number): string[] {
  const text = chat(n, 23_000, 'mixed').toString('utf8');
  return text.match(/[\s\S]{1,1500}/gu) ?? [];
}
