import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import type { Message, View } from '../../src/model/conversation.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { qwen } from '../../src/stores/qwen/index.ts';
import { removeTree } from '../support/folders.ts';

const RECORDED = new URL('../../fixtures/qwen/recorded/', import.meta.url);
/** In the place of the day of the run. */
const DAY = '2026-11-28';
const FOLDER = '/srv/ada/rose';
const NOW = Date.parse(`${DAY}T12:00:00Z`) / 1000;

/** A store, and what Qwen Code 0.24.4 did with it. */
interface Recorded {
  readonly id: string;
  readonly listed: boolean;
  readonly title: string | null;
  /** Messages that it sent when it went on; null where it refused to. */
  readonly sent: readonly (readonly [role: string, texts: readonly string[]])[] | null;
  /** By their paths; each character is a byte. */
  readonly files: Readonly<Record<string, string>>;
}

const cases = readdirSync(RECORDED).map((name) => name.replace(/\.json$/, ''));

describe.each(cases)('%s', (name) => {
  const recorded: Recorded = JSON.parse(readFileSync(new URL(`${name}.json`, RECORDED), 'utf8'));

  test('is listed and sent as by the program', async () => {
    const { views, sent } = await read(recorded);
    const listed = views.find(isListed);
    expect(listed !== undefined).toBe(recorded.listed || recorded.title !== null);
    if (listed !== undefined) expect(listed.title ?? '').toBe(recorded.title);
    if (recorded.sent !== null) expect(sent).toBe(saidIn(recorded.sent));
  });
});

/** In the folder in which the program was asked. */
function isListed({ hidden, cwd = null }: View): boolean {
  return (hidden === null || hidden === 'other-id' || hidden === 'untitled') && cwd === FOLDER;
}

/** The texts that were sent, in one: parts of a record that is there twice are joined. Without thoughts, and what was asked to see them. */
function saidIn(sent: NonNullable<Recorded['sent']>): string {
  const said: string[] = [];
  for (const [role, [first = '', ...rest]] of sent) {
    if (role === 'tool' && rest[0]?.startsWith('Tool execution result was not recorded') !== true)
      said.push(`result ${first}`);
    if (role !== 'tool')
      said.push(...[first, ...rest].filter((text) => text !== 'And now?' && !text.startsWith('thought ')));
  }
  return joined(said.map((text) => /^call \S+/.exec(text)?.[0] ?? text));
}

/** Sorted within what is joined, because fragments of an answer come before its calls. */
function joined(texts: readonly string[]): string {
  return [...texts.join('')].sort().join('');
}

function wordOf({ type, name, callId, text }: Message): string {
  if (type === 'tool_call') return `call ${name}`;
  return type === 'tool_output' ? `result #${callId}` : `${text}`;
}

async function read({ files, id }: Recorded) {
  const root = mkdtempSync(join(tmpdir(), 'convostore-qwen-'));
  onTestFinished(() => removeTree(root));
  for (const [path, text] of Object.entries(files)) {
    const to = join(root, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, Buffer.from(text.replaceAll('@DAY@', DAY), 'latin1'));
  }
  const site = { kind: 'qwen', root, shape: 'home', scope: null, file: null } as const;
  const views: View[] = [];
  let sent = '';
  for await (const event of survey({ disk: nodeDisk(), kinds: [qwen], sites: [site] }, everythingAt(NOW))) {
    if (event.type !== 'document') continue;
    const { document } = event;
    for (const view of document.conversations) {
      views.push(view);
      if (!view.path.endsWith(`${id}.jsonl`)) continue;
      sent = joined([...document.transcript(view.path).messages].filter(({ hidden }) => !hidden).map(wordOf));
    }
  }
  return { views, sent };
}
