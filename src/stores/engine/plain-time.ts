/** The common form of a time: each digit is the largest one at its place. */
const FORM = Buffer.from('9999-19-39T29:59:59.999Z');
const [ZERO, NINE, QUOTE] = [0x30, 0x39, 0x22];

/** Bytes of a text of that form, its last quote included. */
export const PLAIN_TIME = FORM.length + 1;

let [day, dayTime] = [0, 0];

/** The milliseconds that a text of this form says which begins these bytes; NaN for any other, and for the last days of a month. */
export function plainTime(bytes: Uint8Array): number {
  if (!isOfForm(bytes)) return Number.NaN;
  const two = (at: number) => ((bytes[at] as number) - ZERO) * 10 + (bytes[at + 1] as number) - ZERO;
  const [year, month, date, hour] = [two(0) * 100 + two(2), two(5), two(8), two(11)];
  // The days that each month has, and years that nothing takes for those of a century.
  if (year < 1000 || month < 1 || month > 12 || date < 1 || date > 28 || hour > 23) return Number.NaN;
  const own = (year * 100 + month) * 100 + date;
  if (own !== day) [day, dayTime] = [own, Date.UTC(year, month - 1, date)];
  const seconds = (hour * 60 + two(14)) * 60 + two(17);
  return dayTime + seconds * 1000 + two(20) * 10 + (bytes[22] as number) - ZERO;
}

function isOfForm(bytes: Uint8Array): boolean {
  for (let i = 0; i < FORM.length; i++) {
    const [byte, most] = [bytes[i] as number, FORM[i] as number];
    if (most >= ZERO && most <= NINE ? !(byte >= ZERO && byte <= most) : byte !== most) return false;
  }
  return bytes[FORM.length] === QUOTE;
}
