import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { KIND_NAMES, type KindName } from '../../src/model/kinds.ts';
import { copyTree, removeTree } from '../support/folders.ts';
import { call } from './call.ts';

/** Where each program keeps its store in a home; the project that TENEX is at work in is `work`. */
export const PLACES: Readonly<Record<KindName, string>> = {
  fnord: '.fnord',
  tenex: 'work/.tenex',
  rao: '.local/share/R/rstudio-ai',
  claude: '.claude',
  codex: '.codex',
  gemini: '.gemini',
  qwen: '.qwen',
  copilot: '.copilot',
  pi: '.pi/agent',
};

/** A home with nothing in it but the project `work`, and convo in that project; gone when the test is over. */
export function bareHome() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-home-')));
  onTestFinished(() => removeTree(home));
  const work = join(home, 'work');
  mkdirSync(work);
  const convo = (line: string | readonly string[], world: Parameters<typeof call>[1] = {}) =>
    call(line, { home, cwd: work, ...world });
  return { home, work, convo, at: (path: string) => join(home, path) };
}

/** The same with the demo's store of each of these kinds. */
export function homeOf(kinds: readonly KindName[] = KIND_NAMES) {
  const made = bareHome();
  for (const kind of kinds) {
    const to = made.at(PLACES[kind]);
    mkdirSync(join(to, '..'), { recursive: true });
    copyTree(`fixtures/demo/${kind}`, to, { times: true });
  }
  return made;
}
