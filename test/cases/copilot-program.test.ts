import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import type { Message, View } from '../../src/model/conversation.ts';
import { type Code, ruleOf } from '../../src/model/finding.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { copilot } from '../../src/stores/copilot/index.ts';
import { removeTree } from '../support/folders.ts';

const RECORDED = new URL('../../fixtures/copilot/recorded/', import.meta.url);
const ID = '69aac295-6e53-43a5-9c59-54cb2f60fa1d';
const FOLDER = '/home/ada/app';

/** A session, and what GitHub Copilot CLI 1.0.102 did with it. */
interface Recorded {
  readonly listed: boolean;
  readonly title: string | null;
  /** An editor could open it. */
  readonly editor: boolean;
  /** The program rewrote the file when it went on. */
  readonly rewritten: boolean;
  /** Messages that it sent when it went on; null where it refused to. */
  readonly sent: readonly Sent[] | null;
  /** By their names; each character is a byte. */
  readonly files: Readonly<Record<string, string>>;
}

type Sent = readonly [role: string, text: string, ...more: (string | readonly string[])[]];

const cases = readdirSync(RECORDED).map((name) => name.replace(/\.json$/, ''));

describe.each(cases)('%s', (name) => {
  const recorded: Recorded = JSON.parse(readFileSync(new URL(`${name}.json`, RECORDED), 'utf8'));

  test('is listed, loaded and sent as by the program', async () => {
    const { view, messages } = await read(recorded.files);
    const isListed = view.hidden === null && (view.cwd === FOLDER || recorded.files['workspace.yaml'] === undefined);
    expect(isListed).toBe(recorded.listed);
    if (isListed) expect(view.title).toBe(recorded.title);
    expect(view.readable).toBe(recorded.sent !== null);
    if (recorded.sent !== null) expect(texts(messages)).toEqual(sentTexts(recorded.sent));
  });

  test('has an error where the program refuses it, and a warning where it rewrites it', async () => {
    const { codes } = await read(recorded.files);
    const worst = codes.map((code) => ruleOf(code));
    if (recorded.sent === null) expect(worst.some(({ owner }) => owner === 'refuses')).toBe(true);
    else expect(worst.some(({ owner }) => owner === 'refuses')).toBe(false);
    if (recorded.rewritten) expect(worst.some(({ severity }) => severity !== 'info')).toBe(true);
    if (!recorded.editor) expect(worst.some(({ severity }) => severity !== 'info')).toBe(true);
  });
});

/** Sorted: the program puts a result behind its call, and joins answers that follow each other. */
function sentTexts(sent: readonly Sent[]): string[] {
  const said = sent.flatMap(([role, text, ...more]) => {
    // It gives a call of an id that was used another one.
    const calls = more.flatMap((each) =>
      typeof each === 'string' ? [] : each.map((id) => id.replace(OTHER, 'call_A1')),
    );
    if (role !== 'tool') return [text, ...calls];
    return /^(?:The execution of this tool|Tool execution was interrupted)/.test(text) ? [] : [`result ${text}`];
  });
  const words = said
    .filter((text) => text !== 'And now?')
    .map((text) => text.replace(SUMMARY, '').replace(COMMAND, ''));
  return [...words.join('')].sort();
}

const OTHER = /call_[0-9a-f]{32}$/;
const SUMMARY = /^Some of the conversation history.*/s;
const COMMAND = /^<user_shell_command_output>.*/s;

function texts(messages: readonly Message[]): string[] {
  const own = new Set(
    messages.filter(({ role, type }) => role === 'user' && type === 'tool_call').map(({ callId }) => callId),
  );
  const words = messages
    .filter(({ hidden, source, callId }) => hidden !== true && source !== 'summary' && !own.has(callId ?? ''))
    .map(({ type, callId, text }) => {
      if (type === 'tool_call') return `call ${callId}`;
      return type === 'tool_output' ? `result ${text}` : `${text}`;
    });
  return [...words.join('')].sort();
}

async function read(files: Recorded['files']) {
  const root = mkdtempSync(join(tmpdir(), 'convostore-copilot-'));
  onTestFinished(() => removeTree(root));
  const folder = join(root, 'session-state', ID);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), Buffer.from(text, 'latin1'));
  const site = { kind: 'copilot', root, shape: 'home', scope: null, file: null } as const;
  const found: { view: View; messages: Message[]; codes: Code[] }[] = [];
  for await (const event of survey(
    { disk: nodeDisk(), kinds: [copilot], sites: [site] },
    everythingAt(2_000_000_000),
  )) {
    if (event.type !== 'document') continue;
    const { document } = event;
    const codes = [...document.findings()].flatMap(({ code, consequences = [] }) => [
      code,
      ...consequences.map((each) => each.code),
    ]);
    for (const view of document.conversations)
      found.push({ view, messages: [...document.transcript(view.path).messages], codes });
  }
  const [one] = found;
  if (one === undefined) throw new Error('no session was found');
  return one;
}
