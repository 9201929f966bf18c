/**
 * Milliseconds since 1970 of a text that Python 3.11's `datetime.fromisoformat` takes, cut to whole ones; null for any other.
 * A time without an offset is in the local zone.
 */
export function fromIso(text: string): number | null {
  const whole = PATTERN.exec(text)?.groups;
  if (whole === undefined) return null;
  const day = dayOf(whole);
  if (day === null) return null;
  const { offset } = whole;
  const [hour = 0, minute = 0, second = 0, ms = 0] = clockOf(whole);
  const shift = offsetOf(offset);
  if (hour > 23 || minute > 59 || second > 59 || shift === null) return null;
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + ms;
  return offset === undefined ? local(day + time) : day + time - shift;
}

const DATE =
  '(?<year>\\d{4})(?:-(?<month>\\d\\d)-(?<day>\\d\\d)|(?<month2>\\d\\d)(?<day2>\\d\\d)|-W(?<week>\\d\\d)(?:-(?<weekday>\\d))?|W(?<week2>\\d\\d)(?<weekday2>\\d)?)';
const CLOCK =
  '(?<hour>\\d\\d)(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<part>\\d+))?)?|(?<minute2>\\d\\d)(?:(?<second2>\\d\\d)(?:[.,](?<part2>\\d+))?)?)?';
const OFFSET = ' ?(?<offset>[+-]\\d\\d(?::\\d\\d(?::\\d\\d)?|\\d\\d(?:\\d\\d)?)?)';
const PATTERN = new RegExp(`^${DATE}(?:.${CLOCK}(?:${OFFSET})?)?$`, 'su');

type Groups = Readonly<Record<string, string | undefined>>;

function dayOf(all: Groups): number | null {
  const year = Number(all['year']);
  if (year === 0) return null;
  const week = all['week'] ?? all['week2'];
  if (week !== undefined) return weekDay(year, Number(week), Number(all['weekday'] ?? all['weekday2'] ?? 1));
  const [month, day] = [Number(all['month'] ?? all['month2']), Number(all['day'] ?? all['day2'])];
  const time = utc(year, month - 1, day);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : null;
}

const DAY = 86_400_000;

/** A day of an ISO week: week 1 holds the fourth of January. */
function weekDay(year: number, week: number, day: number): number | null {
  if (week < 1 || week > 53 || day < 1 || day > 7) return null;
  const first = mondayOf(year);
  const time = first + ((week - 1) * 7 + day - 1) * DAY;
  return week === 53 && first + 52 * 7 * DAY >= mondayOf(year + 1) ? null : time;
}

function mondayOf(year: number): number {
  const fourth = utc(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
}

/** As Date.UTC, for the first hundred years too. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

function clockOf(all: Groups): readonly number[] {
  if (all['hour'] === undefined) return [];
  const part = all['part'] ?? all['part2'] ?? '';
  return [
    Number(all['hour']),
    Number(all['minute'] ?? all['minute2'] ?? 0),
    Number(all['second'] ?? all['second2'] ?? 0),
    Number(part.padEnd(3, '0').slice(0, 3)),
  ];
}

/** Milliseconds east of UTC; null from 24 hours on. */
function offsetOf(text = '+00'): number | null {
  const [hours = 0, minutes = 0, seconds = 0] = (text.match(/\d\d/g) ?? []).map(Number);
  const total = (hours * 60 + minutes) * 60 + seconds;
  if (minutes > 59 || seconds > 59 || total >= 86_400) return null;
  return (text.startsWith('-') ? -1 : 1) * total * 1000;
}

function local(time: number): number {
  const d = new Date(time);
  const here = new Date(2000, 0, 1, d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds(), d.getUTCMilliseconds());
  return here.setFullYear(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate());
}
