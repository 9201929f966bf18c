import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import type { Message, View } from '../../src/model/conversation.ts';
import { type Code, ruleOf } from '../../src/model/finding.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { pi } from '../../src/stores/pi/index.ts';
import { removeTree } from '../support/folders.ts';

const RECORDED = new URL('../../fixtures/pi/recorded/', import.meta.url);
const NAME = '2026-11-28T01-23-41-426Z_01a21fc0-3af1-7149-ac2c-22ea7f423475.jsonl';
const PROJECT = '--home-ada-app--';

/** A session, and what Pi 1.6.0 did with it. */
interface Recorded {
  readonly listed: boolean;
  readonly title: string | null;
  /** Messages, as the picker counts them. */
  readonly count: number | null;
  /** Messages that it sent when it went on; null where it did not find the session by the id of its name, or ended. */
  readonly sent: readonly Sent[] | null;
  /** Each character is a byte. */
  readonly file: string;
}

type Sent = readonly [role: string, text: string, ...more: (string | readonly string[])[]];

const cases = readdirSync(RECORDED).map((name) => name.replace(/\.json$/, ''));

describe.each(cases)('%s', (name) => {
  const recorded: Recorded = JSON.parse(readFileSync(new URL(`${name}.json`, RECORDED), 'utf8'));

  test('is listed, counted and sent as by the program', async () => {
    const { view, messages, codes } = await read(recorded.file);
    const { hidden = null } = view;
    expect(hidden === null || hidden === 'other-id' || hidden === 'untitled').toBe(recorded.listed);
    const counted = view.readable ? recorded.count : null;
    if (recorded.listed) expect([view.title, view.messages]).toEqual([recorded.title, counted]);
    if (recorded.sent !== null)
      expect(messages.flatMap(wordsOf).join('')).toBe(recorded.sent.flatMap(sentWords).join(''));
    else expect(view.readable && hidden === null).toBe(false);
    if (!recorded.listed) expect(codes.some((code) => ruleOf(code).severity === 'error')).toBe(true);
  });
});

/** In the place of a result of which the program sends nothing. */
const NO_OUTPUT = '(no tool output)';

/** Without thoughts, results that the program makes up, and halves of characters. */
function sentWords([role, text, ...more]: Sent): string[] {
  if (role === 'tool') return text === 'No result provided' ? [] : [`result ${text.trim().replace(NO_OUTPUT, '')} `];
  const calls = more.flatMap((each) => (typeof each === 'string' ? [] : each.map((call) => `${call} `)));
  return text === '' ? calls : [`${role} ${text} `, ...calls];
}

function wordsOf({ hidden, role, type, text, callId }: Message): string[] {
  if (hidden) return [];
  if (type === 'tool_call') return [`call ${callId} `];
  return type === 'tool_output' ? [`result ${text?.trim()} `] : [`${role} ${text?.replace('\ud83d', '')} `];
}

async function read(file: string) {
  const root = mkdtempSync(join(tmpdir(), 'convostore-pi-'));
  onTestFinished(() => removeTree(root));
  const folder = join(root, 'sessions', PROJECT);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, NAME), Buffer.from(file, 'latin1'));
  const site = { kind: 'pi', root, shape: 'home', scope: null, file: null } as const;
  const found: { view: View; messages: Message[]; codes: Code[] }[] = [];
  for await (const event of survey({ disk: nodeDisk(), kinds: [pi], sites: [site] }, everythingAt(2_000_000_000))) {
    if (event.type !== 'document') continue;
    const { document } = event;
    const codes = [...document.findings()].map(({ code }) => code);
    for (const view of document.conversations)
      found.push({ view, messages: [...document.transcript(view.path).messages], codes });
  }
  const [one] = found;
  if (one === undefined) throw new Error('no session was found');
  return one;
}
