import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tenex } from '../../../../src/stores/tenex/index.ts';
import { type AnyAsk, ask } from '../../ask.ts';
import { openSite } from '../../open-site.ts';
import { adapterOf, loadBytes } from '../adapter.ts';
import { fileCases } from '../fixture-store.ts';
import { carried, saidOf } from './carried.ts';
import { conversation, event, filesOf, idOf, indexOf, projectOf } from './project.ts';

const ID = idOf('one');
const PATH = `${ID}.json`;
const FIRST = JSON.stringify(event(1_754_000_000, 'ann', 'first'));
const SECOND = JSON.stringify(event(1_754_000_060, 'bob', 'second'));

/** A conversation with these members after the ones that TENEX needs, on one line. */
const file = (members = '', phase = '"chat"') =>
  `{"id":"${ID}","title":"T","phase":${phase},"history":[${FIRST},${SECOND}],"metadata":{}${members}}`;

/** What a heal makes of a file, or why it makes nothing. */
function heal(text: string | Uint8Array, more: AnyAsk = {}): string {
  const project = projectOf({ [PATH]: text });
  const outcome = carried(project, 'heal', more, [ID]).outcomes.get(ID);
  if (outcome?.state !== 'changed') return saidOf(outcome);
  expect(adapterOf(project).load(ID)?.events.length).toBe(outcome.after.messages);
  return filesOf(project)[PATH] ?? '';
}

const lossy = (text: string | Uint8Array, more: AnyAsk = {}) => heal(text, { lossy: true, ...more });

describe('null where nothing may stand', () => {
  test.each([
    [',"phaseStartedAt":null', ''],
    [',"agentStates":null , "x":1', ' , "x":1'],
    [',"executionTime":null,"phaseTransitions":null,"orchestratorTurns":null', ''],
    [
      ',"agentStates":{"a":{"claudeSessionId":null,"lastProcessedMessageIndex":1}}',
      ',"agentStates":{"a":{"lastProcessedMessageIndex":1}}',
    ],
    [
      ',"executionTime":{"totalSeconds":1.0,"currentSessionStart":null,"isActive":false,"lastUpdated":1e2}',
      ',"executionTime":{"totalSeconds":1.0,"isActive":false,"lastUpdated":1e2}',
    ],
  ])('goes, and nothing else: %s', (before, after) => {
    expect(heal(file(before))).toBe(file(after));
  });

  test('stays in a document that is not JSON, which is refused', () => {
    expect(heal(file(',"agentStates":null,"x" 1'))).toBe(
      'refused: is not JSON: expected a colon, so TENEX cannot read it',
    );
  });

  test('goes from transitions, turns and completions', () => {
    const transition = (more: string) =>
      `{"from":"chat","to":"plan","message":"m","timestamp":1,"agentPubkey":"k","agentName":"n"${more}}`;
    const turn = (completion: string, more: string) =>
      `{"turnId":"t","timestamp":1,"phase":"plan","agents":[],"completions":[{"agent":"a","message":"m"${completion}}],"isCompleted":true${more}}`;
    const members = (a: string, b: string, c: string) =>
      `,"phaseTransitions":[${transition('')},${transition(a)}],"orchestratorTurns":[${turn(b, c)}]`;
    const nulls = members(
      ',"reason":null,"summary":null,"requirements":null,"goal":null,"artifacts":null',
      ',"timestamp":null',
      ',"reason":null',
    );
    expect(heal(file(nulls))).toBe(file(members(',"artifacts":null', '', '')));
  });

  test('stays where TENEX keeps everything, and where it hears another member of the key', () => {
    expect(heal(file(',"metadata":{"plan":null}'))).toBe('unchanged');
    expect(heal(file(',"phaseStartedAt":null,"phaseStartedAt":7'))).toBe('unchanged');
  });

  test('leaves an earlier member of the key to be heard again', () => {
    expect(heal(file(',"phaseStartedAt":7,"phaseStartedAt":null'))).toBe(file(',"phaseStartedAt":7'));
  });

  test('is not taken out of what TENEX requires', () => {
    expect(heal(file(',"metadata":null'))).toBe('refused: has null as metadata, so TENEX cannot read it');
  });
});

