import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/codecs/edit.ts';
import type { Site } from '../../src/stores/kind.ts';
import { type AnyAsk, ask } from '../stores/ask.ts';
import { asked, beginNow } from '../stores/asked.ts';
import { adapterOf, loadBytes } from '../stores/tenex/adapter.ts';
import { carried } from '../stores/tenex/change/carried.ts';
import { conversation, filesOf, indexOf, projectOf } from '../stores/tenex/change/project.ts';
import { runs } from '../support/sampling.ts';

const RUNS = runs(200);
const ID = 'a'.repeat(64);
const PATH = `conversations/${ID}.json`;

const PHASES = ['chat', 'brainstorm', 'plan', 'execute', 'verification', 'chores', 'reflection'];
const cased = fc
  .tuple(fc.constantFrom(...PHASES), fc.boolean(), fc.boolean())
  .map(([name, all, first]) => (all ? name.toUpperCase() : first ? name.replace(/^./, (c) => c.toUpperCase()) : name));
const phase = fc.oneof({ weight: 8, arbitrary: cased }, { weight: 1, arbitrary: fc.constantFrom('review', 'REVIEW') });
const source = (value: unknown) => JSON.stringify(value);
const number = fc.constantFrom('0', '7', '1.0', '1e2', '-0', '1754000000123', '9007199254740993', '1e21');
const words = fc.string({ unit: 'grapheme', maxLength: 6 });
const text = words.map(source);
const orNull = (value: fc.Arbitrary<string>) => fc.option(value, { nil: 'null', freq: 4 });

/** An event as TENEX writes it, and what else may stand in a history: broken texts, odd escapes. */
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(), words).map(([at, said]) => source(source([0, ID, at, 1111, [], said, ID + ID, ID]))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('""', '"null"', '"{}"', '"[0,\\u0022x\\u0022]"', '"half [0,"', '"\\/\\u00e9é"'),
  },
);

type Members = Readonly<Record<string, fc.Arbitrary<string>>>;

/** An object with some of these members, each where chance puts it, spaced as nobody spaces it, with a stranger among them. */
function object(required: Members, optional: Members = {}): fc.Arbitrary<string> {
  const stranger = { strange: fc.constantFrom('1.0', '{"a":[1e2]}', 'null', '"\\u0041"') };
  const all = Object.entries({ ...optional, ...stranger }).map(([key, value]) =>
    fc.option(
      value.map((each) => [key, each] as const),
      { nil: null },
    ),
  );
  const needed = Object.entries(required).map(([key, value]) => value.map((each) => [key, each] as const));
  return fc
    .tuple(fc.tuple(...needed, ...all), fc.constantFrom('', ' ', '\n  '), fc.integer())
    .chain(([members, gap]) => {
      const there = members.filter((each) => each !== null);
      return fc
        .shuffledSubarray(there, { minLength: there.length })
        .map((order) => `{${gap}${order.map(([key, each]) => `"${key}":${each}`).join(`,${gap}`)}${gap}}`);
    });
}

const list = (of: fc.Arbitrary<string>) => fc.array(of, { maxLength: 4 }).map((all) => `[${all.join(', ')}]`);
const record = (of: fc.Arbitrary<string>) =>
  fc.dictionary(fc.constantFrom('a', 'b', 'ü'), of, { maxKeys: 3 }).map((all) => {
    const members = Object.entries(all).map(([key, value]) => `"${key}":${value}`);
    return `{${members.join(',')}}`;
  });
const flag = fc.constantFrom('true', 'false');
const phases = phase.map(source);

