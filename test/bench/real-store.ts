import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Recorded sessions, and how a copy of one gets an id and a length of its own. */
const SHAPES = {
  claude: {
    recorded: ['fixtures', 'claude', 'program', 'real'],
    nameOf: (_: string, id: string, n: number) => join('projects', `-home-ada-p${n % 40}`, `${id}.jsonl`),
    id: /[0-9a-f-]{36}(?=\.jsonl$)/,
    text: /text \d+(?=["\\])/g,
  },
  codex: {
    recorded: ['fixtures', 'codex', 'store', 'sessions'],
    nameOf: (path: string, id: string) => join('sessions', dirname(path), basename(path).replace(SHAPES.codex.id, id)),
    id: /[0-9a-f-]{36}(?=\.jsonl$)/,
    text: /(?<="(?:text|message|output)":")[^"\\]+(?=")/g,
  },
} as const;

const WORDS =
  'store read value line code prose é token cache retry session parser buffer 水門 header release \\"quoted\\" a\\\\b'.split(
    ' ',
  );
/** Of the logarithm of the words in a text, as in recorded sessions: half have fewer than 67, one in a hundred more than 2,000. */
const [MEAN, DEVIATION] = [4.2, 1.5];
const MOST_WORDS = 20_000;
const LINE_FEED = 0x0a;
/** Shorter ones are fixtures of one fault. */
const LINES = 10;

/** Makes a home whose sessions have the records of recorded ones, and texts of plausible length. Returns the bytes of its sessions. */
export function makeReal(home: string, kind: keyof typeof SHAPES, max: number): number {
  const { recorded, nameOf, id, text } = SHAPES[kind];
  const top = join(...recorded);
  const paths = readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => id.test(path) && readFileSync(join(top, path)).filter((byte) => byte === LINE_FEED).length >= LINES,
    )
    .sort();
  const random = randomFrom(5);
  const words = (count: number) => Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]);
  let bytes = 0;
  for (let n = 0; bytes < max; n++) {
    const path = paths[n % paths.length] as string;
    const [old = ''] = id.exec(path) ?? [];
    const own = `${hex(random() * 2 ** 32, 8)}-0000-7000-8000-${hex(n, 12)}`;
    const session = readFileSync(join(top, path), 'utf8')
      .replaceAll(old, own)
      .replace(text, (said) => {
        const length = Math.exp(MEAN + DEVIATION * normal(random));
        return [said, ...words(Math.min(length, MOST_WORDS))].join(' ');
      });
    const file = join(home, nameOf(path, own, n));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, session);
    const time = Date.now() / 1000 - 3600 - random() * 25 * 86_400;
    utimesSync(file, time, time);
    bytes += Buffer.byteLength(session);
  }
  return bytes;
}

function hex(number: number, digits: number): string {
  return Math.floor(number).toString(16).padStart(digits, '0');
}

/** Numbers from 0 to 1, the same ones each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
