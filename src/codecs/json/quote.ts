/** A JSON string literal of a text; an unpaired surrogate becomes an escape, so the result is well-formed. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
