import type * as contract from '../contract/conversation.ts';
import type { Inferred } from '../contract/words.ts';
import { cmd, commandText, shell, withPlaceholders } from '../model/command.ts';
import type { LostConversation, Trace } from '../model/lost.ts';
import { SHOW_AGENT } from '../model/rules/row.ts';
import { contractJson } from './json-text.ts';
import type { Screen } from './paint.ts';
import { countText, firstLine, numberText, printable, wrap } from './text.ts';
import { isoText, timeText } from './time.ts';

export interface LostScreen extends Screen {
  readonly commandPrefix: string;
}

export function lostListJson(
  lost: readonly LostConversation[],
  findings: readonly Inferred<typeof contract.finding>[],
  commandPrefix: string,
): string {
  return contractJson('list', {
    conversations: [],
    findings: [...findings],
    lost: lost.map((each) => lostJson(each, commandPrefix)),
  });
}

export function lostJson(lost: LostConversation, commandPrefix: string): Inferred<typeof contract.lost> {
  const { scope, prompts, traces, agents, originals, ...rest } = lost;
  return {
    ...rest,
    project: scope,
    agents: [...agents],
    sinceIso: isoText(lost.since),
    untilIso: isoText(lost.until),
    prompts: prompts.map(({ text, time }) => ({ text, time, timeIso: isoText(time) })),
    traces: traces.map((each) => ({ ...each })),
    originals: originals.map((each) => ({ ...each })),
    ways: restoringCommands(lost, commandPrefix),
  };
}

export function* lostListText(lost: readonly LostConversation[], all: number, screen: LostScreen): Generator<string> {
  const { paint, width } = screen;
  let root = '';
  for (const each of lost) {
    if (root !== each.root) yield* wrap(`${each.kind} store ${printable(each.root)}`, 0, { width }).map(paint.accent);
    root = each.root;
    yield* wrap(`${paint.strong(printable(each.id))}  ${placeText(each)}`, 0, { width, hang: 2 });
    yield* leftText(each, screen, 1);
    yield '';
  }
  yield* wrap(totalText(lost.length, all), 0, { width });
  if (lost.some((each) => restoringCommands(each, '').length === 0)) yield* wrap(NO_COMMAND, 0, { width });
}

function totalText(listed: number, all: number): string {
  if (all === 0) return 'no conversation is lost: all that left traces have their files';
  const total = `${countText(all, 'conversation is', 'conversations are')} lost: the files are gone, and traces or copies are left`;
  return listed < all ? `${total} (${numberText(listed)} shown)` : total;
}

const NO_COMMAND =
  'where no command is named, no answers are left here; a copy that `convo keep DIR` made comes back with ' +
  '`convo restore ID --from DIR`';

export function* lostText(lost: LostConversation, screen: LostScreen): Generator<string> {
  yield* leftText(lost, screen, Number.POSITIVE_INFINITY);
  if (restoringCommands(lost, '').length === 0) yield* wrap(NO_COMMAND, 2, { width: screen.width, hang: 2 });
}

/** Traces with `ends` prompts from each end, and ways to restore. */
function* leftText(
  lost: LostConversation,
  { paint, width, commandPrefix }: LostScreen,
  ends: number,
): Generator<string> {
  const { since, until, traces, stub, kept, copies = [], title } = lost;
  const from = since === until ? '' : `${timeText(since)} to `;
  const when = until === null ? '' : `${from}${timeText(until)} UTC: `;
  const copy =
    kept === undefined ? [] : [`${copies.length > 1 ? `${copies.length} copies` : 'a copy'} in ${printable(kept)}`];
  const remains = [...traces.map(traceText), ...(stub === undefined ? [] : [STUB]), ...copy];
  yield* wrap(`${when}${remains.join(', ')}`, 2, { width, hang: 2 });
  if (title !== undefined && lost.prompts.length === 0) yield* wrap(firstLine(title), 4, { width, hang: 2 });
  yield* promptLines(lost, width, ends);
  for (const way of restoringCommands(lost, commandPrefix)) yield* wrap(paint.accent(printable(way)), 2, { width });
}

function placeText({ folder, scope }: LostConversation): string {
  if (folder !== null) return printable(folder);
  return scope === null || scope === '' ? '' : `project ${printable(scope)}`;
}

function* promptLines({ prompts }: LostConversation, width: number, ends: number): Generator<string> {
  const omitted = prompts.length - 2 * ends;
  const rows = omitted > 1 ? [...prompts.slice(0, ends), null, ...prompts.slice(-ends)] : prompts;
  for (const prompt of rows) {
    const text = prompt === null ? `… ${omitted} more` : `${timeText(prompt.time)}  ${firstLine(prompt.text)}`;
    yield* wrap(text, 4, { width, hang: 2 });
  }
}

const STUB = 'a file in its place in which nothing was said';

function traceText({ what, count }: Trace): string {
  switch (what) {
    case 'prompts':
      return countText(count, 'prompt');
    case 'shell':
      return 'the folder of its shell';
    case 'file-history':
      return `${countText(count, 'copy', 'copies')} of files that it changed`;
    case 'companions':
      return countText(count, 'file beside it', 'files beside it');
  }
}

function restoringCommands(
  { id, agents, originals, kept, copies = [] }: LostConversation,
  commandPrefix: string,
): string[] {
  const back = originals.slice(-1).map(({ verb, run, path, from }) => {
    return verb === 'delete' ? cmd`undo ${run}` : shell`cp -n ${path} ${from}`;
  });
  const agentCommands = agents.map((agent) => withPlaceholders(SHOW_AGENT, { ID: id, NAME: agent }));
  const copy = kept === undefined ? [] : copies.map((each) => cmd`restore ${each} --from ${kept}`);
  return [...back, ...copy, ...agentCommands].map((way) => commandText(way, commandPrefix));
}
