import type { Source } from '../model/conversation.ts';
import { printableJson } from './printable.ts';

/** JSON text to be put where a value stands, as it is: big integers and depth survive. */
export class Verbatim {
  readonly source: string;

  constructor({ source }: Source) {
    this.source = source;
  }
}

/** What can be told as JSON. */
export type Json =
  | null
  | undefined
  | boolean
  | number
  | string
  | Verbatim
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A value as JSON on one line, safe to show: no character of it acts on a terminal. Undefined members are left out. */
export function jsonText(value: Json): string {
  return printableJson(textOf(value));
}

function textOf(value: Json): string {
  if (value instanceof Verbatim) return value.source;
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${textOf(each)}`).join(',')}}`;
}
