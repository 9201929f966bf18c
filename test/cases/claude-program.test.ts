import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../src/codecs/edit.ts';
import type { Message } from '../../src/model/conversation.ts';
import { ruleOf } from '../../src/model/finding.ts';
import type { Part } from '../../src/model/part.ts';
import { decideClaude } from '../../src/stores/claude/change/decide.ts';
import { judgeClaude } from '../../src/stores/claude/checks/judge.ts';
import type { ClaudeDocument } from '../../src/stores/claude/document.ts';
import { beginClaude } from '../../src/stores/claude/index.ts';
import type { NotChanged, UnitChange } from '../../src/stores/decision.ts';
import { decidingScope } from '../../src/stores/define-kind.ts';
import type { Document } from '../../src/stores/kind.ts';
import { type RecordedCase, recordedCases } from '../judge/cases.ts';
import { ask } from '../stores/ask.ts';
import { isThorough, oneIn } from '../support/sampling.ts';

const cases = recordedCases('claude');
const named = (name: string) => cases.find((each) => each.name === name) as RecordedCase;

/** A session alone in its store, written long ago. */
async function opened({ session: id }: RecordedCase, bytes: Buffer): Promise<ClaudeDocument & Document> {
  const path = `projects/-home-ada-app/${id}.jsonl`;
  const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
  const part = {
    path,
    role: 'session',
    type: 'file',
    size: bytes.length,
    mtime: 1,
    source,
    bytes: null,
    digest: () => '',
  };
  const site = { kind: 'claude', root: '/home/ada/.claude', shape: 'home', scope: null, file: null } as const;
  const scope = { name: '-home-ada-app', site, shared: [], now: 2_000_000_000, signatures: false };
  const session = decidingScope(beginClaude(scope), judgeClaude, null);
  return session.open({ id, parts: [part as unknown as Part] }) as ClaudeDocument & Document;
}

