/** Months. Bounds the list against a wrong year. */
const REACH = 1200;

/** As `2026-03`, inclusive; the last ones of too many. */
export function monthsBetween(first: string, last: string): string[] {
  const end = monthNumber(last);
  const start = Math.max(monthNumber(first), end - REACH);
  return Array.from({ length: end - start + 1 }, (_, i) => monthName(start + i));
}

function monthNumber(month: string): number {
  const at = month.lastIndexOf('-');
  return Number(month.slice(0, at)) * 12 + Number(month.slice(at + 1)) - 1;
}

function monthName(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}
