import { copyDemoStores } from '../io/package-files.ts';
import type { KindName } from '../model/kinds.ts';

export interface TourStop {
  readonly say?: string;
  readonly line: string;
  readonly exit: number;
  /** In the short tour; `alone`: only there. */
  readonly short?: 'alone' | 'too';
}

/** Copies the demo's stores to a new folder. `now` in milliseconds since 1970. */
export function openTour(now: number): string {
  return copyDemoStores(TOUR_HOMES, now);
}

const TOUR_HOMES: Readonly<Record<KindName, string>> = {
  claude: '.claude',
  codex: 'dome/.codex',
  fnord: 'works/.fnord',
  tenex: 'lighthouse/.tenex',
  rao: 'tides',
  gemini: 'pier/.gemini',
  qwen: 'harbour/.qwen',
  copilot: 'ferry/.copilot',
  pi: 'canal/.pi/agent',
};

export function tourHome(kind: KindName | null): string {
  return TOUR_HOMES[kind ?? 'claude'];
}

export function shortTour(): readonly TourStop[] {
  return TOUR.filter(({ short }) => short !== undefined);
}

export function demoTour(kinds: readonly KindName[]): readonly TourStop[] {
  const places = kinds.map((kind) => topOf(TOUR_HOMES[kind]));
  const whole = TOUR.filter(({ short }) => short !== 'alone');
  return places.length === 0 ? whole : whole.filter(({ line }) => places.includes(topOf(rootIn(line))));
}

function rootIn(line: string): string {
  const words = line.split(' ');
  const at = words.indexOf('--root');
  return (at === -1 ? undefined : words[at + 1]) ?? tourHome(null);
}

function topOf(path: string): string {
  return path.split('/')[0] ?? path;
}