const transition = object(
  { from: phases, to: phases, message: text, timestamp: number, agentPubkey: text, agentName: text },
  {
    reason: orNull(text),
    summary: orNull(text),
    requirements: orNull(text),
    goal: orNull(text),
    artifacts: orNull(text),
  },
);
const turn = object(
  {
    turnId: text,
    timestamp: number,
    phase: phases,
    agents: list(text),
    completions: list(object({ agent: text, message: text }, { timestamp: orNull(number) })),
    isCompleted: flag,
  },
  { reason: orNull(text) },
);
const state = object({ lastProcessedMessageIndex: fc.constantFrom('0', '7') }, { claudeSessionId: orNull(text) });
const time = object(
  { totalSeconds: number, isActive: flag, lastUpdated: number },
  { currentSessionStart: orNull(number) },
);

/** A document that TENEX loads but for nulls and for phases of another name, and the sources of its events. */
const document = fc.array(event, { maxLength: 5 }).chain((events) =>
  object(
    {
      id: fc.constant(`"${ID}"`),
      title: text,
      phase: phases,
      history: fc.constant(`[${events.join(',')}]`),
      metadata: record(fc.constantFrom('null', '1.0', '"PLAN"')),
    },
    {
      agentStates: orNull(record(state)),
      phaseStartedAt: orNull(number),
      phaseTransitions: orNull(list(transition)),
      orchestratorTurns: orNull(list(turn)),
      executionTime: orNull(time),
    },
  ).map((json) => ({ json, events })),
);

/** What a heal makes of the bytes of one file; null where it leaves them alone. */
function healed(bytes: Uint8Array, more: AnyAsk = {}): Buffer | null {
  const site: Site = { kind: 'tenex', root: '/p/.tenex', shape: 'store', scope: null, file: null };
  const part = {
    path: PATH,
    role: 'conversation',
    type: 'file' as const,
    bytes,
    size: bytes.length,
    mtime: 1_790_000_000,
    mode: 0o600,
    digest: () => createHash('sha256').update(bytes).digest('hex'),
  };
  const session = beginNow('tenex', { name: '', site, shared: [], now: 1_800_000_000, signatures: false });
  const outcome = asked(session, session.open({ id: ID, parts: [part] }), 'tenex').change(ask('heal', more));
  if (outcome.state !== 'changed') return null;
  const [put] = outcome.change.steps;
  if (put?.do !== 'put' || put.content.from !== 'edits') throw new Error('not one put of edits');
  return Buffer.from(applyEdits(bytes, put.content.edits));
}

/** The document with its nulls and phases as TENEX wants them, by way of JavaScript's own values. */
function wanted(value: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => wanted(each, [...path, '*']));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([key, each]) => each !== null || !OPTIONAL.test([...path, key].join('.')),
  );
  return Object.fromEntries(
    members.map(([key, each]) => [key, isPhase([...path, key]) ? lower(each) : wanted(each, [...path, key])]),
  );
}

const OPTIONAL =
  /^(agentStates|phaseStartedAt|phaseTransitions|orchestratorTurns|executionTime|agentStates\.[^.]+\.claudeSessionId|phaseTransitions\.\*\.(reason|summary|requirements|goal)|orchestratorTurns\.\*\.(reason|completions\.\*\.timestamp)|executionTime\.currentSessionStart)$/;

function isPhase(path: readonly string[]): boolean {
  return /^(phase|phaseTransitions\.\*\.(from|to)|orchestratorTurns\.\*\.phase)$/.test(path.join('.'));
}

function lower(value: unknown): unknown {
  const name = String(value).toLowerCase();
  return name === 'review' ? 'verification' : name;
}

