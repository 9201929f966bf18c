import { describe, expect, test } from 'vitest';
import { type AnyAsk, ask, changed, made } from './asking.ts';
import { active, archived, FOLDER, ID, openUnit, sha256, v1 } from './home.ts';

const NEW_ID = ask('fork').newId();
const MESSAGES =
  '"messages":[{"role":"user","content":"Where?"},{"role":"assistant","content":"Looking.","tool_calls":[' +
  '{"id":"c1","function":{"name":"t","arguments":"{}"}},{"id":"c2","function":{"name":"t","arguments":"{}"}}]},' +
  '{"role":"tool","tool_call_id":"c1","content":"a"},{"role":"tool","tool_call_id":"c2","content":"b"},{"role":"user","content":"And?"}]';

const fork = (text: string, more: AnyAsk = {}) => openUnit(active(text)).change(ask('fork', more));
const textOf = (text: string, more: AnyAsk = {}) => made(Buffer.from(text), fork(text, more)).toString();

describe('fork', () => {
  test('copies the file under a new id with the time of now, and touches nothing else', () => {
    const text = v1('"messages":[{"role":"user","content":"caf\\u00e9"}],"metadata":{"n":9007199254740993},"x":1.0');
    const { change, newId, before, after } = changed(fork(text));
    expect(newId).toBe(NEW_ID);
    expect(change).toMatchObject({ ids: [ID, NEW_ID], path: `${FOLDER}/${ID}.json`, locks: [] });
    expect(change.steps).toMatchObject([
      {
        do: 'put',
        path: `${FOLDER}/${NEW_ID}.json`,
        was: 'absent',
        content: { from: 'copy', path: `${FOLDER}/${ID}.json`, was: sha256(text) },
      },
    ]);
    expect(textOf(text)).toBe(text.replace('1741953600', '1800000000'));
    expect(before).toMatchObject({ conversations: 1, messages: 1 });
    expect(after).toMatchObject({ conversations: 2, messages: 2 });
  });

  test('sets session memories aside, and those of other scopes not', () => {
    const memory = (status: string) =>
      `"memory":[{"scope":"session"},{"scope":"Session","index_status":${status}},{"scope":"global","index_status":"new"},{}]`;
    const text = v1(memory('"new"'));
    expect(textOf(text)).toBe(
      text
        .replace('1741953600', '1800000000')
        .replace('{"scope":"session"}', '{"scope":"session","index_status":"ignore"}')
        .replace('"Session","index_status":"new"', '"Session","index_status":"ignore"'),
    );
    expect(textOf(v1(memory('null')))).toContain('"Session","index_status":"ignore"');
  });

  test('of a v0 file is the v1 that fnord heals it to; what that loses stays in the source', () => {
    const text = '0017:{"messages":[],"tasks":{"a":[],"b":"text"}}';
    expect(textOf(text)).toBe(
      '{"version":1,"timestamp":1800000000,"messages":[],"tasks":{"a":{"description":null,"status":"planning","tasks":[]},' +
        '"b":{"description":null,"status":"planning","tasks":[]}}}',
    );
    expect(changed(fork(text)).notes).toEqual(['has a text in place of a task list: drops "text"']);
  });

  test('says what it carries over, and leaves approvals out when asked', () => {
    const text = v1(
      '"messages":[],"metadata":{"worktree":{"path":"/w"},"session_shell_approvals":[{"kind":"prefix","value":"ls"}],"a":1}',
    );
    expect(changed(fork(text)).notes).toEqual([
      expect.stringContaining('approvals of shell commands'),
      expect.stringContaining('the worktree /w'),
    ]);
    expect(textOf(text, { dropApprovals: true })).toBe(
      v1('"messages":[],"metadata":{"worktree":{"path":"/w"},"a":1}').replace('1741953600', '1800000000'),
    );
    expect(changed(fork(text, { dropApprovals: true })).notes).toHaveLength(1);
  });

  test('comes from the archived one where there is no other, and lands among the active', () => {
    const { change } = changed(openUnit(archived(v1('"messages":[]'))).change(ask('fork')));
    expect(change.steps).toMatchObject([{ path: `${FOLDER}/${NEW_ID}.json` }]);
  });

  test('is refused for what fnord cannot read, and for an id that leads elsewhere', () => {
    expect(fork('{"mess')).toMatchObject({ state: 'refused', codes: ['FN023'] });
    for (const id of ['../x', 'a/b', '', '.', '..', 'a\0'])
      expect(fork(v1('"messages":[]'), { newId: () => id })).toMatchObject({ state: 'refused' });
  });
});

describe('fork --at', () => {
  const kept = (at: string) => {
    const outcome = fork(v1(MESSAGES), { at });
    return JSON.parse(made(Buffer.from(v1(MESSAGES)), outcome).toString()).messages;
  };

  test('keeps the messages before it, as fnord counts them', () => {
    expect(kept('0')).toEqual([]);
    expect(kept('1')).toHaveLength(1);
    expect(kept('4')).toHaveLength(2);
    expect(kept('6')).toHaveLength(4);
    expect(kept('7')).toHaveLength(5);
  });

  test('counts what stays', () => {
    const { before, after } = changed(fork(v1(MESSAGES), { at: '4' }));
    expect(before).toMatchObject({ messages: 7, toolCalls: 2 });
    expect(after).toMatchObject({ messages: 11, toolCalls: 4 });
  });

  test.each(['2', '3'])('is refused inside a message that fnord splits: %s', (at) => {
    expect(fork(v1(MESSAGES), { at })).toMatchObject({
      state: 'refused',
      reason: `cannot be cut before message ${at}: messages 1 to 3 are one message on disk`,
    });
  });

  test.each(['8', '-1', 'x', '1.0', ''])('is refused for %j', (at) => {
    expect(fork(v1(MESSAGES), { at })).toMatchObject({ state: 'refused', reason: expect.stringContaining('0 to 7') });
  });

  test('says when it parts a call from its output', () => {
    const notes = (at: string) => changed(fork(v1(MESSAGES), { at })).notes;
    expect(notes('5')).toEqual(['leaves out 2 of 7 messages', 'is cut between a tool call and its output']);
    expect(notes('4')).toEqual(['leaves out 3 of 7 messages', 'is cut between 2 tool calls and their outputs']);
    expect(notes('6')).toEqual(['leaves out 1 of 7 messages']);
    expect(notes('7')).toEqual([]);
  });
});
