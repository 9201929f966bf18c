/** `1 file`, `12,340 files`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** A whole number with its thousands set apart. */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
