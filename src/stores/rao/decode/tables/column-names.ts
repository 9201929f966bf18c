import type { Field } from '../../../../codecs/table/table.ts';

/** What R calls the columns of a table with this header, which lies in `bytes`. */
export function columnNames(header: readonly Field[], bytes: Uint8Array): readonly string[] {
  return distinct(header.map((field) => madeName(stripped(field, bytes))));
}

/** White space around a name goes, and stays inside its quotes. */
function stripped({ text, quoted, start, end }: Field, bytes: Uint8Array): string {
  if (!quoted) return text.trim();
  const source = Buffer.from(bytes.subarray(start, end)).toString('latin1');
  const lead = source.length - source.trimStart().length;
  return text.slice(lead, text.length - (source.length - source.trimEnd().length));
}

/** As `make.names` does it, for names that mostly need nothing. */
function madeName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}._]/gu, '.');
  if (!/^(?:\p{L}|\.(?!\d))/u.test(name)) return `X${name}`;
  return RESERVED.test(name) ? `${name}.` : name;
}

const RESERVED =
  /^(?:if|else|repeat|while|function|for|next|break|TRUE|FALSE|NULL|Inf|NaN|NA|NA_(?:integer|real|character|complex)_|in)$/;

/** As `make.unique` does it: later ones of a name get a number. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let i = 1; seen.has(name) && (unique === name || taken.has(unique)); i++) unique = `${name}.${i}`;
    seen.add(name);
    taken.add(unique);
    return unique;
  });
}
