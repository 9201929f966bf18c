/** Not negative; 0 for none. */
export function maximum(numbers: readonly number[]): number {
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}
