import { describe, expect, test } from 'vitest';
import { callOf, codesOf, outputOf, QUESTION } from '../found.ts';

const PENDING = 'Response pending...';
const TALK = '{"id":9,"role":"assistant","content":"So it is.","related_to":1}';

describe('outputs and calls', () => {
  test('that fit are sound, wherever the output stands', () => {
    expect(codesOf(QUESTION, callOf(2), outputOf(3, 'call_2'), TALK)).toEqual([]);
    expect(codesOf(QUESTION, callOf(2), callOf(3), outputOf(4, 'call_3'), outputOf(5, 'call_2'), TALK)).toEqual([]);
  });

  test('calls at the end wait together', () => {
    expect(codesOf(QUESTION, callOf(2), callOf(3))).toEqual(['RA212', 'RA212']);
    expect(codesOf(QUESTION, callOf(2), TALK, callOf(10))).toEqual(['RA211', 'RA212']);
  });

  test('one pending output is as it should be, two are not', () => {
    expect(codesOf(QUESTION, callOf(2), outputOf(3, 'call_2', PENDING))).toEqual([]);
    const twice = [callOf(2), outputOf(3, 'call_2', PENDING), outputOf(4, 'call_2', PENDING)];
    expect(codesOf(QUESTION, ...twice)).toEqual(['RA213']);
  });

  test('a pending output beside a real one is one too many', () => {
    const two = [callOf(2), outputOf(3, 'call_2', PENDING), outputOf(4, 'call_2')];
    expect(codesOf(QUESTION, ...two)).toEqual(['RA216']);
  });

  test('outputs of calls that share their id are not told apart', () => {
    const shared = [callOf(2, { callId: 'c' }), outputOf(3, 'c'), callOf(4, { callId: 'c' }), outputOf(5, 'c')];
    expect(codesOf(QUESTION, ...shared)).toEqual(['RA214']);
  });

  test('an edit that waits twice for its answer', () => {
    const waiting = (id: number) =>
      `{"id":${id},"role":"user","content":"${PENDING}","related_to":2,"procedural":true}`;
    const edit = [callOf(2, { name: 'edit_file' }), outputOf(3, 'call_2')];
    expect(codesOf(QUESTION, ...edit, waiting(4))).toEqual([]);
    expect(codesOf(QUESTION, ...edit, waiting(4), waiting(5))).toEqual(['RA213']);
  });
});
