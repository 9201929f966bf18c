import { describe, expect, test } from 'vitest';
import { ruleOf } from '../../../../../src/model/finding.ts';
import { judgeTenex } from '../../../../../src/stores/tenex/checks/document/judge.ts';
import { decodeTenex } from '../../../../../src/stores/tenex/read/decoded.ts';
import { fileCases } from '../../fixture-store.ts';

const ASK = { id: 'lamp', now: 1_754_650_000, signatures: null };
const findings = (bytes: Uint8Array, id = ASK.id) => judgeTenex(decodeTenex(bytes), { ...ASK, id }).findings;

describe('a file of the cases', () => {
  const cases = fileCases();

  test.each(cases)('$name is refused when the real adapter refuses it', ({ bytes, expected }) => {
    const refused = findings(bytes, expected.fileId).some(({ code }) => ruleOf(code).owner === 'refuses');
    expect(refused).toBe(expected.load === 'null');
  });

  const SOUND = new Set(
    [
      'full-all-fields compact-no-indent keys-reversed trailing-newline minimal-required-only minimal-empty-everything',
      'no-agentstates no-turns-no-transitions no-executiontime unicode phase-upper phase-mixed-case',
      'event-no-sig-no-id event-null-sig-with-id event-id-then-sig event-kinds-mix id-not-first-event id-not-hex',
    ].flatMap((names) => names.split(' ')),
  );

  test.each(cases.filter(({ name }) => SOUND.has(name)))('$name is sound', ({ bytes, expected }) => {
    const found = findings(bytes, expected.fileId).filter(({ code }) => ruleOf(code).severity !== 'info');
    expect(found).toEqual([]);
  });

  test('all that are named sound are there', () => {
    expect(cases.filter(({ name }) => SOUND.has(name))).toHaveLength(SOUND.size);
  });

  const spoiling = new Set(['exec-infinity', 'event-created-at-string']);
  const read = cases.filter(({ expected }) => expected.load === 'ok');

  test.each(read)('$name has an error only when a save would spoil it or the index', ({ name, bytes, expected }) => {
    const errors = findings(bytes, expected.fileId).filter(({ code }) => ruleOf(code).severity === 'error');
    expect(errors.length > 0).toBe(spoiling.has(name));
  });
});

/** A sound conversation without events, some members as given: JSON source, or null for none. */
function conversation(change: Readonly<Record<string, string | null>> = {}): Uint8Array {
  const members = { id: '"lamp"', title: '"Lamp"', phase: '"chat"', history: '[]', metadata: '{}', ...change };
  const sources = Object.entries(members).flatMap(([key, source]) => (source === null ? [] : [`"${key}":${source}`]));
  return Buffer.from(`{${sources.join(',')}}`);
}

const told = (change: Readonly<Record<string, string | null>>) =>
  findings(conversation(change)).map(({ code, at }) => `${code} ${at}`);

const MOVE = '"from":"chat","to":"plan","message":"","timestamp":1,"agentPubkey":"","agentName":""';
const TURN = '"turnId":"t","timestamp":1,"phase":"chat","agents":[],"isCompleted":true';

