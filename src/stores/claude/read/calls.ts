import { lexemeOf, type Value } from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import { textAt } from '../../engine/text-at.ts';
import type { Agent } from './agents.ts';
import type { SaidInBlock } from './blocks.ts';
import { lastValue } from './last-value.ts';

/** Calls as they go by, each with its record's other members until its result has come. */
export class Calls {
  readonly #open = new Map<string, number | null>();
  readonly #agents: ReadonlySet<string>;
  readonly #started: ReadonlyMap<string, string>;

  constructor(agents: readonly Agent[]) {
    this.#agents = new Set(agents.map(({ id }) => id));
    this.#started = new Map(agents.flatMap(({ id, toolUseId }) => (toolUseId === null ? [] : [[toolUseId, id]])));
  }

  /** The subagent that a call started, and the milliseconds that a result took; `time` is that of the record, in milliseconds. */
  meet(
    { type, callId = '' }: Pick<SaidInBlock, 'type' | 'callId'>,
    record: Value,
    time: number | null,
  ): Pick<Message, 'duration' | 'agent'> {
    if (type === 'tool_call') {
      this.#open.set(callId, time);
      const agent = this.#started.get(callId);
      return agent === undefined ? {} : { agent };
    }
    const called = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (called === undefined) return {};
    this.#open.delete(callId);
    return this.#about(lastValue(record, 'toolUseResult'), called === null || time === null ? null : time - called);
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