/** What the program itself puts into a request, and what a recording leaves out. */
const MADE =
  /^(?:No response requested\.|\(no content\)|\[Tool use interrupted|\[Image removed|\[Orphaned tool result|And now\?|<system-reminder>|<task-notification>|The user sent a new message while)/;

type Sent = readonly (readonly [role: string, type: string, what: string])[];

/** Thinking of another model is left out of a request, so it is not compared; nor are blocks that say nothing. */
const COMPARED = new Set(['text', 'tool_use', 'tool_result', 'image']);

function comparable(all: Sent): string[] {
  return all
    .filter(([, type, what]) => COMPARED.has(type) && !(type === 'text' && (what.trim() === '' || MADE.test(what))))
    .map(([role, type, what]) => `${role} ${type} ${type === 'image' ? '' : what.trim().replaceAll('\ufffd', '?')}`);
}

function recorded({ answer: { sent } }: RecordedCase): string[] {
  const all = (sent ?? []).flatMap(([role, blocks]) =>
    // To a reader a document is a picture of another kind.
    blocks.map(([type = '', what = '']) => [role, type === 'document' ? 'image' : type, what] as const),
  );
  return comparable(all);
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'text',
  reasoning: 'thinking',
  tool_call: 'tool_use',
  tool_output: 'tool_result',
  image: 'image',
};

/** What `show` has as sent, in the form of the recordings. */
function shown(document: Document): string[] {
  const [view] = document.conversations;
  if (view === undefined) return [];
  const all = [...document.transcript(view.path).messages].filter(isSent).map(inShort);
  return comparable(all);
}

/** What is shown beside the messages, such as what was attached, is not compared. */
function isSent({ hidden, at, marks = [] }: Message): boolean {
  return !hidden && !marks.includes('not sent') && !at.endsWith('/attachment');
}

function inShort({ at, role, type, text, callId }: Message): Sent[number] {
  const what = TYPES[type] ?? 'other';
  // The program puts its own words around it, and a recording may leave it out for them.
  if (what === 'text' && at.includes('/attachment/')) return ['user', what, ''];
  const said = Buffer.from(
    Array.from(text ?? '')
      .slice(0, 40)
      .join(''),
  ).toString();
  return [role === 'assistant' ? 'assistant' : 'user', what, what === 'text' ? said : (callId ?? '')];
}

/** A crash before anything is sent. */
const OTHERWISE = new Set(['damage/failed-result-holds-null']);
/** The last call of a session is closed with a result that the program makes up. */
function withMadeResults(mine: readonly string[], theirs: readonly string[]): string[] {
  const missing = theirs.filter((each) => each.startsWith('user tool_result') && !mine.includes(each));
  return theirs.filter(
    (each) => !missing.includes(each) || !mine.includes(each.replace('user tool_result', 'assistant tool_use')),
  );
}

/** Of what the versions of the program wrote in one scene that of one in six in the check, of others for the next scene. */
const sceneOf = ({ name }: RecordedCase) => (name.startsWith('written/') ? name.replace(/\/[\d.]+\//, '/') : name);
const tried = [...new Set(cases.map(sceneOf))].flatMap((scene, n) => {
  const all = cases.filter((each) => sceneOf(each) === scene);
  return oneIn(Math.min(6, all.length), all, n);
});

describe.each(tried.filter(({ name }) => !OTHERWISE.has(name)))('$name', (one) => {
  test('is shown as the program sends it when it goes on', async () => {
    const mine = shown(await opened(one, one.bytes));
    const theirs = recorded(one);
    if (one.answer.sent === null) expect(mine).toEqual([]);
    else expect(mine.toSorted()).toEqual(withMadeResults(mine, theirs).toSorted());
  });
});

test.each(['real/088', 'damage/calls-beside-the-chain-behind', 'damage/calls-beside-the-chain-first'])(
  'the calls of one answer in %s are shown in the order in which they are sent',
  async (name) => {
    const calls = (all: readonly string[]) => all.filter((each) => each.includes(' tool_use '));
    expect(calls(shown(await opened(named(name), named(name).bytes)))).toEqual(calls(recorded(named(name))));
  },
);

test.each(['isMeta', 'isCompactSummary'])(
  'an answer whose record has %s is the answer of the model all the same',
  async (mark) => {
    const sound = named('damage/sound');
    const bytes = Buffer.from(
      sound.bytes.toString().replaceAll(/("isSidechain":false)(?=[^\n]*"type":"assistant")/g, `$1,"${mark}":true`),
    );
    expect(bytes).not.toEqual(sound.bytes);
    expect(shown(await opened(sound, bytes))).toEqual(recorded(sound));
  },
);

const LEVEL = { none: 0, info: 1, warning: 2, error: 3 } as const;

async function worst(one: RecordedCase): Promise<keyof typeof LEVEL> {
  const document = await opened(one, one.bytes);
  const all = [...document.findings()].map(({ code }) => ruleOf(code).severity);
  return (['error', 'warning', 'info'] as const).find((each) => all.includes(each)) ?? 'none';
}

/** Two programs that wrote at once, and a session that an old version spoiled by itself. */
const WARNED = /^written\/[\d.]+\/twice/;

describe.each(tried.filter(({ name, answer }) => name.startsWith('written/') && answer.exit === 0))('$name', (one) => {
  test('has nothing above info', async () => {
    expect(LEVEL[await worst(one)]).toBeLessThanOrEqual(WARNED.test(one.name) ? LEVEL.warning : LEVEL.info);
  });

  test('is left as it is by a heal', async () => {
    const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal'));
    expect(outcome.state).toBe('unchanged');
  });
});

test('a record that is lost behind a compaction is one finding, with what is not sent because of it', async () => {
  const one = named('damage/compact-said-removed');
  const found = [...(await opened(one, one.bytes)).findings()].filter(({ code }) => ruleOf(code).severity !== 'info');
  expect(found).toMatchObject([{ code: 'CL221', consequences: [{ code: 'CL222' }] }]);
});

test.each([
  'damage/glued-call-and-result',
  'damage/torn-result',
  'damage/torn-parallel-result-second',
  'damage/nan-in-usage',
])('a torn or hidden record in %s and its losses are one finding', async (name) => {
  const one = named(name);
  const found = [...(await opened(one, one.bytes)).findings()].filter(({ code }) => ruleOf(code).severity !== 'info');
  expect(found).toHaveLength(1);
  expect(found[0]?.consequences).not.toEqual([]);
});

/** What newer versions put between the records of the conversation; recordings leave it out, because it holds the program's texts. */
const BESIDE = [
  { type: 'api-request-shape', sessionId: '', version: '2.1.332', shapeHash: 'a1', shape: { system: [], tools: [] } },
  {
    type: 'api-request-blob',
    sessionId: '',
    hash: 'b2',
    message: { role: 'user', content: [{ type: 'text', text: 'First question' }] },
  },
  {
    type: 'api-request-blob',
    sessionId: '',
    hash: 'c3',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_01', name: 'Bash', input: {} }] },
  },
  { type: 'api-request', id: 'd4', sessionId: '', version: '2.1.332', shapeHash: 'a1', params: {}, tail: ['b2', 'c3'] },
  { type: 'cost-state', sessionId: '', totalCostUSD: 0.0002 },
].map((record) => JSON.stringify(record));

describe("the program's copies of what it sent", () => {
  const sound = named('damage/sound');
  const with_ = (line: string) => Buffer.concat([sound.bytes, Buffer.from(line)]);

  test.each(BESIDE)('are no messages: %s', async (record) => {
    const one = { ...sound, bytes: with_(`${record}\n`) };
    expect(await worst(one)).toBe('none');
    expect(shown(await opened(one, one.bytes))).toEqual(shown(await opened(sound, sound.bytes)));
    expect(decideClaude(await opened(one, one.bytes), ask('heal')).outcome.state).toBe('unchanged');
  });

  test.each(BESIDE)('are nothing that was said, wherever they are torn: %s', async (record) => {
    for (let length = 1; length < record.length; length += isThorough ? 3 : 11) {
      const one = { ...sound, bytes: with_(record.slice(0, length)) };
      expect(LEVEL[await worst(one)], record.slice(0, length)).toBeLessThanOrEqual(LEVEL.info);
    }
  });
});

describe('how much harm is said to be done', () => {
  test.each([
    ['answer-follows-older', 'error'],
    ['question-follows-older', 'error'],
    ['result-follows-older', 'error'],
    ['answer-null', 'warning'],
    ['compact-boundary-and-summary-torn', 'warning'],
    ['image-no-type', 'warning'],
    ['sidechain-last-answer', 'error'],
    ['sidechain-last-system', 'none'],
  ] as const)('damage/%s: %s', async (name, severity) => {
    expect(await worst(named(`damage/${name}`))).toBe(severity);
  });
});

function editsOf(outcome: NotChanged | UnitChange): readonly Edit[] {
  const [step] = outcome.state === 'changed' ? outcome.steps : [];
  return step?.do === 'put' && step.content.from !== 'bytes' ? step.content.edits : [];
}

describe.each(tried)('$name', (one) => {
  test('has after a heal everything that was sent before', async () => {
    const before = await opened(one, one.bytes);
    const { outcome } = decideClaude(before, ask('heal'));
    if (outcome.state !== 'changed') return;
    const after = shown(await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome)))));
    const left = [...after];
    const lost = shown(before).filter((each) => {
      const at = left.indexOf(each);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    expect(lost).toEqual([]);
  });
});

test.each(['written/2.1.330/compact', 'damage/compact-kept-three', 'damage/sound'])(
  'a fork of %s is sent as its source is, with what a compaction keeps',
  async (name) => {
    const one = named(name);
    let drawn = 0;
    const newId = () => `f0f0f0f0-0000-4000-8000-${String(++drawn).padStart(12, '0')}`;
    const { outcome } = decideClaude(
      await opened(one, one.bytes),
      ask('fork', { newId, now: 1_795_262_400, at: null }),
    );
    const fork = await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome))));
    expect(shown(fork)).toEqual(recorded(one));
  },
);