describe('a member', () => {
  test.each<[string, string | null, string[]]>([
    ['title', '""', []],
    ['phase', '"VERIFICATION"', ['TX102 /phase']],
    ['phase', '"Review"', ['TX103 /phase']],
    ['phase', '" chat"', ['TX104 /phase']],
    ['phase', '""', ['TX104 /phase']],
    ['phase', '"VER\u0130FICATION"', ['TX104 /phase']],
    ['phase', null, ['TX105 ']],
    ['phase', 'null', ['TX107 /phase']],
    ['metadata', null, ['TX106 ']],
    ['metadata', 'null', ['TX107 /metadata']],
    ['metadata', '{"a":{"b":[1,null]}}', []],
    ['phaseStartedAt', 'null', ['TX101 /phaseStartedAt']],
    ['phaseStartedAt', '-1.5', []],
    ['agentStates', '{"dev":null}', ['TX107 /agentStates/dev']],
    [
      'agentStates',
      '{"a/b":{"lastProcessedMessageIndex":0,"claudeSessionId":null}}',
      ['TX101 /agentStates/a~1b/claudeSessionId'],
    ],
    ['agentStates', '{"dev":{"lastProcessedMessageIndex":0.5}}', ['TX108 /agentStates/dev/lastProcessedMessageIndex']],
    ['agentStates', '{"dev":{"lastProcessedMessageIndex":1}}', ['TX203 /agentStates/dev/lastProcessedMessageIndex']],
    ['agentStates', '{"dev":{}}', ['TX106 /agentStates/dev']],
    ['agentStates', '{"dev":{"lastProcessedMessageIndex":0,"mood":1}}', ['TX170 /agentStates/dev/mood']],
    ['history', '[null]', ['TX109 /history/0']],
    ['history', '[[],{},7]', ['TX109 /history/0', 'TX110 /history/1', 'TX109 /history/2']],
    ['phaseTransitions', `[{${MOVE},"artifacts":null}]`, []],
    ['phaseTransitions', `[{${MOVE},"goal":null}]`, ['TX101 /phaseTransitions/0/goal']],
    ['phaseTransitions', `[{${MOVE},"handoff":"x"}]`, ['TX170 /phaseTransitions/0/handoff']],
    [
      'orchestratorTurns',
      `[{${TURN},"completions":[{"agent":"","message":"","timestamp":null}]}]`,
      ['TX101 /orchestratorTurns/0/completions/0/timestamp'],
    ],
    ['orchestratorTurns', `[{${TURN}}]`, ['TX106 /orchestratorTurns/0']],
    ['executionTime', '{"totalSeconds":1,"isActive":true,"lastUpdated":1754649000000}', []],
    [
      'executionTime',
      '{"totalSeconds":1,"isActive":true,"lastUpdated":1754600000000}',
      ['TX204 /executionTime/isActive'],
    ],
    ['executionTime', '{"totalSeconds":1e999,"isActive":false,"lastUpdated":1}', ['TX015 /executionTime/totalSeconds']],
    ['metadata', '{"a":1e999,"b":-1e999}', ['TX014 /metadata/a', 'TX014 /metadata/b']],
    ['metadata', '{"a":9007199254740992,"b":1e30,"c":123456789012345678901234567890}', ['TX016 /metadata/c']],
    ['agentContexts', '{}', ['TX170 /agentContexts']],
    ['agentContexts', '{"dev":{}}', ['TX112 /agentContexts']],
  ])('%s of %s', (key, source, expected) => {
    expect(told({ [key]: source })).toEqual(expected);
  });

  test('that stands twice is told once, and the last one counts', () => {
    const bytes = Buffer.from(`{"phase":"review",${Buffer.from(conversation()).toString().slice(1)}`);
    expect(findings(bytes).map(({ code }) => code)).toEqual(['TX022']);
  });

  test('of one name in many places is told once', () => {
    const moves = Array.from({ length: 50 }, () => `{${MOVE.replace('"plan"', '"audit"')}}`);
    const [first, ...rest] = findings(conversation({ phaseTransitions: `[${moves}]` }));
    expect(first).toMatchObject({ code: 'TX104', at: '/phaseTransitions/0/to' });
    expect(first?.detail).toContain('50 times');
    expect(rest).toEqual([]);
  });

  test('of 20,000 that are refused is found without a walk for each', () => {
    const all = findings(conversation({ history: `[${Array(20_000).fill('7').join(',')}]` }));
    expect(all).toHaveLength(1_001);
    expect(all.at(-2)?.at).toBe('/history/999');
    expect(all.at(-1)?.count).toBe(19_000);
  });

  test('of agents whose contexts have a state beside them is not lost, and still unknown', () => {
    const both = { agentContexts: '{"dev":{}}', agentStates: '{"dev":{"lastProcessedMessageIndex":0}}' };
    expect(told(both)).toEqual(['TX170 /agentContexts']);
  });
});

describe('bytes', () => {
  const sound = Buffer.from(conversation()).toString();

  test.each<[string, string[]]>([
    ['', ['TX001 0']],
    [' \n', ['TX001 0']],
    ['\0\0', ['TX002 0']],
    ['  lamp', ['TX002 2']],
    ['\ufeff', ['TX003 0', 'TX001 3']],
    [`\ufeff${sound}`, ['TX003 0']],
    [`\ufeff\ufeff${sound}`, ['TX003 0']],
    ['{', ['TX023 1']],
    [`${sound.slice(0, 30)}\0\0\0`, ['TX023']],
    [`${sound}x`, [`TX007 ${sound.length}`]],
    [`${sound}\n\0\0`, [`TX008 ${sound.length + 1}`]],
    [`${sound}{"a":1}`, [`TX007 ${sound.length}`]],
    [`${sound} ${sound}`, [`TX009 ${sound.length + 1}`]],
    ['{"id":}', ['TX010 6']],
    ['{"id":"a\nb"}', ['TX011 8']],
    ['{"id":"a","title":"\\ud83d","phase":"chat","history":[],"metadata":{}}', ['TX013 19']],
    ['5', ['TX020 0']],
    ['null', ['TX020 0']],
  ])('%j', (text, expected) => {
    const found = findings(Buffer.from(text)).map(({ code, offset }, n) =>
      expected[n]?.includes(' ') ? `${code} ${offset}` : code,
    );
    expect(found).toEqual(expected);
  });

  test('that are no UTF-8 are read, and told', () => {
    const spoilt = Buffer.from(sound.replace('Lamp', 'L_mp'));
    spoilt[spoilt.indexOf('_')] = 0xe4;
    expect(findings(spoilt)).toMatchObject([{ code: 'TX012' }]);
  });
});
