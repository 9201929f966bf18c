import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import type { Message, View } from '../../src/model/conversation.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { gemini } from '../../src/stores/gemini/index.ts';
import { removeTree } from '../support/folders.ts';

const RECORDED = new URL('../../fixtures/gemini/recorded/', import.meta.url);
/** The day for which recorded files were written, so that none is old. */
const DAY = '2026-11-28';
const FOLDER = '/srv/ada/rose';
const NOW = Date.parse(`${DAY}T12:00:00Z`) / 1000;

/** A store, and what Gemini CLI 0.61.0 did with it. */
interface Recorded {
  readonly id: string;
  readonly listed: boolean;
  /** Files that its next start deleted. */
  readonly deleted: readonly string[];
  /** Messages that it sent when it went on; null where it refused to. */
  readonly sent: readonly (readonly [role: string, texts: readonly string[]])[] | null;
  /** By their paths; each character is a byte. */
  readonly files: Readonly<Record<string, string>>;
}

const cases = readdirSync(RECORDED).map((name) => name.replace(/\.json$/, ''));

describe.each(cases)('%s', (name) => {
  const recorded: Recorded = JSON.parse(readFileSync(new URL(`${name}.json`, RECORDED), 'utf8'));

  test('is listed, sent and deleted as by the program', async () => {
    const { views, sent } = await read(recorded);
    const active = views.filter(({ path }) => path.includes('/chats/session-'));
    const doomed = active.filter(({ daysLeft }) => daysLeft != null && daysLeft <= 0).map(({ path }) => path);
    expect(doomed.sort()).toEqual(recorded.deleted.map((path) => path.replaceAll('@DAY@', DAY)).sort());
    const listed = active.some((view) => isListed(view) && !doomed.includes(view.path));
    expect(listed).toBe(recorded.listed);
    if (recorded.sent !== null) expect(sent).toEqual(saidIn(recorded.sent));
  });
});

/** In the folder in which the program was asked. */
function isListed({ readable, hidden, cwd }: View): boolean {
  return readable && hidden === null && (cwd ?? FOLDER) === FOLDER;
}

/** The texts that were sent, each result once, without what was asked to see them, and without parts that have no words. */
function saidIn(sent: NonNullable<Recorded['sent']>): string[] {
  const said: string[] = [];
  const results = new Set<string>();
  for (const text of sent.flatMap(([, texts]) => texts)) {
    if (text === 'And now?' || text.startsWith('[The previous response')) continue;
    if (text.startsWith('inline ') || text.startsWith('{')) continue;
    const [, tool] = /^((?:call|result) \S+) #/.exec(text) ?? [];
    if (text.startsWith('result ') && results.has(text)) continue;
    if (text.startsWith('result ')) results.add(text);
    said.push(tool ?? text);
  }
  return said;
}

function wordOf({ type, name, text }: Message): string {
  if (type === 'tool_call') return `call ${name}`;
  return type === 'tool_output' ? `result ${name}` : `${text}`;
}

async function read({ files, id }: Recorded) {
  const root = mkdtempSync(join(tmpdir(), 'convostore-gemini-'));
  onTestFinished(() => removeTree(root));
  for (const [path, text] of Object.entries(files)) {
    const to = join(root, path.replaceAll('@DAY@', DAY));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, Buffer.from(text.replaceAll('@DAY@', DAY), 'latin1'));
  }
  const site = { kind: 'gemini', root, shape: 'home', scope: null, file: null } as const;
  const views: View[] = [];
  let sent: string[] = [];
  for await (const event of survey({ disk: nodeDisk(), kinds: [gemini], sites: [site] }, everythingAt(NOW))) {
    if (event.type !== 'document') continue;
    const { document } = event;
    for (const view of document.conversations) {
      views.push(view);
      const isAsked = view.hidden === null && files[view.path.replaceAll(DAY, '@DAY@')]?.includes(id);
      if (isAsked) sent = [...document.transcript(view.path).messages].filter(({ hidden }) => !hidden).map(wordOf);
    }
  }
  return { views, sent };
}
