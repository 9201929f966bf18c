import { isArray, isObject, isString, lexemeOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { hashString, hashText } from '../../engine/hash.ts';
import { isFilledText, isTrueInJs } from '../../engine/text-at.ts';
import { grown } from '../../engine/text-numbers.ts';
import { PARENT, RECORD_FLAG } from './record-classes.ts';

/** Hashes a name. A missing name, null and numbers each equal others of their kind; an object or list equals nothing. */
export function hashName(name: Value | null, words: Int32Array, n: number): void {
  if (isString(name)) hashString(name, words, n);
  else if (isObject(name) || isArray(name)) hashText(`\0of ${n}`, words, n);
  else hashText(`\0${name === null ? '' : lexemeOf(name)}`, words, n);
}

export function nameFlags(uuid: Value | null, parent: Value | null): number {
  if (isTrueInJs(uuid)) return 0;
  const same =
    uuid === null ? parent === null : isString(uuid) && isString(parent) && parentTypeOf(parent) === PARENT.none;
  return RECORD_FLAG.unnamed | (same ? RECORD_FLAG.ownParent : 0);
}

export function parentTypeOf(parent: Value | null): number {
  if (parent === null || typeOf(parent) === 'null') return PARENT.none;
  if (!isString(parent)) return PARENT.other;
  return isFilledText(parent) ? PARENT.text : PARENT.none;
}

/** Calls and results in file order, each with the hash of its call's id. */
export class ToolBlocks {
  count = 0;
  n = new Int32Array(64);
  id = new Int32Array(128);
  /** 1 for a call. */
  isCall = new Uint8Array(64);
  block = new Int32Array(64);

  add(n: number, block: number, isCall: boolean, id: Value): void {
    const i = this.reserve(n, block, isCall);
    if (id.at > 0 && isString(id)) hashString(id, this.id, i);
  }

  /** Adds one; returns where the hash of its id belongs. */
  reserve(n: number, block: number, isCall: boolean): number {
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