describe('a heal makes whole again', () => {
  const WHOLE = [
    'glued',
    'glued-answer-question',
    'nul-before-record',
    'nbsp-before',
    'nan-in-usage',
    'null-parent-question',
    'null-parent-answer',
    'parent-empty-question',
    'parent-empty-answer',
    'cr-only',
    'utf16',
    'one-array',
    'cut-off-behind-last-prompt',
    'nul-between-letters-of-attachment',
    'type-case',
    'type-missing',
    'call-and-result-without-type',
    'cut-inside-key',
    'no-parent-anywhere',
  ];
  test.each(WHOLE.filter((name) => cases.some((each) => each.name === `damage/${name}`)))('damage/%s', async (name) => {
    const one = named(`damage/${name}`);
    const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal'));
    expect(outcome.state).toBe('changed');
    const after = shown(await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome)))));
    expect(after).toEqual(recorded(named('damage/sound')));
  });

  test('an answer with a part that has no id, its results in the order of the file', async () => {
    const one = named('damage/parallel-part-without-id');
    const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal'));
    expect(outcome).toMatchObject({ state: 'changed', codes: ['CL224'] });
    const after = shown(await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome)))));
    expect(after.toSorted()).toEqual(recorded(named('damage/sound')).toSorted());
  });

  test('records with commas in the place of line ends', async () => {
    const one = named('damage/commas-for-line-ends');
    const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal'));
    const after = shown(await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome)))));
    expect(after).toEqual(recorded(named('written/1.0.90/autocompact')));
  });
});