describe('any conversation', () => {
  test('is healed into the same conversation, with every key in its place', () => {
    fc.assert(
      fc.property(document, ({ json }) => {
        const result = healed(Buffer.from(json)) ?? Buffer.from(json);
        expect(JSON.stringify(JSON.parse(result.toString()))).toBe(JSON.stringify(wanted(JSON.parse(json))));
        expect(loadBytes(result)).not.toBeNull();
      }),
      RUNS,
    );
  });

  test('keeps the source of its events, and of whatever is not a phase and no null', () => {
    fc.assert(
      fc.property(document, ({ json, events }) => {
        const result = healed(Buffer.from(json))?.toString() ?? json;
        expect(result).toContain(`"history":[${events.join(',')}]`);
        const rest = (each: string) => each.replace(/"[a-zA-Z]+":(null|"[a-zA-Z]+"),?/g, '').replaceAll(/[\s,]/g, '');
        expect(rest(result)).toBe(rest(json));
      }),
      RUNS,
    );
  });

  test('is healed once', () => {
    fc.assert(
      fc.property(document, ({ json }) => {
        const result = healed(Buffer.from(json));
        if (result !== null) expect(healed(result)).toBeNull();
      }),
      RUNS,
    );
  });

  test('is left as it is without --lossy once it is cut', () => {
    fc.assert(
      fc.property(document, fc.double({ min: 0, max: 1, noNaN: true }), ({ json }, share) => {
        const bytes = Buffer.from(json.trimEnd());
        expect(healed(bytes.subarray(0, Math.floor(share * (bytes.length - 1))))).toBeNull();
      }),
      RUNS,
    );
  });

  test('keeps each event that is whole when it is cut anywhere', () => {
    fc.assert(
      fc.property(document, fc.double({ min: 0, max: 1, noNaN: true }), ({ json, events }, share) => {
        const whole = Buffer.from(json.trimEnd());
        const cut = whole.subarray(0, Math.floor(share * (whole.length - 1)));
        const result = healed(cut, { lossy: true });
        const complete = wholeEvents(cut.toString('latin1'), events);
        if (result === null) {
          expect(complete).toEqual([]);
          return;
        }
        const { history } = JSON.parse(result.toString());
        expect(history.map(source)).toEqual(complete.map((each) => source(JSON.parse(each))));
        expect(loadBytes(result)).not.toBeNull();
        expect(healed(result, { lossy: true })).toBeNull();
      }),
      RUNS,
    );
  });
});

/** The events whose last quote stands before a cut. */
function wholeEvents(cut: string, events: readonly string[]): string[] {
  const start = '"history":[';
  const from = cut.indexOf(start);
  if (from < 0) return [];
  let at = from + start.length;
  return events.filter((each) => {
    const length = Buffer.from(each).length;
    const stands = at + length <= cut.length;
    at += length + 1;
    return stands;
  });
}

const MADE = [conversation('Lantern'), conversation('Harbour', 4), conversation('Meadow', 2)];
const FILES = Object.fromEntries(MADE.map(({ id, file }, i) => [`${i === 2 ? 'archive/' : ''}${id}.json`, file]));
const TRUE = MADE.map(({ entry }, i) => ({ ...entry, archived: i === 2 }));

/** An entry of the index with a member gone, of another type or of another day. */
const odd = fc
  .tuple(fc.nat(2), fc.constantFrom(...Object.keys(TRUE[0] ?? {})), fc.constantFrom(undefined, null, 'x', 7, true, []))
  .map(([i, key, value]) => ({
    ...TRUE[i],
    ...(key === 'id' && typeof value === 'string' ? {} : { [key]: value }),
    mine: i,
  }));

describe('any index', () => {
  test('of entries in any number, order and shape is healed into one that lists what is there, once', () => {
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 6 }), fc.integer({ min: 0, max: 40 }), (entries, cut) => {
        const whole = indexOf(...entries);
        const project = projectOf({ ...FILES, 'metadata.json': cut > 30 ? whole.slice(0, -cut) : whole });
        carried(project, 'heal');
        const listed = adapterOf(project).list();
        const ours = ({ updatedAt: _, ...entry }: Readonly<Record<string, unknown>>) => entry;
        const byId = (a: { id?: unknown }, b: { id?: unknown }) => String(a.id).localeCompare(String(b.id));
        expect(listed.map((each) => ours({ ...each })).sort(byId)).toEqual(TRUE.map(ours).sort(byId));
        const files = filesOf(project);
        carried(project, 'heal');
        expect(filesOf(project)).toEqual(files);
      }),
      runs(60),
    );
  });
});
