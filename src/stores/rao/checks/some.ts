/** A few names of many. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  return names.length <= 3 ? shown.join(', ') : `${shown.join(', ')} and ${names.length - 3} more`;
}
