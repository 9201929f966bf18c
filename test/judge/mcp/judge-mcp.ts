import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { askClaude } from './ask-claude.ts';
import { askCodex } from './ask-codex.ts';
import { askGemini } from './ask-gemini.ts';

/** Folders of a program that has `convo mcp`: its own home, that of its user, the project, and the `convo` on its path. */
export interface Place {
  readonly top: string;
  readonly config: string;
  readonly user: string;
  readonly work: string;
  readonly bin: string;
}

/** What the program sent to its model in the second session, from the first request on. */
export interface Sent {
  readonly version: string;
  readonly requests: readonly string[];
  /** How often the model looked for tools before its call; 0 where the first request offers them. */
  readonly searches: number;
  /** What the program said where it did not go on; empty else. */
  readonly complaint: string;
}

/** Words of the first session. The second asks for them; the secret must not come along. */
export const SAID = 'The saffron ledger is in drawer seven';
export const SECRET = ['AKIA', 'Z7QX3DRN5TLK2MWV'].join('');
export const ASKED = 'Where was the ledger put?';
/** Claude Code and Codex show the tools of servers to a model that looks for them, no earlier. */
export const SOUGHT = 'search past conversations';
export const TOOL = 'search_text';
export const INPUT = { text: 'saffron' };

const PLAYERS = { claude: askClaude, codex: askCodex, gemini: askGemini } as const;

/**
 * Has each program say something in one session and look for it in the next by `convo mcp`, configured as `convo mcp --print` says;
 * prints what each was offered, called and answered. Answers whether anything is wrong.
 */
export async function judgeMcp(version: string | undefined, only: string): Promise<boolean> {
  let isWrong = false;
  for (const [name, play] of Object.entries(PLAYERS).filter(([each]) => each.includes(only))) {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
    try {
      const sent = await play(placeIn(top), version);
      const wrong = wrongIn(sent);
      isWrong ||= wrong.length > 0;
      const said = wrong.length === 0 ? 'offered, called, answered, and no secret sent' : wrong.join('; ');
      process.stdout.write(`${name} ${sent.version}: ${said}\n`);
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  }
  return isWrong;
}

function wrongIn({ requests, searches, complaint }: Sent): string[] {
  const offers = requests.slice(Math.min(1, searches), 1 + searches);
  const after = requests.slice(1 + searches);
  const wrong: string[] = [];
  if (!offers.some((request) => request.includes(TOOL))) wrong.push('the tool is not offered');
  if (!after.some((request) => request.includes(SAID))) wrong.push('the answer is not in the next request');
  if (requests.some((request) => request.includes(SECRET))) wrong.push('a secret is in a request');
  if (complaint !== '') wrong.push(complaint);
  return wrong;
}

function placeIn(top: string): Place {
  const [config = '', user = '', work = '', bin = ''] = ['config', 'user', 'orchard', 'bin'].map((name) =>
    join(top, name),
  );
  for (const folder of [config, user, work, bin]) mkdirSync(folder);
  const convo = join(bin, 'convo');
  writeFileSync(convo, `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/convo.js')}' "$@"\n`);
  chmodSync(convo, 0o755);
  return { top, config, user, work, bin };
}

/** What `convo mcp --print PROGRAM` prints for a user with these variables. */
export function printed(bin: string, program: string, env: Readonly<Record<string, string>>): string {
  const words = ['mcp', '--print', program];
  const { stdout, stderr, status } = spawnSync(join(bin, 'convo'), words, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`convo mcp --print ${program} exited ${status}: ${stderr}`);
  return stdout;
}
