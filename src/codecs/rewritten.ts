import type { Edit } from './edit.ts';

/** A shorter range is written like new bytes: an edit would cost more. */
const WORTH = 64;
/** Bytes of new text that share one buffer: small ones of their own would each keep far more memory in use than they fill. */
const ROOM = 1 << 20;

/** A new file, made of new bytes and of ranges of another file: as edits on that one, so that neither is ever held. */
export class Rewritten {
  readonly #edits: Edit[] = [];
  #fresh: Uint8Array[] = [];
  /** The range that is being kept, in one or more pieces. */
  #range: Uint8Array[] = [];
  #start = 0;
  #end = 0;
  /** Where the other file is taken up again. */
  #from = 0;
  #held = 0;
  /** The room left in the buffer that new text is moved to. */
  #room = Buffer.alloc(0);

  /** New bytes so far, in all edits. */
  get held(): number {
    return this.#held;
  }

  write(bytes: Uint8Array): void {
    this.#settle();
    this.#add(bytes);
  }

  /** A range of the other file, which holds these bytes at `at`. What is behind a range that was kept is written instead. */
  keep(at: number, bytes: Uint8Array): void {
    if (at < Math.max(this.#from, this.#end)) {
      this.write(bytes);
      return;
    }
    if (this.#range.length === 0 || at !== this.#end) {
      this.#settle();
      this.#start = at;
    }
    this.#range.push(bytes);
    this.#end = at + bytes.length;
  }

  /** The edits that make the new file of the other one, which has `size` bytes. */
  edits(size: number): readonly Edit[] {
    this.#settle();
    this.#edit(size);
    return this.#edits;
  }

  #settle(): void {
    const pieces = this.#range;
    this.#range = [];
    if (this.#end - this.#start < WORTH) for (const piece of pieces) this.#add(piece);
    else if (pieces.length > 0) {
      this.#edit(this.#start);
      this.#from = this.#end;
    }
  }

  #add(bytes: Uint8Array): void {
    this.#fresh.push(bytes);
    this.#held += bytes.length;
  }

  #edit(until: number): void {
    const insert = this.#settled();
    if (insert.length > 0 || until > this.#from)
      this.#edits.push({ at: this.#from, remove: until - this.#from, insert });
  }

  /** The new bytes since the last edit. */
  #settled(): Uint8Array {
    const bytes = Buffer.concat(this.#fresh);
    this.#fresh = [];
    if (bytes.length > this.#room.length) this.#room = Buffer.allocUnsafeSlow(Math.max(ROOM, bytes.length));
    const insert = this.#room.subarray(0, bytes.length);
    insert.set(bytes);
    this.#room = this.#room.subarray(bytes.length);
    return insert;
  }
}
