import { KindReader } from './kind-reader.ts';
import type { Lineage } from './lineage.ts';
import { type Entry, entriesOf } from './record.ts';
import type { RolloutFile } from './rollout-file.ts';
import type { SaidKind } from './said-kind.ts';
import { messagesShown } from './transcript.ts';
import { turnReader } from './turn-reader.ts';

/** Number of messages of a kind. */
export interface KindCount {
  readonly kind: SaidKind;
  count: number;
}

/** Counts the shown messages of a rollout in one pass, without their texts. */
export class ShownCounter {
  readonly #file: RolloutFile;
  readonly #lineage: Lineage;
  readonly #mode: string | null;
  readonly #reader;
  readonly #isOwn: boolean;
  readonly #kinds: KindReader;
  /** By role, type and name. */
  readonly #said = new Map<string, KindCount>();

  /** Includes inherited lines unless `own`. */
  constructor(file: RolloutFile, lineage: Lineage, { own }: { readonly own: boolean }) {
    this.#file = file;
    this.#isOwn = own;
    this.#lineage = lineage;
    this.#mode = file.head().meta?.mode ?? null;
    this.#reader = turnReader(this.#mode);
    this.#kinds = new KindReader(this.#mode, file.head().meta?.ownFrom ?? 0);
    for (const { source, bytes } of own ? [] : lineage.parts)
      for (const entry of entriesOf(source, { to: bytes })) this.take(entry);
  }

  /** Call it for each line in order. */
  take(entry: Entry): void {
    for (const kind of this.#kinds.take(entry, this.#reader.take(entry))) this.#count(kind);
  }

  #count(kind: SaidKind): void {
    const key = `${kind.role} ${kind.type} ${kind.name ?? ''}`;
    const known = this.#said.get(key);
    if (known === undefined) this.#said.set(key, { kind, count: 1 });
    else known.count++;
  }

  /**
   * Call it after the last line. Rolled-back turns are hidden. Without any turn, messages for the model are shown: then
   * the rollout is reread.
   */
  shown(): Iterable<KindCount> {
    const { begun, rolledBack } = this.#reader.turns;
    if (this.#mode !== null && rolledBack === 0 && begun > 0) {
      for (const kind of this.#kinds.end()) this.#count(kind);
      return this.#said.values();
    }
    return eachOf(messagesShown(this.#file, this.#lineage, this.#isOwn));
  }
}

function* eachOf(all: Iterable<SaidKind>): Generator<KindCount> {
  for (const kind of all) yield { kind, count: 1 };
}
