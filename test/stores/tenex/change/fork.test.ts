import { describe, expect, test } from 'vitest';
import { type AnyAsk, ask } from '../../ask.ts';
import { adapterOf } from '../adapter.ts';
import { carryOut, changed, conversation, decide, event, filesOf, idOf, indexOf, projectOf } from './project.ts';

const NEW = idOf(ask('fork').newId());
const A = conversation('Lantern', 4);

function forked(file: string, options: AnyAsk = {}, place = '') {
  const project = projectOf({ 'metadata.json': indexOf(A.entry), [`${place}${A.id}.json`]: file });
  const decision = decide(project, ask('fork', options), [A.id]);
  const change = changed(decision);
  carryOut(project, change.change.steps);
  const { notes } = decision.outcomes.get(A.id) as { notes: readonly string[] };
  const text = filesOf(project)[`${NEW}.json`] ?? '';
  return { ...change, notes, project, text, json: JSON.parse(text) };
}

describe('fork', () => {
  test('puts a copy beside its source, with a new id in its name and inside, and a marked title', () => {
    const { text, change, project, before, after } = forked(A.file);
    expect(text).toBe(A.file.replace(A.id, NEW).replace('"title": "Lantern"', '"title": "Lantern (fork)"'));
    expect(change.steps.map((step) => step.do)).toEqual(['put', 'put']);
    expect(change).toMatchObject({ ids: [A.id, NEW], items: [{ id: A.id, newId: NEW }] });
    expect(filesOf(project)[`${A.id}.json`]).toBe(A.file);
    expect([before.conversations, after.conversations, after.messages]).toEqual([1, 2, 8]);
  });

  test('is entered last in the index, as TENEX would enter it', () => {
    const { project } = forked(A.file);
    const entry = { ...A.entry, id: NEW, title: 'Lantern (fork)', updatedAt: 1_800_000_000 };
    expect(filesOf(project)['metadata.json']).toBe(indexOf(A.entry, entry));
    expect(adapterOf(project).managerWouldLoad()).toEqual([A.id, NEW]);
    expect(adapterOf(project).load(NEW)?.id).toBe(NEW);
  });

  test('says who gets new replies, and which Claude sessions are shared', () => {
    const agentStates = { dev: { lastProcessedMessageIndex: 1, claudeSessionId: 's' } };
    expect(forked(conversation('Lantern', 4, { agentStates }).file).notes).toEqual([
      'begins with the same event as its source: TENEX gives new replies to the source, as long as that is not archived',
      'names the Claude sessions of its source (1): an agent would go on in the same one',
    ]);
  });

  test('of an archived conversation is active, and nothing of its source changes', () => {
    const { project, notes } = forked(A.file, {}, 'archive/');
    expect(Object.keys(filesOf(project)).sort()).toEqual(
      [`${NEW}.json`, `archive/${A.id}.json`, 'metadata.json'].sort(),
    );
    expect(notes.join()).toMatch(/once that is restored/);
  });

  test('keeps unknown keys, number lexemes and white space as they are', () => {
    const odd = A.file.replace('"metadata": {}', '"metadata":  {"n": 9007199254740993, "x": 1.0},\t"later": [ 1e2 ]');
    expect(forked(odd).text).toContain('"metadata":  {"n": 9007199254740993, "x": 1.0},\t"later": [ 1e2 ]');
  });

  test('refuses what TENEX cannot read', () => {
    const project = projectOf({ 'metadata.json': indexOf(A.entry), [`${A.id}.json`]: '{}' });
    const { outcomes } = decide(project, ask('fork'), [A.id]);
    expect(outcomes.get(A.id)).toMatchObject({ state: 'refused', reason: expect.stringContaining('heal') });
  });
});

describe('fork --at', () => {
  const start = 1_754_000_000;
  const transition = (from: string, to: string, at: number) => ({
    from,
    to,
    message: 'on',
    timestamp: (start + at) * 1000,
    agentPubkey: 'k',
    agentName: 'dev',
  });
  const turn = (at: number) => ({
    turnId: `turn-${at}`,
    timestamp: (start + at) * 1000,
    phase: 'plan',
    agents: [],
    completions: [],
    isCompleted: true,
  });
  const long = conversation('Lantern', 4, {
    phase: 'verification',
    agentStates: { dev: { lastProcessedMessageIndex: 4 }, ann: { lastProcessedMessageIndex: 1 } },
    phaseStartedAt: (start + 150) * 1000,
    phaseTransitions: [
      transition('chat', 'plan', 10),
      transition('plan', 'execute', 130),
      transition('execute', 'verification', 150),
    ],
    orchestratorTurns: [turn(5), turn(125)],
  });

  test('leaves out what came from that message on, and goes back to the phase of then', () => {
    const { json, notes, project } = forked(long.file, { at: '2' });
    expect(json.history).toEqual(JSON.parse(long.file).history.slice(0, 2));
    expect(json.phaseTransitions).toHaveLength(1);
    expect(json.orchestratorTurns).toHaveLength(1);
    expect([json.phase, json.phaseStartedAt]).toEqual(['plan', (start + 10) * 1000]);
    expect(json.agentStates).toEqual({ dev: { lastProcessedMessageIndex: 2 }, ann: { lastProcessedMessageIndex: 1 } });
    expect(notes.slice(0, 3)).toEqual([
      'is cut before message 2, without 2 events, 2 phase transitions, 1 turn',
      'is in the phase "plan" again',
      '1 agent had read further, and now to the cut',
    ]);
    expect(adapterOf(project).list().at(-1)).toMatchObject({ eventCount: 2, phase: 'plan', createdAt: start });
    expect(adapterOf(project).load(NEW)?.events).toHaveLength(2);
  });

  test('without any transition before the cut, the phase began with the conversation', () => {
    const { json } = forked(long.file, { at: '0' });
    expect([json.history, json.phase, json.phaseStartedAt]).toEqual([[], 'chat', start * 1000]);
  });

  test('at the number of all messages keeps them all, and beyond it is refused', () => {
    expect(forked(A.file, { at: '4' }).json.history).toHaveLength(4);
    const project = projectOf({ 'metadata.json': indexOf(A.entry), [`${A.id}.json`]: A.file });
    for (const at of ['5', '-1', 'x', ''])
      expect(decide(project, ask('fork', { at }), [A.id]).outcomes.get(A.id)).toMatchObject({
        state: 'refused',
        reason: 'has 4 messages: give a number from 0 to 4',
      });
  });

  test('counts messages as they stand, and what agents have read as TENEX loads: without events that it drops', () => {
    const history = [
      event(start, 'a', 'one'),
      'no event',
      event(start + 60, 'b', 'two'),
      'nor this',
      event(start + 120, 'a', 'three'),
    ];
    const agentStates = { dev: { lastProcessedMessageIndex: 3 } };
    const made = conversation('Lantern', 4, { history, agentStates, orchestratorTurns: [turn(60), turn(120)] });
    const { json } = forked(made.file, { at: '3' });
    expect(json.history).toEqual(history.slice(0, 3));
    expect(json.agentStates.dev.lastProcessedMessageIndex).toBe(2);
    expect(json.orchestratorTurns).toHaveLength(1);
  });

  test('leaves phases and turns alone when the message at the cut has no time', () => {
    const history = [event(start, 'a', 'one'), '{}'];
    const made = conversation('Lantern', 2, { history, orchestratorTurns: [turn(5)] });
    const { json, notes } = forked(made.file, { at: '1' });
    expect(json.orchestratorTurns).toHaveLength(1);
    expect(notes).toContain('the message at the cut has no time: phases and turns stay as they are');
  });
});