test.each([
  ['raw-newline-in-question', '\n'],
  ['raw-tab-in-question', '\t'],
])('damage/%s is sent again, with what was raw in its text', async (name, raw) => {
  const one = named(`damage/${name}`);
  const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal'));
  expect(outcome).toMatchObject({ state: 'changed', codes: ['CL021'] });
  const after = shown(await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome)))));
  const sound = recorded(named('damage/sound'));
  expect(after).toEqual(sound.map((each) => each.replace('Second question', `Second${raw}question`)));
});

test.each([
  ['reversed', 'error'],
  ['halves-swapped', 'error'],
  ['nul-over-two-records', 'warning'],
  ['repr-answer', 'warning'],
  ['lost-to-first-result', 'error'],
  ['prompt-names-sidechain', 'error'],
  ['glued-attachments', 'info'],
  ['glued-metadata-attachments', 'info'],
  ['torn-attachment', 'info'],
  ['cut-in-attachment', 'warning'],
  ['nul-between-letters-of-attachment', 'error'],
  ['doubled-key-message', 'error'],
  ['cut-off-behind-last-prompt', 'error'],
  ['compact-kept-not-all-there', 'error'],
  ['compact-anchor-nowhere', 'error'],
  ['compact-summary-lost', 'error'],
  ['compact-boundary-lost', 'info'],
  ['first-question-empty-list', 'error'],
  ['first-question-empty-beside-system', 'error'],
  ['first-question-empty-beside-attachments', 'info'],
  ['first-question-blank-beside-attachments', 'info'],
  ['thinking-in-question', 'error'],
  ['compact-tail-moved-to-front', 'error'],
  ['compact-moved-to-front', 'error'],
  ['failed-result-holds-null', 'error'],
  ['null-parent-attachment', 'error'],
  ['compact-summary-lost-of-old', 'warning'],
  ['compact-attachment-follows-what-is-gone', 'info'],
  ['compact-tail-moved-inside', 'none'],
  ['compact-keeps-what-is-not-read', 'error'],
  ['sidechain-without-parent', 'error'],
  ['sidechain-result-elsewhere', 'error'],
  ['answer-moved-to-front', 'error'],
  ['answer-doubled-at-end', 'info'],
  ['command-moved-behind-what-follows', 'none'],
  ['result-became-thinking', 'error'],
  ['end-moved-to-front-and-torn', 'error'],
  ['call-name-number', 'info'],
  ['compact-cut-off-behind-boundary', 'error'],
  ['nul-before-record-of-another-branch', 'info'],
  ['torn-record-of-another-branch', 'info'],
  ['cr-behind-attachment', 'info'],
  ['cr-behind-metadata', 'info'],
  ['boundary-behind-cr', 'error'],
  ['torn-answer-before-attachment', 'warning'],
  ['call-of-sent-answer-behind-torn-one', 'error'],
  ['cut-inside-key-of-note', 'warning'],
  ['damaged-record-is-repeated-whole', 'info'],
  ['two-without-uuid', 'error'],
  ['noted-end-is-marked', 'error'],
  ['nameless-call-in-question', 'error'],
  ['answer-without-id', 'error'],
  ['parent-itself-behind-noted-end', 'error'],
  ['ring-behind-noted-end', 'error'],
  ['null-parent-turn-duration', 'error'],
  ['compact-summary-content-number', 'error'],
] as const)('damage/%s: %s', async (name, severity) => {
  expect(await worst(named(`damage/${name}`))).toBe(severity);
});

