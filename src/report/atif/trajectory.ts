import type { Conversation, Message, Transcript } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { isDamage } from '../../model/rules/row.ts';
import type { TokenCount } from '../../model/stats.ts';
import { type Json, jsonText as looseText } from '../json-text.ts';
import { objectIn, textPassed } from '../show/call.ts';
import { type TurnEntry, turnEntries } from '../show/entries.ts';
import { countText } from '../text.ts';
import { isoText } from '../time.ts';

const ATIF_VERSION = 'ATIF-v1.7';

interface TrajectoryOptions {
  readonly all: boolean;
  readonly findings: readonly PlacedFinding[];
  readonly tokens: readonly TokenCount[];
  readonly isRedacted: boolean;
}

/** One step per line: docs/atif.md. `notes` lists losses. Throws SilentFailure, naming the file, if nothing is said. */
export function* trajectoryJson(
  conversation: Conversation,
  { messages }: Transcript,
  { all, findings, tokens, isRedacted }: TrajectoryOptions,
): Generator<string> {
  const { kind, id, path, project, title, format, readable } = conversation;
  const losses: ConversionLosses = { hidden: 0, pictures: 0, subagents: 0, arguments: 0, results: 0, silent: 0 };
  const agent = { name: KIND_TABLE[kind].trajectory ?? kind, version: 'unknown' };
  const codes = [...new Set(findings.filter(isDamage).map(({ code }) => code))].sort();
  const mark = isRedacted ? { redacted: true } : {};
  const extra = { ...mark, kind, project, title, format, readable, findings: codes };
  let steps = 0;
  for (const step of atifSteps(onPage(messages, all, losses), losses)) {
    if (steps++ === 0) yield headOf({ schema_version: ATIF_VERSION, session_id: id, agent, extra });
    yield `${steps === 1 ? '' : ',\n'}${jsonText({ step_id: steps, ...step })}`;
  }
  if (steps === 0)
    throw new SilentFailure('failed', `${path} holds nothing said, and a trajectory has at least one step`);
  const metrics = { ...tokensOf(tokens), total_steps: steps };
  yield `\n],"notes":${jsonText(notesOn(losses))},"final_metrics":${jsonText(metrics)}}\n`;
}

export class SilentFailure extends Failure {}

