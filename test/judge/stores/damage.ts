import { type Die, numbers } from '../../support/seeded-numbers.ts';

type Line = Buffer;
type Harm = (lines: Line[], at: number, die: Die) => void;

/** Damage to files of lines, as by a power cut, a full disk, hands, or tools for syncing. */
const HARMS: Readonly<Record<string, Harm>> = {
  'torn tail': (lines, _, die) => cut(lines, lines.length - 1, die, ''),
  'torn line': (lines, at, die) => cut(lines, at, die, '\n'),
  'torn and glued': (lines, at, die) => cut(lines, at, die, ''),
  'lost line': (lines, at) => lines.splice(at, 1),
  'doubled line': (lines, at) => lines.splice(at, 0, lineAt(lines, at)),
  'line out of order': (lines, at) => lines.splice(at + 1, 0, ...lines.splice(at, 1)),
  glued: (lines, at) => lines.splice(at, 1, lineAt(lines, at).subarray(0, -1)),
  'NULs for a line': (lines, at) => lines.splice(at, 1, Buffer.from(`${'\0'.repeat(lineAt(lines, at).length - 1)}\n`)),
  'NULs before a line': (lines, at) => lines.splice(at, 1, Buffer.concat([Buffer.alloc(64), lineAt(lines, at)])),
  'NUL tail': (lines) => lines.push(Buffer.alloc(512)),
  'no end': (lines) => lines.push(lines.pop()?.subarray(0, -1) ?? Buffer.alloc(0)),
  'bad byte': (lines, at, die) => {
    const line = Buffer.from(lineAt(lines, at));
    const [text] = [...line.toString('latin1').matchAll(/"(?:text|content)":"(?=[A-Za-z])/g)];
    line[text === undefined ? die(line.length - 1) : text.index + text[0].length] = 0xff;
    lines.splice(at, 1, line);
  },
  'a note': (lines, at) => lines.splice(at, 0, Buffer.from('note to self\n')),
  scalars: (lines, at) => lines.splice(at, 0, Buffer.from('[1,2]\n'), Buffer.from('null\n'), Buffer.from('7\n')),
  'blank lines': (lines, at) => lines.splice(at, 0, Buffer.from('\n  \n')),
  'line feed in a text': (lines, at) =>
    replaced(lines, at, (text) => text.replace(/[a-z] [a-z]/, (all) => `${all[0]}\n${all[2]}`)),
  'a lost member': (lines, at, die) => remade(lines, at, die, (record, key) => delete record[key]),
  'a member of null': (lines, at, die) =>
    remade(lines, at, die, (record, key) => Object.assign(record, { [key]: null })),
  'a member of a number': (lines, at, die) =>
    remade(lines, at, die, (record, key) => Object.assign(record, { [key]: 7 })),
  'an unknown member': (lines, at, die) => remade(lines, at, die, (record) => Object.assign(record, { later: [1] })),
  CRLF: (lines) => {
    for (const at of lines.keys()) replaced(lines, at, (text) => text.replace(/\n$/, '\r\n'));
  },
  'byte-order mark': (lines) => lines.unshift(Buffer.concat([Buffer.from('\ufeff'), lines.shift() ?? Buffer.alloc(0)])),
};

function lineAt(lines: readonly Line[], at: number): Line {
  return lines[at] ?? Buffer.alloc(0);
}

function cut(lines: Line[], at: number, die: Die, end: string): void {
  const line = lineAt(lines, at);
  lines.splice(at, 1, Buffer.concat([line.subarray(0, 1 + die(Math.max(1, line.length - 2))), Buffer.from(end)]));
}

function replaced(lines: Line[], at: number, change: (text: string) => string): void {
  lines.splice(at, 1, Buffer.from(change(lineAt(lines, at).toString('latin1')), 'latin1'));
}

/** Nothing for a line that is no object any more. */
function remade(
  lines: Line[],
  at: number,
  die: Die,
  change: (record: Record<string, unknown>, key: string) => void,
): void {
  try {
    const record: Record<string, unknown> = JSON.parse(lineAt(lines, at).toString());
    const keys = Object.keys(record);
    change(record, keys[die(keys.length)] ?? '');
    lines.splice(at, 1, Buffer.from(`${JSON.stringify(record)}\n`));
  } catch {
    // It was damaged before.
  }
}

/** A file of lines damaged in one way, or in one of three cases in two, and their names. */
export function damaged(bytes: Buffer, seed: number): { readonly bytes: Buffer; readonly what: string } {
  const die = numbers(seed);
  const lines = bytes
    .toString('latin1')
    .split(/(?<=\n)/)
    .map((line) => Buffer.from(line, 'latin1'));
  const names = Object.keys(HARMS);
  const chosen = Array.from({ length: die(3) === 0 ? 2 : 1 }, () => names[die(names.length)] ?? '');
  const what = chosen.map((name) => {
    const at = die(Math.max(1, lines.length));
    HARMS[name]?.(lines, at, die);
    return `${name} at ${at + 1}`;
  });
  return { bytes: Buffer.concat(lines), what: what.join(', ') };
}
