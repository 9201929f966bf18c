import { isString, type Value } from '../../../codecs/json/value.ts';
import { hashString } from '../../engine/hash.ts';
import { grown } from '../../engine/text-numbers.ts';

/** The calls and results of a session in the order of the file, each with the hash of the id that pairs them. */
export class ToolBlocks {
  count = 0;
  n = new Int32Array(64);
  id = new Int32Array(128);
  /** 1 for a call. */
  isCall = new Uint8Array(64);
  /** Index of the block in its message. */
  block = new Int32Array(64);

  add(n: number, block: number, isCall: boolean, id: Value): void {
    const i = this.room(n, block, isCall);
    if (id.at > 0 && isString(id)) hashString(id, this.id, i);
  }

  /** Adds one, and answers where the hash of its id belongs. */
  room(n: number, block: number, isCall: boolean): number {
    if (this.count === this.n.length) this.#grow();
    const i = this.count++;
    this.n[i] = n;
    this.block[i] = block;
    this.isCall[i] = isCall ? 1 : 0;
    return i;
  }

  #grow(): void {
    this.n = grown(this.n, new Int32Array(this.n.length * 2));
    this.id = grown(this.id, new Int32Array(this.id.length * 2));
    this.isCall = grown(this.isCall, new Uint8Array(this.isCall.length * 2));
    this.block = grown(this.block, new Int32Array(this.block.length * 2));
  }
}