/** The format counts cache reads and writes as input. */
function tokensOf(tokens: readonly TokenCount[]): { [key: string]: Json } {
  if (tokens.length === 0) return {};
  const sum = (of: (each: TokenCount) => number): number => tokens.reduce((all, each) => all + of(each), 0);
  return {
    total_prompt_tokens: sum(({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite),
    total_completion_tokens: sum(({ output }) => output),
    total_cached_tokens: sum(({ cacheRead }) => cacheRead),
  };
}

/** Matches an escape of JSON text; a pair of surrogates is one. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/g;

/** JSON for strict readers: they refuse half of a surrogate pair, which becomes U+FFFD. */
function jsonText(value: Json): string {
  return looseText(value).replace(ESCAPE, (sign) => (/^\\u[dD][89a-fA-F]..$/.test(sign) ? '\\ufffd' : sign));
}

function headOf(head: Parameters<typeof jsonText>[0]): string {
  return `${jsonText(head).slice(0, -1)},"steps":[\n`;
}

function* onPage(
  messages: Transcript['messages'],
  all: boolean,
  losses: Pick<ConversionLosses, 'hidden'>,
): Generator<Transcript['messages'] extends Iterable<infer M> ? M : never> {
  for (const message of messages)
    if (all || !message.hidden) yield message;
    else losses.hidden++;
}

function notesOn({ hidden, pictures, subagents, arguments: texts, results, silent }: ConversionLosses): string {
  const own = [
    ...(hidden > 0 ? [`${countText(hidden, 'hidden message')}, as from before a compaction`] : []),
    ...(pictures > 0 ? [countText(pictures, 'picture')] : []),
    ...(subagents > 0 ? [`the ${countText(subagents, 'transcript')} of subagents`] : []),
    ...(silent > 0 ? [`${countText(silent, 'message')} without words`] : []),
  ];
  const otherwise = [
    ...(texts > 0
      ? [`the arguments of ${countText(texts, 'call')} are no JSON object: they are the text \`input\``]
      : []),
    ...(results > 0
      ? [`${countText(results, 'result')} could not be set beside the call, whose id is in \`extra\``]
      : []),
  ];
  const omitted = [
    ...own,
    'the tokens of single steps, the version of the program, and what it keeps beside the messages',
  ].join(', ');
  return [
    `Made by convo from a stored conversation. Not in this file: ${omitted}.`,
    ...otherwise.map((each) => `${each[0]?.toUpperCase()}${each.slice(1)}.`),
  ].join(' ');
}

/** Number of parts that a trajectory cannot hold. */
interface ConversionLosses {
  hidden: number;
  pictures: number;
  subagents: number;
  /** Calls whose arguments are no JSON object. */
  arguments: number;
  /** Results without a call in reach. */
  results: number;
  /** Messages without content. */
  silent: number;
}

type TrajectoryStep = { [key: string]: Json };

interface Answer {
  readonly time: number | undefined;
  readonly model: string | undefined;
  readonly texts: string[];
  readonly thoughts: string[];
  readonly calls: Json[];
  readonly results: Json[];
  readonly ids: Set<string>;
}

/** A step per text of a person or the program, and per answer with thoughts, calls and results. */
export function* atifSteps(messages: Iterable<Message>, losses: ConversionLosses): Generator<TrajectoryStep> {
  let answer: Answer | null = null;
  for (const entry of turnEntries(messages)) {
    const { message, result } = entry;
    for (const each of [message, result]) losses.pictures += each?.pictures?.length ?? 0;
    if (answer !== null && endsAnswer(answer, message)) {
      yield stepOf(answer);
      answer = null;
    }
    if (isAnswer(message)) answer = withMessage(answer ?? newAnswer(message), entry, losses);
    else yield* saidStep(message, losses);
  }
  if (answer !== null) yield stepOf(answer);
}

function isAnswer({ role, source }: Message): boolean {
  return (role === 'assistant' || role === 'tool') && source === undefined;
}

/** An answer ends when others speak, and when the model speaks after results or thinks after speaking. */
function endsAnswer({ results, texts, calls }: Answer, message: Message): boolean {
  if (!isAnswer(message)) return true;
  if (message.type === 'tool_output') return false;
  return results.length > 0 || (message.type === 'reasoning' && texts.length + calls.length > 0);
}

function newAnswer({ time, model }: Message): Answer {
  return { time, model, texts: [], thoughts: [], calls: [], results: [], ids: new Set() };
}

function withMessage(answer: Answer, { message, result }: TurnEntry, losses: ConversionLosses): Answer {
  const { type, text, words } = message;
  if (type === 'tool_call') addCall(answer, message, result, losses);
  else if (type === 'tool_output') {
    losses.results++;
    answer.results.push(resultOf(message, undefined));
  } else if (type === 'reasoning') answer.thoughts.push(words ?? text ?? '');
  else if ((words ?? text ?? '') === '') losses.silent++;
  else answer.texts.push(words ?? text ?? '');
  return answer;
}

function addCall(
  { calls, results, ids }: Answer,
  message: Message,
  result: Message | null,
  losses: ConversionLosses,
): void {
  const { callId = '', name, index, agent } = message;
  const id = callId === '' || ids.has(callId) ? `${callId}#${index}` : callId;
  ids.add(id);
  if (agent !== undefined) losses.subagents++;
  const args = objectIn(message.arguments ?? '') as { [key: string]: Json } | null;
  if (args === null) losses.arguments++;
  calls.push({
    tool_call_id: id,
    function_name: name || 'unnamed',
    arguments: args ?? { input: textPassed(message) },
    ...(agent === undefined ? {} : { extra: { subagent: agent } }),
  });
  if (result !== null) results.push(resultOf(result, id));
}

function resultOf({ text, words, failed, callId }: Message, id: string | undefined): Json {
  const extra = { ...(failed === true ? { failed } : {}), ...(id === undefined && callId ? { call_id: callId } : {}) };
  return {
    ...(id === undefined ? {} : { source_call_id: id }),
    content: words ?? text ?? '',
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function stepOf({ time, model, texts, thoughts, calls, results }: Answer): TrajectoryStep {
  return {
    ...timed(time),
    source: 'agent',
    ...(model === undefined ? {} : { model_name: model }),
    message: texts.join('\n\n'),
    ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('\n\n') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(results.length === 0 ? {} : { observation: { results } }),
  };
}

function saidStep(message: Message, losses: ConversionLosses): TrajectoryStep[] {
  const { time, role, source, text, words, type, pictures = [] } = message;
  const said = words ?? text ?? '';
  if (said === '' && pictures.length === 0 && type !== 'image') {
    losses.silent++;
    return [];
  }
  const step = {
    ...timed(time),
    source: role === 'user' && source === undefined ? 'user' : 'system',
    message: said === '' ? '(a picture, which is not in this file)' : said,
    ...(source === undefined ? {} : { extra: { said_by: source } }),
  };
  return [step];
}

function timed(time: number | undefined): TrajectoryStep {
  return time === undefined ? {} : { timestamp: isoText(time) };
}