test.each([
  'compact-summary-lost',
  'compact-summary-uuid-missing',
  'first-question-empty-list',
  'first-question-empty-beside-system',
  'thinking-in-question',
  'failed-result-holds-null',
  'compact-cut-off-behind-boundary',
  'sidechain-last-answer',
])('damage/%s can be gone on with after a heal', async (name) => {
  const one = named(`damage/${name}`);
  expect(one.answer.exit).toBe(1);
  const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal'));
  const healed = await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome))));
  expect([...healed.findings()].filter(({ code }) => ruleOf(code).severity === 'error')).toEqual([]);
});

test.each(['parent-itself', 'ring'])('damage/%s-behind-noted-end is sent whole after a heal', async (name) => {
  const one = named(`damage/${name}-behind-noted-end`);
  const before = await opened(one, one.bytes);
  expect(shown(before)).toHaveLength(2);
  const { outcome } = decideClaude(before, ask('heal'));
  expect(outcome).toMatchObject({ state: 'changed', codes: ['CL223'] });
  const after = await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome))));
  expect(shown(after)).toEqual(recorded(named('written/2.1.330/tui')));
});

test('a record of how long a turn took, without its parent, follows the turn again after a heal', async () => {
  const one = named('damage/null-parent-turn-duration');
  const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal'));
  expect(outcome).toMatchObject({ state: 'changed', codes: ['CL215'] });
  const after = await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome))));
  expect(shown(after)).toEqual(recorded(named('written/2.1.330/tui2-3')));
});

test('a compaction whose summary says nothing keeps no records, and the session is not called stuck for one', async () => {
  const one = named('damage/compact-summary-content-number');
  const codes = [...(await opened(one, one.bytes)).findings()].map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['CL109', 'CL222']));
  expect(codes).not.toContain('CL216');
});

test('a parent that is not there, though nothing is lost, is put right when that is asked for by name', async () => {
  const one = named('damage/dangling-parent-question');
  const { outcome } = decideClaude(await opened(one, one.bytes), ask('heal', { only: ['CL212'] }));
  expect(outcome).toMatchObject({ state: 'changed', codes: ['CL212'] });
  const healed = await opened(one, Buffer.from(applyEdits(one.bytes, editsOf(outcome))));
  expect(shown(healed)).toEqual(recorded(named('damage/sound')));
  expect([...healed.findings()].map(({ code }) => code)).not.toContain('CL212');
});

test('the gap at a beginning that is lost is closed by name, and then nothing is said of it', async () => {
  const sound = named('damage/sound');
  const [first = '', ...rest] = sound.bytes.toString().split('\n');
  const isTalk = (line: string) => line.includes('"parentUuid":null');
  const bytes = Buffer.from([first, ...rest].filter((line) => !isTalk(line)).join('\n'));
  const before = await opened({ ...sound, bytes }, bytes);
  const codes = (document: Document) => [...document.findings()].map(({ code }) => code);
  expect(codes(before)).toContain('CL213');
  const { outcome } = decideClaude(before, ask('heal', { only: ['CL213'] }));
  expect(outcome).toMatchObject({ state: 'changed', codes: ['CL213'] });
  const after = Buffer.from(applyEdits(bytes, editsOf(outcome)));
  const healed = await opened({ ...sound, bytes: after }, after);
  expect(codes(healed)).not.toContain('CL213');
  expect(shown(healed)).toEqual(shown(before));
});

test('text that a command only showed on the terminal is not sent', async () => {
  const one = named('written/2.1.330/tui');
  const shownOf = async (mark: string) => {
    const text = one.bytes.toString().replaceAll('"subtype":"local_command"', `"subtype":"local_command"${mark}`);
    return shown(await opened(one, Buffer.from(text)));
  };
  const isCommand = (said: string) => /<(?:command-name|local-command)/.test(said);
  const sent = await shownOf('');
  expect(sent.filter(isCommand)).toHaveLength(2);
  expect(await shownOf(',"isDisplayOnly":1')).toEqual(sent);
  expect(await shownOf(',"isDisplayOnly":true')).toEqual(sent.filter((said) => !isCommand(said)));
});
