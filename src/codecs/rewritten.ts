import type { Edit } from './edit.ts';

/** A shorter range is copied: an edit would cost more. */
const MIN_EDITED_BYTES = 64;
/** Size of shared buffers for new text: small ones would each keep far more memory than they fill. */
const BUFFER_BYTES = 1 << 20;

/** Builds a new file from new bytes and ranges of another, as edits on that. Neither is held in memory. */
export class Rewritten {
  readonly #edits: Edit[] = [];
  #fresh: Uint8Array[] = [];
  #range: Uint8Array[] = [];
  #start = 0;
  #end = 0;
  #from = 0;
  #newBytes = 0;
  #buffer = Buffer.alloc(0);

  /** Number of new bytes in all edits so far. */
  get newBytes(): number {
    return this.#newBytes;
  }

  write(bytes: Uint8Array): void {
    this.#endRange();
    this.#add(bytes);
  }

  /** Keeps a range of the other file: `bytes`, at offset `at`. A range before an earlier kept one is copied. */
  keep(at: number, bytes: Uint8Array): void {
    if (at < Math.max(this.#from, this.#end)) {
      this.write(bytes);
      return;
    }
    if (this.#range.length === 0 || at !== this.#end) {
      this.#endRange();
      this.#start = at;
    }
    this.#range.push(bytes);
    this.#end = at + bytes.length;
  }

  /** Edits on the other file of `size` bytes. */
  edits(size: number): readonly Edit[] {
    this.#endRange();
    this.#edit(size);
    return this.#edits;
  }

  #endRange(): void {
    const pieces = this.#range;
    this.#range = [];
    if (this.#end - this.#start < MIN_EDITED_BYTES) for (const piece of pieces) this.#add(piece);
    else if (pieces.length > 0) {
      this.#edit(this.#start);
      this.#from = this.#end;
    }
  }

  #add(bytes: Uint8Array): void {
    this.#fresh.push(bytes);
    this.#newBytes += bytes.length;
  }

  #edit(until: number): void {
    const insert = this.#insertion();
    if (insert.length > 0 || until > this.#from)
      this.#edits.push({ at: this.#from, remove: until - this.#from, insert });
  }

  #insertion(): Uint8Array {
    const bytes = Buffer.concat(this.#fresh);
    this.#fresh = [];
    if (bytes.length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, bytes.length));
    const insert = this.#buffer.subarray(0, bytes.length);
    insert.set(bytes);
    this.#buffer = this.#buffer.subarray(bytes.length);
    return insert;
  }
}
