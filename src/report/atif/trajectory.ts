import type { Conversation, Transcript } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import type { TokenCount } from '../../model/stats.ts';
import { type Json, jsonText as looseText } from '../json-text.ts';
import { countText } from '../numbers.ts';
import { atifSteps, type NotHeld } from './steps.ts';

/** Version of the Agent Trajectory Interchange Format. */
const ATIF = 'ATIF-v1.7';

interface TrajectoryOptions {
  readonly all: boolean;
  readonly findings: readonly PlacedFinding[];
  readonly tokens: readonly TokenCount[];
  readonly isRedacted: boolean;
}

/** One step per line: docs/atif.md. `notes` lists losses. Throws Failure `failed`, naming the file, if nothing is said. */
export function* trajectoryJson(
  conversation: Conversation,
  { messages }: Transcript,
  { all, findings, tokens, isRedacted }: TrajectoryOptions,
): Generator<string> {
  const { kind, id, path, project, title, format, readable } = conversation;
  const notHeld: NotHeld = { pictures: 0, subagents: 0, arguments: 0, results: 0, silent: 0 };
  const agent = { name: KIND_TABLE[kind].trajectory ?? kind, version: 'unknown' };
  const codes = [...new Set(findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code))].sort();
  const mark = isRedacted ? { redacted: true } : {};
  const extra = { ...mark, kind, project, title, format, readable, findings: codes };
  let steps = 0;
  for (const step of atifSteps(onPage(messages, all), notHeld)) {
    if (steps++ === 0) yield headOf({ schema_version: ATIF, session_id: id, agent, extra });
    yield `${steps === 1 ? '' : ',\n'}${jsonText({ step_id: steps, ...step })}`;
  }
  if (steps === 0) throw new Failure('failed', `${path} holds nothing said, and a trajectory has at least one step`);
  const metrics = { ...tokensOf(tokens), total_steps: steps };
  yield `\n],"notes":${jsonText(notesOn(notHeld))},"final_metrics":${jsonText(metrics)}}\n`;
}

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

/** An escape of JSON text; a pair of surrogates is one. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/g;

/** JSON that strict readers take: they refuse half a surrogate pair, which becomes U+FFFD. */
function jsonText(value: Json): string {
  return looseText(value).replace(ESCAPE, (sign) => (/^\\u[dD][89a-fA-F]..$/.test(sign) ? '\\ufffd' : sign));
}

/** Up to the first step. */
function headOf(head: Parameters<typeof jsonText>[0]): string {
  return `${jsonText(head).slice(0, -1)},"steps":[\n`;
}

function* onPage(
  messages: Transcript['messages'],
  all: boolean,
): Generator<Transcript['messages'] extends Iterable<infer M> ? M : never> {
  for (const message of messages) if (all || !message.hidden) yield message;
}

/** Losses of this conversation, and of every one. */
function notesOn({ pictures, subagents, arguments: texts, results, silent }: NotHeld): string {
  const own = [
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
  const left = [
    ...own,
    'the tokens of single steps, the version of the program, and what it keeps beside the messages',
  ].join(', ');
  return [
    `Made by convo from a stored conversation. Not in this file: ${left}.`,
    ...otherwise.map((each) => `${each[0]?.toUpperCase()}${each.slice(1)}.`),
  ].join(' ');
}
