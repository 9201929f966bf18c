import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeDisk } from '../../../src/io/disk.ts';
import type { Message, Transcript, View } from '../../../src/model/conversation.ts';
import { KIND_TABLE, type KindName, type KindTraits } from '../../../src/model/kinds.ts';
import { siteAt } from '../../../src/ops/sites/find-sites.ts';
import { survey } from '../../../src/ops/survey/survey.ts';
import { everythingAt } from '../../../src/ops/survey/survey-options.ts';
import { KINDS } from '../../kinds.ts';
import { inJobs } from '../in-jobs.ts';
import type { RecordedStore, StoreAnswer } from '../recorded-stores.ts';
import { damaged } from './damage.ts';
import { ask, driftOf, healed, lay } from './judge-stores.ts';
import { STORE_PROGRAMS, type StoreProgram, storeCommand } from './programs.ts';
import { kept, result } from './said.ts';

interface Asking {
  readonly version: string | undefined;
  readonly random: number;
  readonly seed: number;
  readonly jobs: number;
}

/**
 * Damages a sound session at random, the same way for the same seed, asks the program to list it and to go on with it, before and after
 * `convo heal`, and prints where convo says otherwise. Answers whether it does anywhere.
 */
export async function judgeRandom(name: string, { version: wanted, random, seed, jobs }: Asking): Promise<boolean> {
  const program = STORE_PROGRAMS[name];
  if (program === undefined) throw new Error(`${name} is not known`);
  const { version, command } = storeCommand(name, program, wanted);
  const sound = program.recorded().find((each) => each.name === 'healthy' || each.name === 'sound');
  if (sound === undefined) throw new Error(`${name} has no sound session`);
  const seeds = Array.from({ length: random }, (_, n) => seed + n);
  const odd: string[] = [];
  await inJobs(seeds, jobs, async (next) => {
    const { store, what } = randomStore(sound, next);
    const found = await differences(name, { program: goingOn(program), command, store });
    if (found.length > 0) odd.push([`${next}: ${what}`, ...found.map((line) => `  ${line}`)].join('\n'));
  });
  process.stdout.write(
    `${[`${name} ${version}: ${random - odd.length} of ${random} as convo says`, ...odd].join('\n')}\n`,
  );
  return odd.length > 0;
}

/** Texts are compared to their ends, and no new conversation is begun. */
function goingOn(program: StoreProgram): StoreProgram {
  return { ...program, cleanUp: null, said: (request) => program.said(request, Number.POSITIVE_INFINITY) };
}

function randomStore(sound: RecordedStore, seed: number) {
  const [path = ''] = Object.keys(sound.files).filter((each) => each.endsWith('.jsonl'));
  const { bytes, what } = damaged(sound.files[path] ?? Buffer.alloc(0), seed);
  return { store: { ...sound, name: String(seed), files: { ...sound.files, [path]: bytes } }, what };
}

interface Asked {
  readonly program: StoreProgram;
  readonly command: readonly string[];
  readonly store: RecordedStore;
}

async function differences(name: string, asked: Asked): Promise<string[]> {
  const { program, command, store } = asked;
  const [now, told] = [await ask(program, command, store), await tellOf(name, asked)];
  const files = await healed(program, store, 'healed');
  const after = await ask(program, command, { ...store, files });
  return [
    ...(now.listed === null || now.listed === told.listed ? [] : [`listed: ${now.listed}, by convo: ${told.listed}`]),
    ...unlike(now.sent, told.sent),
    ...driftOf(now, after, 'healed').map((line) => `healed: ${line}`),
  ];
}

function unlike(sent: StoreAnswer['sent'], told: StoreAnswer['sent']): string[] {
  if (sent === null && told === null) return [];
  if (sent === null) return ['is not gone on with, which convo does not say'];
  if (told === null) return ['is gone on with, and convo says that it is not'];
  const [theirs, ours] = [flat(sent), flat(told)];
  return theirs === ours ? [] : [`sent:     ${theirs}`, `by convo: ${ours}`];
}

/** Texts of neighbours may be joined, and Gemini CLI sends each result twice. */
function flat(words: readonly string[]): string {
  const once = words.filter((word, n) => !word.startsWith('result ') || word !== words[n - 1]);
  return once
    .filter((word) => !word.startsWith('[The previous response'))
    .join('')
    .replace(/\s+/g, '');
}

/** The program's answer as convo predicts it, before a heal. */
async function tellOf(name: string, { program, store }: Asked): Promise<Pick<StoreAnswer, 'listed' | 'sent'>> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
  try {
    const root = join(top, program.store);
    lay(root, store, { from: program.folder, to: program.folder });
    const site = siteAt(nodeDisk(), KINDS, root);
    for await (const event of survey(
      { disk: nodeDisk(), kinds: KINDS, sites: [site] },
      everythingAt(Math.floor(Date.now() / 1000)),
    )) {
      if (event.type !== 'document') continue;
      const [view] = event.document.conversations;
      if (view !== undefined) return told(name as KindName, view, event.document.transcript(view.path));
    }
    return { listed: false, sent: null };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

function told(kind: KindName, { readable, hidden = null }: View, { messages }: Transcript) {
  const { resumesNot }: KindTraits = KIND_TABLE[kind];
  const isRefused = !readable || (hidden !== null && (kind === 'gemini' || resumesNot.includes(hidden)));
  const sent = isRefused ? null : asSent(kind, [...messages]).flatMap((each) => wordsOf(kind, each));
  return { listed: readable && hidden === null, sent };
}

/** Of a record that is there twice the request has all texts before all calls (Qwen Code), or each result behind its first call (Copilot CLI). */
function asSent(kind: string, messages: readonly Message[]): readonly Message[] {
  const shown = messages.filter(({ hidden }) => !hidden);
  if (kind === 'qwen') {
    const isText = ({ type }: Message) => type === 'text';
    return runsOf(shown).flatMap((run) => [...run.filter(isText), ...run.filter((each) => !isText(each))]);
  }
  if (kind !== 'copilot') return shown;
  const isResult = ({ type }: Message) => type === 'tool_output';
  const results = new Map(shown.filter(isResult).map((each) => [each.callId, each]));
  return shown.flatMap((each) => {
    const result = each.type === 'tool_call' ? results.get(each.callId) : undefined;
    if (result !== undefined) results.delete(each.callId);
    return isResult(each) ? [] : [each, ...(result === undefined ? [] : [result])];
  });
}

/** Neighbours of one record, as far as it is one of an answer. */
function runsOf(messages: readonly Message[]): Message[][] {
  const runs: Message[][] = [];
  for (const each of messages) {
    const last = runs.at(-1)?.[0];
    if (last !== undefined && last.id === each.id && each.role === 'assistant') runs.at(-1)?.push(each);
    else runs.push([each]);
  }
  return runs;
}

/** In the words of `StoreProgram.said`. */
function wordsOf(kind: string, { hidden, type, text, name }: Message): string[] {
  if (hidden || type === 'reasoning') return [];
  if (type === 'tool_call') return [kind === 'copilot' || kind === 'pi' ? 'call' : `call ${name}`];
  if (type === 'tool_output')
    return kind === 'gemini' ? [`result ${name}`] : result(text ?? '', Number.POSITIVE_INFINITY);
  return type === 'text' ? kept(text ?? '', Number.POSITIVE_INFINITY) : [];
}
