import { describe, expect, test } from 'vitest';
import { adapterOf, loadBytes } from './adapter.ts';
import { expectedOf, fileCases, fixtureStore, storeNames } from './fixture-store.ts';

const STORES = storeNames();
const CASES = fileCases();

test('there is something to agree on', () => {
  expect([STORES.length > 15, CASES.length > 70]).toEqual([true, true]);
});

describe('the reading of the adapter in these tests agrees with the real one', () => {
  test.each(CASES)('on the file $name', ({ bytes, expected }) => {
    const loaded = loadBytes(bytes);
    expect(loaded === null ? 'null' : 'ok').toBe(expected.load);
    if (loaded === null) return;
    const { id, title, phase, agentStates } = expected.conversation;
    expect(loaded).toMatchObject({ id, title, phase });
    expect(loaded.agentStates).toEqual(agentStates);
    if (!Array.isArray(expected.events)) return;
    const events = expected.events.filter((each) => each !== null);
    expect(loaded.dropped).toBe(expected.events.length - events.length);
    expect(loaded.events.map((each) => [each.id, each.pubkey, each.content])).toEqual(
      events.map((each) => [each['id'], each['pubkey'], each['content']]),
    );
  });

  test.each(STORES)('on the store %s', (name) => {
    const expected = expectedOf(name);
    const adapter = adapterOf(fixtureStore(name));
    expect(adapter.list()).toEqual(expected.list);
    expect(adapter.managerWouldLoad()).toEqual(expected.managerWouldLoad);
    for (const [id, { real }] of Object.entries(expected.load)) {
      const loaded = adapter.load(id);
      expect([id, loaded !== null]).toEqual([id, real?.load === 'ok']);
      if (loaded === null) continue;
      expect(real).toMatchObject({
        innerId: loaded.id,
        title: loaded.title,
        phase: loaded.phase,
        events: loaded.events.length,
        droppedEvents: loaded.dropped,
        firstEventId: loaded.events[0]?.id,
        phaseTransitions: loaded.transitions,
        orchestratorTurns: loaded.turns,
        agentStates: loaded.agentStates,
        metadataKeys: Object.keys(loaded.metadata),
      });
    }
  });
});
