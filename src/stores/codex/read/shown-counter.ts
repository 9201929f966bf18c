import { type Entry, entriesOf } from '../decode/record.ts';
import type { RolloutFile } from '../rollout-file.ts';
import type { Lineage } from './lineage.ts';
import { refusedCall } from './repeats.ts';
import type { SaidKind } from './said-kind.ts';
import { kindsSaid, messagesShown } from './transcript.ts';
import { turnReader } from './turn-reader.ts';

/** How often something is said. */
export interface KindCount {
  readonly kind: SaidKind;
  count: number;
}

/** Counts what is shown of a rollout with what it inherits, in one pass and without its texts. */
export class ShownCounter {
  readonly #file: RolloutFile;
  readonly #lineage: Lineage;
  readonly #mode: string | null;
  readonly #reader;
  /** By role, type and name. */
  /** Was a call refused: whether it is shown depends on what comes later. */
  #isRefused = false;
  readonly #said = new Map<string, KindCount>();

  /** Of what is inherited, only the parts at these paths are counted; null for all. */
  constructor(file: RolloutFile, lineage: Lineage, counted: ReadonlySet<string> | null = null) {
    this.#file = file;
    this.#lineage = lineage;
    this.#mode = file.head().meta?.mode ?? null;
    this.#reader = turnReader(this.#mode);
    for (const { source, bytes, path } of lineage.parts)
      for (const entry of entriesOf(source, { to: bytes }))
        if (counted?.has(path) ?? true) this.take(entry);
        else this.#reader.take(entry);
  }

  /** Takes in a line of the rollout, in their order. */
  take(entry: Entry): void {
    this.#isRefused ||= this.#mode === 'paginated' && refusedCall(entry) !== null;
    for (const kind of kindsSaid(entry, this.#reader.take(entry), this.#mode)) {
      const key = `${kind.role} ${kind.type} ${kind.name ?? ''}`;
      const known = this.#said.get(key);
      if (known === undefined) this.#said.set(key, { kind, count: 1 });
      else known.count++;
    }
  }

  /** After the last line. Turns that were rolled back are hidden, and without any turn what is sent to the model is shown: then all is read anew. */
  shown(): Iterable<KindCount> {
    const { begun, rolledBack } = this.#reader.turns;
    return this.#mode === null || rolledBack > 0 || begun === 0 || this.#isRefused
      ? eachOf(messagesShown(this.#file, this.#lineage))
      : this.#said.values();
  }
}

function* eachOf(all: Iterable<SaidKind>): Generator<KindCount> {
  for (const kind of all) yield { kind, count: 1 };
}
