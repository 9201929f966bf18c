export function some(names: readonly string[]): string {
  const shown = names.slice(0, 4).map((name) => short(name));
  return names.length <= 4 ? shown.join(', ') : `${shown.join(', ')} and ${names.length - 4} more`;
}

/** A text cut for a sentence. */
export function short(text: string, most = 70): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
