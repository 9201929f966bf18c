import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '../call.ts';

const ID = 'f74d338b-c957-4ca9-9e17-38c267938536';
const PROJECT = '-srv-ada-bakery';
const STORE = fileURLToPath(new URL('../../../fixtures/claude/store', import.meta.url));
const AGENT = join('projects', PROJECT, ID, 'subagents', 'agent-a01.jsonl');
const LONG_AGO = 1_790_000_000;

/** A session whose subagent's transcript was damaged. */
function homeWith(damage: (transcript: string) => string) {
  const root = mkdtempSync(join(tmpdir(), 'convostore-subagents-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync(STORE, root, { recursive: true });
  const file = join(root, AGENT);
  const sound = readFileSync(file, 'utf8');
  writeFileSync(file, damage(sound));
  utimesSync(file, LONG_AGO, LONG_AGO);
  const transcript = () => readFileSync(file, 'utf8');
  const run = (line: string) => call([...line.split(' '), '--root', root]);
  return { run, sound, transcript };
}

test("a subagent's transcript is healed with its session, byte for byte, and undone", async () => {
  const { run, sound, transcript } = homeWith((text) => text.replace('"type":"assistant"', '\0\0"type":"assistant"'));
  const damaged = transcript();
  expect(damaged).not.toBe(sound);
  expect((await run(`heal ${ID} --yes`)).exit).toBe(0);
  expect(transcript()).toBe(sound);
  expect((await run('undo --yes')).exit).toBe(0);
  expect(transcript()).toBe(damaged);
});

test("losses in a subagent's transcript are named with the subagent, and need --lossy alone", async () => {
  const { run, transcript } = homeWith((text) => `${text}{"parentUuid":null,"isSidechain":true,"type":"user","mess\n`);
  const damaged = transcript();
  const plain = await run(`heal ${ID} --yes`);
  expect(plain.stdout).toContain('agent-a01.jsonl has a torn record: needs --lossy');
  expect(transcript()).toBe(damaged);
  const { exit, stdout } = await run(`heal ${ID} --lossy --yes`);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/subagent a01: the (?:torn )?(?:last )?line/);
  expect((await run(`verify ${ID} --only CL003,CL004`)).stdout).not.toContain('agent-a01');
});
