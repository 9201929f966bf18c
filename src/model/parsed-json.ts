/** Undefined for a text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string without its quotes and escapes. Null for anything else. */
export function unquotedJson(text: string): string | null {
  const value = parsedJson(text);
  return typeof value === 'string' ? value : null;
}