/** Stops in order; each `--root` is below the folder of `openTour`. */
const TOUR: readonly TourStop[] = [
  {
    say: 'Ben rents out boats, with Claude Code. What is there, and does anything need him?',
    line: 'list',
    exit: 0,
    short: 'too',
  },
  {
    say: 'The program cannot go on with one session:',
    line: 'verify e5a9',
    exit: 1,
    short: 'alone',
  },
  {
    say: 'The program cannot go on with one session. Another begins in the middle of itself, and an answer of a third is hidden behind its question: of these two it says nothing.',
    line: 'verify',
    exit: 1,
  },
  { say: 'Why can it not go on with one of them?', line: 'explain CL425', exit: 0 },
  {
    say: 'The beginning of an id is enough. Where it lost something:',
    line: 'show b3f8:5 --around 0',
    exit: 0,
    short: 'alone',
  },
  {
    say: 'The beginning of an id is enough. What the program would send, and where it lost something:',
    line: 'show b3f8',
    exit: 0,
  },
  { say: 'What would heal do? A dry run writes nothing.', line: 'heal --dry-run', exit: 0 },
  { say: 'Heal makes one whole; without its id, all of them.', line: 'heal e5a9 --yes', exit: 0, short: 'alone' },
  { say: 'Heal makes all three whole.', line: 'heal --yes', exit: 0 },
  { line: 'show b3f8', exit: 0 },
  { line: 'verify', exit: 0 },
  { say: 'Undo brings every byte back.', line: 'undo', exit: 0 },
  { line: 'verify --only CL006 --only CL201 --only CL425', exit: 1 },
  {
    say: 'Eve looks at stars, with Codex CLI. Two of her threads are hidden.',
    line: 'list --hidden --root dome/.codex',
    exit: 0,
  },
  { line: 'why 019b5 --root dome/.codex', exit: 0 },
  {
    say: 'Codex CLI hides a thread whole, because one byte of it is not UTF-8.',
    line: 'heal 019b5 --lossy --yes --root dome/.codex',
    exit: 0,
    short: 'too',
  },
  { line: 'migrate 7c1d --yes --root dome/.codex', exit: 0 },
  { say: 'Both are in its list again.', line: 'list --root dome/.codex', exit: 0 },
  {
    say: 'Ann has used fnord for two years. It cannot read three conversations, and would overwrite them at its next save.',
    line: 'list --root works/.fnord',
    exit: 0,
  },
  { line: 'verify --root works/.fnord', exit: 1 },
  {
    say: 'Of the torn file, everything that can still be read:',
    line: 'show c7a8 --root works/.fnord',
    exit: 1,
  },
  { say: 'A sound one, with its tool calls:', line: 'show 3f0c --root works/.fnord', exit: 0 },
  {
    say: 'Heal everything, the torn file too. Every loss is reported, and the originals are kept.',
    line: 'heal --lossy --yes --root works/.fnord',
    exit: 0,
  },
  { say: 'Then all that is still in the old format becomes v1.', line: 'migrate --yes --root works/.fnord', exit: 0 },
  { line: 'verify --root works/.fnord', exit: 0 },
  { line: 'undo --root works/.fnord', exit: 0 },
  {
    say: 'Ann has used fnord for two years, three projects in one home. All of it moves to the next format at once; what fnord cannot read is refused.',
    line: 'migrate --yes --root works/.fnord',
    exit: 1,
    short: 'alone',
  },
  { line: 'verify --only FN112 --root works/.fnord', exit: 0, short: 'alone' },
  { say: 'Undo brings every byte back.', line: 'undo --root works/.fnord', exit: 0, short: 'alone' },
  {
    say: 'Ida keeps a lighthouse with TENEX.',
    line: 'list --all --root lighthouse',
    exit: 0,
  },
  {
    say: 'TENEX would treat its index as empty, because one entry has no time:',
    line: 'verify --signatures --root lighthouse',
    exit: 1,
  },
  { line: 'show 5d83 --root lighthouse', exit: 0 },
  {
    say: 'Heal rebuilds the entry from its file, and keeps every whole event of the torn file.',
    line: 'heal --lossy --yes --root lighthouse',
    exit: 0,
  },
  { line: 'archive 5d83 --root lighthouse', exit: 0 },
  { line: 'verify --signatures --root lighthouse', exit: 0 },
  { say: 'Undo both runs, the last one first.', line: 'undo --root lighthouse', exit: 0 },
  { line: 'undo --root lighthouse', exit: 0 },
  {
    say: 'TENEX would treat its index as empty, because one entry has no time, and Rao would overwrite its names.',
    line: 'heal --yes -q --only TX303,RA302 --root lighthouse --root tides',
    exit: 0,
    short: 'alone',
  },
  {
    say: 'Rao keeps a folder for each conversation. At its next start it would overwrite this names table with an empty one.',
    line: 'verify --root tides',
    exit: 1,
  },
  { line: 'show 1 --root tides', exit: 0 },
  { line: 'heal --lossy --yes --root tides', exit: 0 },
  { line: 'fork 1 --root tides', exit: 0 },
  { line: 'list --root tides', exit: 0 },
  {
    say: 'Ada mends a pier, with Gemini CLI. She went on with a session once: the next start of the program deletes it.',
    line: 'list --root pier/.gemini',
    exit: 0,
  },
  { line: 'verify --root pier/.gemini', exit: 1 },
  { say: 'Heal makes it safe.', line: 'heal --yes --root pier/.gemini', exit: 0 },
  { line: 'list --root pier/.gemini', exit: 0 },
  {
    say: 'Ada minds a harbour, with Qwen Code. One torn line of telemetry hides all that was said before it.',
    line: 'verify --root harbour/.qwen',
    exit: 1,
  },
  { line: 'heal --yes --lossy --root harbour/.qwen', exit: 0 },
  { line: 'list --root harbour/.qwen', exit: 0 },
  { line: 'undo --root harbour/.qwen', exit: 0 },
  {
    say: 'Ada minds a ferry, with GitHub Copilot CLI. One question without its text keeps the program from ever loading the session again.',
    line: 'verify --root ferry/.copilot',
    exit: 1,
  },
  { line: 'heal --yes --root ferry/.copilot', exit: 0 },
  { line: 'show 8192 --root ferry/.copilot', exit: 0 },
  { line: 'undo --root ferry/.copilot', exit: 0 },
  {
    say: 'Ada minds a canal, with Pi. One torn line keeps all that was said before it from the program.',
    line: 'verify --root canal/.pi/agent',
    exit: 1,
  },
  { line: 'heal --yes --lossy --root canal/.pi/agent', exit: 0 },
  { line: 'show 92a3 --root canal/.pi/agent', exit: 0 },
  { line: 'undo --root canal/.pi/agent', exit: 0 },
];
