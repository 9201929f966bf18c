import type { Finding } from '../../model/finding.ts';
import { row } from '../../model/findings.ts';
import { CONTENT } from './fingerprint.ts';

/** The value expected at the place of a finding; null where that is unknown. */
export function expectedOf({ code, expected }: Pick<Finding, 'code' | 'expected'>): string | null {
  return expected ?? row(code).expected ?? null;
}

/** A value of JSON that ends on its line, but for lists and objects. */
const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=[\s,:}\]]|$)/;

/** The value at the place of a finding, of which `content` has the bytes as `contentAt` gives them; null without a place. */
export function actualOf(
  { at, actual, count }: Pick<Finding, 'at' | 'actual' | 'count'>,
  content: string | null,
): string | null {
  if (count !== undefined) return null;
  if (actual !== undefined) return actual;
  if (content === null) return null;
  if (content === '') return 'the end of the line or the file';
  const text = new TextDecoder().decode(Uint8Array.from(content, (byte) => byte.charCodeAt(0)));
  const value = at === null ? undefined : SCALAR.exec(text)?.[0];
  if (value !== undefined && (content.length < CONTENT || value.length < text.length)) return value;
  return content.length < CONTENT ? text : `${text.replace(/\ufffd+$/, '')}…`;
}
