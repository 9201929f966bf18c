import { lexemeOf, type Value } from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import type { Part } from '../../../model/part.ts';
import type { SavedOutputs } from '../../engine/saved-outputs.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { Agent } from './agents.ts';
import type { BlockText } from './blocks.ts';

const FOLDER = '/tool-results/';
const OUTPUT_NAMES = /tool-results[/\\]+([^\s/\\<>"'\])]+)/g;

/** Outputs that the program saved beside a session: too long to be sent, or no text. `archived`: prefix of the parts' roles. */
export function savedOutputs(parts: readonly Part[], archived: 'archived-' | ''): SavedOutputs {
  const saved = parts.filter(({ role, path }) => role === `${archived}companion` && path.includes(FOLDER));
  const files = saved.map((part) => {
    const name = part.path.slice(part.path.indexOf(FOLDER) + FOLDER.length);
    return [name, { part, mark: `saved output ${name}` }] as const;
  });
  return { files: new Map(files), naming: OUTPUT_NAMES };
}

const DAY_MS = 86_400_000;

/** Calls in the order of their records, each with its other members until its result comes. */
export class Calls {
  readonly #open = new Map<string, { readonly time: number | null; readonly passed: string }>();
  readonly #agents: ReadonlySet<string>;
  readonly #started: ReadonlyMap<string, string>;

  constructor(agents: readonly Agent[]) {
    this.#agents = new Set(agents.map(({ id }) => id));
    this.#started = new Map(agents.flatMap(({ id, toolUseId }) => (toolUseId === null ? [] : [[toolUseId, id]])));
  }

  /** `time`, `duration`: milliseconds. `agent`: the subagent that a call started. */
  add(
    { type, callId = '', arguments: passed = '' }: Pick<BlockText, 'type' | 'callId' | 'arguments'>,
    record: Value,
    time: number | null,
  ): Pick<Message, 'duration' | 'agent'> {
    if (type === 'tool_call') {
      this.#open.set(callId, { time, passed });
      const agent = this.#started.get(callId);
      return agent === undefined ? {} : { agent };
    }
    const called = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (called === undefined) return {};
    this.#open.delete(callId);
    const apart = called.time === null || time === null ? null : time - called.time;
    // The last record of a fork has the time of the fork.
    const isRetimed = apart !== null && apart > DAY_MS && lastValue(record, 'forkedFrom') !== null;
    return this.#about(lastValue(record, 'toolUseResult'), isRetimed ? null : apart);
  }

  /** Arguments of a call without a result so far. */
  argumentsOf(callId: string): string {
    return this.#open.get(callId)?.passed ?? '';
  }

  #about(result: Value | null, apart: number | null): Pick<Message, 'duration' | 'agent'> {
    const total = lastValue(result, 'totalDurationMs') ?? lastValue(result, 'durationMs');
    const duration = total === null ? apart : Number(lexemeOf(total));
    const agent = textAt(result, 'agentId');
    return {
      ...(duration !== null && Number.isSafeInteger(duration) && duration >= 0 ? { duration } : {}),
      ...(agent !== null && this.#agents.has(agent) ? { agent } : {}),
    };
  }
}