describe('a phase', () => {
  test('is written in lower case wherever TENEX reads one, and nowhere else', () => {
    const phases = (name: string) =>
      `,"phaseTransitions":[{"from":"${name}","to":"${name}","message":"PLAN","timestamp":1,"agentPubkey":"k","agentName":"PLAN"}],"orchestratorTurns":[{"turnId":"t","timestamp":1,"phase":"${name}","agents":[],"completions":[],"isCompleted":true}]`;
    expect(heal(file(phases('PLAN'), '"Plan"'))).toBe(file(phases('plan'), '"plan"'));
  });

  test('of July 2025 gets its new name, or the one that a person says', () => {
    expect(heal(file('', '"Review"'))).toBe(file('', '"verification"'));
    expect(heal(file('', '"review"'), { mapPhase: new Map([['review', 'chores']]) })).toBe(file('', '"chores"'));
  });

  test('that TENEX does not know is asked for by its name', () => {
    expect(heal(file('', '"Security Audit"'))).toBe(
      'refused: has the phase "Security Audit", which TENEX does not know: say what it is to be with --map-phase "security audit=NAME" (chat, brainstorm, plan, execute, verification, chores, reflection)',
    );
    const mapPhase = new Map([['security audit', 'verification']]);
    expect(heal(file('', '"Security Audit"'), { mapPhase })).toBe(file('', '"verification"'));
  });

  test('is not mapped to one that TENEX does not know either', () => {
    expect(heal(file('', '"x"'), { mapPhase: new Map([['x', 'y']]) })).toMatch(/^refused: has the phase "x"/);
  });

  test('with a dotted capital I is none that TENEX knows', () => {
    expect(heal(file('', '"VERİFICATION"'))).toMatch(/^refused: has the phase "VERİFICATION"/);
  });

  test('that is missing is given by a migration only', () => {
    expect(heal(file('').replace('"phase":"chat",', ''))).toBe(
      'refused: has no phase: name one with `convo migrate --phase PHASE`',
    );
  });
});

describe('bytes around a document', () => {
  test('goes: a byte-order mark without loss, the rest with --lossy', () => {
    expect(heal(`\ufeff${file()}`)).toBe(file());
    expect(heal(`${file()}"tail`)).toBe('refused: leaves out 5 bytes after the document: needs --lossy');
    expect(lossy(`${file()}"tail`)).toBe(file());
    expect(lossy(Buffer.concat([Buffer.from(file()), Buffer.alloc(9)]))).toBe(file());
    expect(lossy(`${file()}\n${file()}`)).toBe(file());
  });
});

describe('an id inside a file that is not that of its name', () => {
  const other = idOf('other');
  const strange = file().replace(ID, other);

  test('becomes that of the name', () => {
    expect(heal(strange)).toBe(file());
  });

  test('stays when it is that of another file', () => {
    const project = projectOf({ [PATH]: strange, [`${other}.json`]: file().replace(ID, other) });
    carried(project, 'heal');
    expect(filesOf(project)[PATH]).toBe(strange);
  });

  test('becomes its own when it is that of an entry without a file, which goes in the same heal', () => {
    const project = projectOf({ [PATH]: strange, 'metadata.json': indexOf({ id: other, title: 'O' }) });
    carried(project, 'heal');
    expect(filesOf(project)[PATH]).toBe(file());
    const { conversations } = JSON.parse(filesOf(project)['metadata.json'] ?? '');
    expect(conversations.map(({ id }: { id: string }) => id)).toEqual([ID]);
  });
});

describe('a torn file', () => {
  const whole = `{
  "id": "${ID}",
  "title": "T",
  "phase": "plan",
  "history": [
    ${FIRST},
    ${SECOND}
  ],
  "agentStates": {
    "a": {
      "lastProcessedMessageIndex": 1
    }
  },
  "metadata": {
    "plan": "p",
    "readFiles": [
      "f"
    ]
  }
}`;
  const until = (text: string, more = 0) => whole.slice(0, whole.indexOf(text) + more);

  test('needs --lossy, and says what it keeps', () => {
    expect(heal(until('second'))).toBe('refused: was cut in its history: keeps 1 whole entry there: needs --lossy');
  });

  test('keeps every whole event and gets what TENEX needs, set off as before', () => {
    expect(lossy(until('second'))).toBe(`${until(FIRST, FIRST.length)}\n  ],\n  "metadata": {}\n}`);
  });

  test('keeps every section that is whole, and the whole entries of the one that was cut', () => {
    expect(lossy(until('"readFiles'))).toBe(`${until('"plan": "p"', 11)}\n  }\n}`);
    expect(lossy(until('"metadata"'))).toBe(`${until(',\n  "metadata"')},\n  "metadata": {}\n}`);
  });

  test('that ends in NUL bytes is cut before them', () => {
    expect(lossy(Buffer.concat([Buffer.from(until('second')), Buffer.alloc(100)]))).toBe(lossy(until('second')));
  });

  test('loses nothing when only its last brace is missing', () => {
    expect(lossy(whole.slice(0, -1))).toBe(whole);
  });

  test('gets its id, title and phase from around it when they were behind the cut', () => {
    const transition = '{"from":"chat","to":"EXECUTE","message":"m","timestamp":1,"agentPubkey":"k","agentName":"n"}';
    expect(lossy(`{"metadata":{},"phaseTransitions":[${transition}],"history":[${FIRST},`)).toMatch(
      /"title":"Untitled Conversation","phase":"execute"\}$/,
    );
    expect(lossy(`{"metadata":{},"history":[${FIRST},`)).toBe(
      `{"metadata":{},"history":[${FIRST}],"id":"${ID}","title":"Untitled Conversation","phase":"chat"}`,
    );
  });

  test('gets the title and phase of its index entry first', () => {
    const entry = { ...conversation('x').entry, id: ID, title: 'Named', phase: 'CHORES' };
    const project = projectOf({ [PATH]: `{"metadata":{},"history":[${FIRST},`, 'metadata.json': indexOf(entry) });
    carried(project, 'heal', { lossy: true });
    expect(adapterOf(project).load(ID)).toMatchObject({ title: 'Named', phase: 'chores' });
  });

  test.each(['', '   ', '{', '{"id":"', until('"history"'), until('first'), '\0\0\0'])(
    'without a whole event is left alone: %j',
    (text) => {
      expect(lossy(text)).toMatch(/^refused: /);
    },
  );
});

