import { addAll, addTo } from '../../../model/collections.ts';
import { beforeTheirParents } from '../../engine/record-order.ts';
import type { SessionRead, SessionRecord } from './session.ts';

export interface Flow {
  /** Records that the program sends: from the last summary on, without those of subagents. */
  readonly sent: ReadonlySet<SessionRecord>;
  /** Results after an earlier result of the same call. */
  readonly repeated: readonly SessionRecord[];
  readonly callless: readonly SessionRecord[];
  /** Calls without a result; the program makes one up. */
  readonly resultless: readonly SessionRecord[];
}

/** Pairs calls with results. A result belongs to a call of the same run, even one behind it: a resume ends all earlier calls. */
export function flowOf({ records }: Pick<SessionRead, 'records'>): Flow {
  const from = records.findLastIndex(({ effect, isAgents }) => effect === 'sums up' && !isAgents);
  const window = records.slice(Math.max(from, 0)).filter(({ effect, isAgents }) => effect !== null && !isAgents);
  const pairing = new Pairing();
  for (const record of window) pairing.take(record);
  pairing.end();
  const lost = new Set([...pairing.repeated, ...pairing.callless]);
  const { repeated, callless, resultless } = pairing;
  return { sent: new Set(window.filter((record) => !lost.has(record))), repeated, callless, resultless };
}

class Pairing {
  readonly repeated: SessionRecord[] = [];
  readonly callless: SessionRecord[] = [];
  readonly resultless: SessionRecord[] = [];
  /** Calls of this run that wait for a result. */
  readonly #calls = new Map<string, SessionRecord[]>();
  readonly #results = new Map<string, SessionRecord>();
  readonly #done = new Set<string>();

  take(record: SessionRecord): void {
    if (record.effect === 'resumes') this.end();
    for (const id of record.calls)
      if (this.#results.delete(id)) this.#done.add(id);
      else addTo(this.#calls, id, record);
    if (record.answer !== null) this.#result(record.answer, record);
  }

  #result(id: string, record: SessionRecord): void {
    if (this.#calls.get(id)?.pop() !== undefined) this.#done.add(id);
    else if (this.#done.has(id) || this.#results.has(id)) this.repeated.push(record);
    else this.#results.set(id, record);
  }

  end(): void {
    addAll(this.resultless, [...new Set([...this.#calls.values()].flat())]);
    addAll(this.callless, [...this.#results.values()]);
    for (const each of [this.#calls, this.#results, this.#done]) each.clear();
  }
}

/**
 * Records that stand before their parent although they are younger than it; a younger parent means a wrong link. Empty if all records that
 * are sent stand in order.
 */
export function earlyIn(records: readonly SessionRecord[]): SessionRecord[] {
  const early = beforeTheirParents(records);
  if (early.length === 0) return [];
  const times = new Map(records.map(({ uuid, time }) => [uuid, time]));
  const moved = early.filter(({ parent, time }) => !((times.get(parent ?? '') ?? time) > time));
  return moved.length === 0 || beforeTheirParents(effectsIn(records)).length === 0 ? [] : moved;
}

/** Records with an effect, each linked to its nearest ancestor with an effect. */
function effectsIn(records: readonly SessionRecord[]): SessionRecord[] {
  const byUuid = new Map(records.map((record) => [record.uuid, record]));
  const nearest = new Map<string, string | null>();
  const nearestOf = (from: string | null): string | null => {
    const path: string[] = [];
    let uuid = from;
    // A cycle of links is walked once.
    while (uuid !== null && !nearest.has(uuid) && byUuid.get(uuid)?.effect === null) {
      nearest.set(uuid, null);
      path.push(uuid);
      uuid = byUuid.get(uuid)?.parent ?? null;
    }
    const end = uuid === null ? null : (nearest.get(uuid) ?? uuid);
    const found = end !== null && byUuid.get(end)?.effect !== null ? end : null;
    for (const each of path) nearest.set(each, found);
    return found;
  };
  return records
    .filter(({ effect }) => effect !== null)
    .map((record) => ({ ...record, parent: nearestOf(record.parent) }));
}
