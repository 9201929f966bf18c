import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { bareHome } from './home-of-all.ts';

/** A played scene as a home; its records as `change` makes them. */
function played(scene: string, change: (text: string) => string = (text) => text) {
  const made = bareHome();
  const { files } = JSON.parse(readFileSync(`fixtures/codex/scenes/${scene}.json`, 'utf8'));
  const texts = Object.entries(files).filter((each): each is [string, string] => typeof each[1] === 'string');
  for (const [path, text] of texts) {
    const file = made.at(`.codex/${path}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, change(text));
  }
  return made;
}

const AGENT = '01a22159-5a70-7ac1-89cb-af6c4d10acb6';

test('a subagent that codex goes on with in a session of its parent alone is not resumed', async () => {
  const { convo } = played('agents-v2');
  const { exit, stderr } = await convo(`resume ${AGENT}`);
  expect(exit).toBe(4);
  expect(stderr).toContain(`codex does not go on with ${AGENT}`);
  expect((await convo(`why ${AGENT}`)).stdout).toContain('codex does not list it: subagent');
  expect((await convo(`show ${AGENT}`)).stdout).not.toContain('codex resume');
  expect((await convo('resume 01a22159-587b')).stdout).toContain('codex resume 01a22159-587b-7d21-a612-6558bab17b24');
});

test('a subagent of the version before is resumed by its own id', async () => {
  const { convo } = played('agents');
  expect((await convo('resume 01a22157-895b')).stdout).toContain('codex resume 01a22157-895b-7973-bd08-d1eef0402623');
});

test('a thread of that version which no parent began is resumed', async () => {
  const { convo } = played('agents-v2', (text) => text.replace(/"source":\{"subagent":.*?\}\}\}/, '"source":"cli"'));
  expect((await convo(`resume ${AGENT}`)).stdout).toContain(`codex resume ${AGENT}`);
});
