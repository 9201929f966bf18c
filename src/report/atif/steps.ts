import type { Message } from '../../model/conversation.ts';
import type { Json } from '../json-text.ts';
import { objectIn, textPassed } from '../show/call.ts';
import { type TurnEntry, turnEntries } from '../show/entries.ts';
import { isoText } from '../time.ts';

/** Losses of the format, counted during conversion. */
export interface NotHeld {
  pictures: number;
  subagents: number;
  /** Calls whose arguments are not a JSON object. */
  arguments: number;
  /** Results without a call in reach. */
  results: number;
  /** Messages without content to write. */
  silent: number;
}

/** Without its number. */
type Step = { [key: string]: Json };

/** One answer of the model, so far. */
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
export function* atifSteps(messages: Iterable<Message>, notHeld: NotHeld): Generator<Step> {
  let answer: Answer | null = null;
  for (const entry of turnEntries(messages)) {
    const { message, result } = entry;
    for (const each of [message, result]) notHeld.pictures += each?.pictures?.length ?? 0;
    if (answer !== null && endsAnswer(answer, message)) {
      yield stepOf(answer);
      answer = null;
    }
    if (isAnswer(message)) answer = added(answer ?? newAnswer(message), entry, notHeld);
    else yield* saidStep(message, notHeld);
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

function added(answer: Answer, { message, result }: TurnEntry, notHeld: NotHeld): Answer {
  const { type, text, words } = message;
  if (type === 'tool_call') addCall(answer, message, result, notHeld);
  else if (type === 'tool_output') {
    notHeld.results++;
    answer.results.push(resultOf(message, undefined));
  } else if (type === 'reasoning') answer.thoughts.push(words ?? text ?? '');
  else if ((words ?? text ?? '') === '') notHeld.silent++;
  else answer.texts.push(words ?? text ?? '');
  return answer;
}

function addCall({ calls, results, ids }: Answer, message: Message, result: Message | null, notHeld: NotHeld): void {
  const { callId = '', name, index, agent } = message;
  const id = callId === '' || ids.has(callId) ? `${callId}#${index}` : callId;
  ids.add(id);
  if (agent !== undefined) notHeld.subagents++;
  const given = objectIn(message.arguments ?? '') as { [key: string]: Json } | null;
  if (given === null) notHeld.arguments++;
  calls.push({
    tool_call_id: id,
    function_name: name || 'unnamed',
    arguments: given ?? { input: textPassed(message) },
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

function stepOf({ time, model, texts, thoughts, calls, results }: Answer): Step {
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

/** Empty for an empty message. */
function saidStep(message: Message, notHeld: NotHeld): Step[] {
  const { time, role, source, text, words, type, pictures = [] } = message;
  const said = words ?? text ?? '';
  if (said === '' && pictures.length === 0 && type !== 'image') {
    notHeld.silent++;
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

function timed(time: number | undefined): Step {
  return time === undefined ? {} : { timestamp: isoText(time) };
}