describe('a heal', () => {
  test('of one finding leaves the others', () => {
    const text = `\ufeff${file(',"phaseStartedAt":7', '"PLAN"')}`;
    expect(heal(text, { only: ['TX003'] })).toBe(text.slice(1));
    expect(heal(file('', '"PLAN"'), { only: ['TX003'] })).toBe('unchanged');
    expect(heal(file(',"agentStates":null', '"PLAN"'), { only: ['TX102'] })).toMatch(/^refused: has null/);
  });

  test('of a file that TENEX will not read afterwards changes nothing', () => {
    expect(heal(`\ufeff${file(',"metadata":[]')}`)).toBe('refused: has a list as metadata, so TENEX cannot read it');
  });

  test('leaves events alone, dropped and damaged ones too', () => {
    const odd = `"not JSON", "{}", "null" ,${FIRST}`;
    const text = file('', '"PLAN"').replace(FIRST, odd);
    expect(heal(text)).toBe(text.replace('"PLAN"', '"plan"'));
  });

  test('names the way out for other eras', () => {
    expect(heal(file().replace(FIRST, '{"id":"x"}'))).toMatch(/`convo migrate` writes its events as texts$/);
    expect(heal('{"messages":[],"metadata":{}}')).toMatch(/as TENEX had from December 2025 on/);
  });

  test('takes temporary files along once their conversation can be loaded', () => {
    const temporary = `${PATH}.tmp.1`;
    const sound = projectOf({ [PATH]: file(), [temporary]: '{' });
    carried(sound, 'heal');
    expect(Object.keys(filesOf(sound))).toEqual([PATH, 'metadata.json'].sort());
    const damaged = projectOf({ [PATH]: '', [temporary]: file() });
    carried(damaged, 'heal', { lossy: true });
    expect(Object.keys(filesOf(damaged))).toContain(temporary);
  });
});

describe.each(fileCases())('the case $name', ({ bytes, expected: { fileId, load, events } }) => {
  const path = `${fileId}.json`;

  test('is healed into what TENEX loads, or left byte for byte, and a second time changes nothing', () => {
    const project = projectOf({ [path]: bytes });
    const options = { lossy: true, mapPhase: new Map([['security audit', 'plan']]) };
    const { outcomes } = carried(project, 'heal', options);
    const after = filesOf(project);
    const outcome = outcomes.get(fileId);
    if (outcome?.state === 'changed') expect(adapterOf(project).load(fileId)).not.toBeNull();
    else expect(after[path]).toBe(Buffer.from(bytes).toString());
    if (load === 'ok') expect(loadBytes(Buffer.from(after[path] ?? ''))?.events.length).toBe(kept(events));
    carried(project, 'heal', options);
    expect(filesOf(project)).toEqual(after);
  });
});

function kept(events: readonly unknown[] = []): number {
  return events.filter((each) => each !== null).length;
}

test('a file outside of a store keeps its id, whatever it was named', () => {
  const project = projectOf({});
  const lone = join(project, 'input.json');
  writeFileSync(lone, file());
  const said = () => saidOf(openSite(tenex, lone).documents.get('')?.[0]?.change(ask('heal')));
  // Beside a `.tenex` it would be a file of the project.
  rmSync(join(project, '.tenex'), { recursive: true });
  expect(said()).toBe('unchanged');
});

test('a link is left alone, and refused only when something would be done to it', () => {
  const said = (text: string) => {
    const project = projectOf({ [PATH]: text });
    const { documents } = openSite(tenex, project, { links: [`conversations/${PATH}`] });
    return saidOf(documents.get('')?.[0]?.change(ask('heal')));
  };
  expect(said(file())).toBe('unchanged');
  expect(said(file('', '"PLAN"'))).toBe('refused: is a link, and nothing is changed through a link');
});
