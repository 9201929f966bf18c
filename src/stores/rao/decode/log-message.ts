import { isObject, kindOf, type Value } from '../../../codecs/json/value.ts';
import { fieldOf } from './field.ts';
import { type FunctionCall, functionCall, textIn } from './function-call.ts';
import { type Ref, refOf } from './ref.ts';

/**
 * One item of the log, its members found as R finds them and decoded when they are asked for. An item that is not an object has
 * none. A class, so that 100,000 of them have one shape.
 */
export class LogMessage {
  /** Its place in the log, from 0. */
  readonly index: number;
  readonly value: Value;

  constructor(index: number, value: Value) {
    this.index = index;
    this.value = value;
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  /** Any member, as R's `$` finds it; null for none and for null. */
  field(key: string): Value | null {
    return fieldOf(this.value, key);
  }

  get id(): Ref {
    return refOf(this.field('id'));
  }

  get relatedTo(): Ref {
    return refOf(this.field('related_to'));
  }

  /** Null when it is missing, or no text. */
  get role(): string | null {
    return textIn(this.value, 'role');
  }

  get type(): string | null {
    return textIn(this.value, 'type');
  }

  get content(): Value | null {
    return this.field('content');
  }

  /** The call it makes; null for none, and for a `function_call` that is not an object. */
  get call(): FunctionCall | null {
    const value = this.field('function_call');
    return isObject(value) ? functionCall(value) : null;
  }

  /** Which call an output answers. */
  get callId(): string | null {
    return textIn(this.value, 'call_id');
  }

  get output(): Value | null {
    return this.field('output');
  }

  get isOutput(): boolean {
    return this.type === 'function_call_output';
  }

  get procedural(): Value | null {
    return this.field('procedural');
  }

  /** A question that a person typed. */
  get isQuestion(): boolean {
    return this.role === 'user' && isTrue(this.field('original_query'));
  }

  get isCancelled(): boolean {
    return isTrue(this.field('cancelled'));
  }

  get isPartial(): boolean {
    return isTrue(this.field('partial_content'));
  }

  /** Erdos notes when; whole Unix seconds, null where it is not told. */
  get time(): number | null {
    const time = Date.parse(textIn(this.value, 'timestamp') ?? '');
    return Number.isNaN(time) ? null : Math.floor(time / 1000);
  }

  get plotsFile(): string | null {
    return textIn(this.value, 'plots_file');
  }
}

/** JSON's `true`; null is not. */
export function isTrue(value: Value | null): boolean {
  return value !== null && kindOf(value) === 'true';
}
