import { addAll, addTo } from '../../../model/collections.ts';
import { beforeTheirParents } from '../../engine/record-order.ts';
import type { Ref, SessionRead } from './session.ts';

export interface Flow {
  /** From the last summary on, without those of subagents. */
  readonly sent: ReadonlySet<Ref>;
  /** Results of which another was taken before, and those without a call. */
  readonly repeated: readonly Ref[];
  readonly callless: readonly Ref[];
  /** Calls without a result, of which the program makes one up. */
  readonly resultless: readonly Ref[];
}

/** A result belongs to a call of the same run, which may stand behind it: a resume ends the calls before it. */
export function flowOf({ refs }: Pick<SessionRead, 'refs'>): Flow {
  const from = refs.findLastIndex(({ effect, isAgents }) => effect === 'sums up' && !isAgents);
  const window = refs.slice(Math.max(from, 0)).filter(({ effect, isAgents }) => effect !== null && !isAgents);
  const pairing = new Pairing();
  for (const ref of window) pairing.take(ref);
  pairing.end();
  const lost = new Set([...pairing.repeated, ...pairing.callless]);
  const { repeated, callless, resultless } = pairing;
  return { sent: new Set(window.filter((ref) => !lost.has(ref))), repeated, callless, resultless };
}

class Pairing {
  readonly repeated: Ref[] = [];
  readonly callless: Ref[] = [];
  readonly resultless: Ref[] = [];
  /** This run's calls without a result so far, results without a call, and pairs. */
  readonly #calls = new Map<string, Ref[]>();
  readonly #results = new Map<string, Ref>();
  readonly #done = new Set<string>();

  take(ref: Ref): void {
    if (ref.effect === 'resumes') this.end();
    for (const id of ref.calls)
      if (this.#results.delete(id)) this.#done.add(id);
      else addTo(this.#calls, id, ref);
    if (ref.answer !== null) this.#result(ref.answer, ref);
  }

  #result(id: string, ref: Ref): void {
    if (this.#calls.get(id)?.pop() !== undefined) this.#done.add(id);
    else if (this.#done.has(id) || this.#results.has(id)) this.repeated.push(ref);
    else this.#results.set(id, ref);
  }

  end(): void {
    addAll(this.resultless, [...new Set([...this.#calls.values()].flat())]);
    addAll(this.callless, [...this.#results.values()]);
    for (const each of [this.#calls, this.#results, this.#done]) each.clear();
  }
}

/** Records before the one that they go on from, which is older: of a younger one the link alone is wrong, and the program follows none. */
export function earlyIn(refs: readonly Ref[]): Ref[] {
  const early = beforeTheirParents(refs);
  const times = new Map(early.length === 0 ? [] : refs.map(({ uuid, time }) => [uuid, time]));
  return early.filter(({ parent, time }) => !((times.get(parent ?? '') ?? time) > time));
}
