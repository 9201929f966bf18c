import { KIND_NAMES } from '../../../src/model/kinds.ts';
import type { Ask } from '../../../src/stores/decision.ts';
import type { AnyAsk } from '../../stores/ask.ts';
import { oneIn } from '../../support/sampling.ts';
import { SESSION_WISHES } from './session-plans.ts';

/** A wish to one of the kinds, over a small store. */
export interface Wish {
  readonly name: string;
  /** Below `fixtures`. */
  readonly fixture: string;
  readonly verb: Ask['verb'];
  /** Null for all. */
  readonly ids: readonly string[] | null;
  readonly more?: AnyAsk;
  /** Paths of the fixture that are left out. */
  readonly without?: readonly string[];
  /** A run that was made and finished before. */
  readonly first?: Pick<Wish, 'verb' | 'ids'>;
}

const TENEX = 'tenex/store';
const RAO = 'rao/store';
/** Written by the real program; nothing is archived in it. */
const RECORDED = 'rao/recorded/store';
const FNORD = 'demo/fnord';
const CONVERSATIONS = '.tenex/conversations';

const PEAR = '2766760350599d3deee7e72e1c46cb678d28f2e4d98ceaf5c47dbb9258e7bf88';
const BED = 'bc075220edd1de6b8c28818b392a5bf22e8ccb291a1aaaca82410d970d881be2';
const SHEARS = '19b5c38ffae029548a1b8e17c179d44efa4269619edb1b2c6452fa2bb4e06dc1';
const POTATOES = 'ca340510b492d0fec7b8b77a0f6723fc09545c815a63c1311f066421f60f06a2';
const UNLISTED = '9b30d2ea8523ef56f7feba058571e4ef433cb11a83b9452e7e19e1f210af4d48';

/** What is asked of TENEX stores. */
export const TENEX_WISHES: readonly Wish[] = [
  { name: 'tenex: archive three', fixture: TENEX, verb: 'archive', ids: [PEAR, BED, SHEARS] },
  {
    name: 'tenex: archive two where nothing was archived before',
    fixture: TENEX,
    verb: 'archive',
    ids: [PEAR, BED],
    without: [`${CONVERSATIONS}/archive`],
  },
  { name: 'tenex: restore two', fixture: TENEX, verb: 'restore', ids: [POTATOES, UNLISTED] },
  { name: 'tenex: delete an active and an archived one', fixture: TENEX, verb: 'delete', ids: [BED, POTATOES] },
  { name: 'tenex: fork', fixture: TENEX, verb: 'fork', ids: [PEAR] },
  { name: 'tenex: heal all', fixture: TENEX, verb: 'heal', ids: null, more: { lossy: true } },
  { name: 'tenex: migrate all', fixture: TENEX, verb: 'migrate', ids: null, more: { lossy: true, phase: 'chat' } },
  {
    name: 'tenex: heal where there is no index',
    fixture: TENEX,
    verb: 'heal',
    ids: null,
    more: { lossy: true },
    without: [`${CONVERSATIONS}/metadata.json`],
  },
  { name: 'tenex: rename', fixture: TENEX, verb: 'rename', ids: [PEAR], more: { title: 'Leaf mould' } },
  { name: 'tenex: heal two copies', fixture: 'tenex/TX310-both-places/before', verb: 'heal', ids: null },
];

/** What is asked of Rao stores. */
export const RAO_WISHES: readonly Wish[] = [
  { name: 'rao: archive two more', fixture: RAO, verb: 'archive', ids: ['2', '6'] },
  {
    name: 'rao: archive two where nothing was archived before',
    fixture: RECORDED,
    verb: 'archive',
    ids: ['2', '7'],
  },
  { name: 'rao: restore', fixture: RAO, verb: 'restore', ids: ['7'] },
  {
    name: 'rao: restore two of an earlier run',
    fixture: RECORDED,
    verb: 'restore',
    ids: ['2', '6'],
    first: { verb: 'archive', ids: ['2', '5', '6'] },
  },
  {
    name: 'rao: restore under another number',
    fixture: RECORDED,
    verb: 'restore',
    ids: ['2'],
    more: { as: '12' },
    first: { verb: 'archive', ids: ['2'] },
  },
  { name: 'rao: delete an active and an archived one', fixture: RAO, verb: 'delete', ids: ['1', '7'] },
  {
    name: 'rao: fork',
    fixture: RAO,
    verb: 'fork',
    ids: ['2'],
    more: { carry: new Set(['changes', 'remote'] as const) },
  },
  { name: 'rao: fork a part', fixture: RECORDED, verb: 'fork', ids: ['2'], more: { at: '5' } },
  { name: 'rao: heal all', fixture: RAO, verb: 'heal', ids: null, more: { lossy: true } },
  {
    name: 'rao: heal two names',
    fixture: 'rao/RA305-two-names/before/rstudio-ai',
    verb: 'heal',
    ids: null,
    more: { lossy: true },
  },
  { name: 'rao: rename', fixture: RAO, verb: 'rename', ids: ['2'], more: { title: 'Leaf mould' } },
  { name: 'rao: migrate all', fixture: RAO, verb: 'migrate', ids: null, more: { lossy: true } },
];

const MOSS = '3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a';
const LAMP = '9a4d0c6f-e8b1-4273-b5a9-d6c7e8f90a1b';

/** What is asked of fnord stores. */
export const FNORD_WISHES: readonly Wish[] = [
  { name: 'fnord: heal all', fixture: FNORD, verb: 'heal', ids: null, more: { lossy: true } },
  { name: 'fnord: migrate all', fixture: FNORD, verb: 'migrate', ids: null, more: { lossy: true } },
  { name: 'fnord: archive all', fixture: FNORD, verb: 'archive', ids: null },
  {
    name: 'fnord: restore two of an earlier run',
    fixture: FNORD,
    verb: 'restore',
    ids: [MOSS, LAMP],
    first: { verb: 'archive', ids: [MOSS, LAMP] },
  },
  { name: 'fnord: delete two', fixture: FNORD, verb: 'delete', ids: [MOSS, LAMP] },
  { name: 'fnord: fork', fixture: FNORD, verb: 'fork', ids: [MOSS] },
  {
    name: 'fnord: rehome a project',
    fixture: FNORD,
    verb: 'rehome',
    ids: null,
    more: { moved: { from: '/home/ann/src/harbor', to: '/home/ann/src/quay' } },
  },
];

const CLAUDE = 'claude/store';
/** A session with subagents, and one without companions. */
const DOUGHS = 'f74d338b-c957-4ca9-9e17-38c267938536';
const ROWS = '9a4b565d-be33-408b-819c-9606c88c2538';

let drawn = 0;

/** An id that no earlier call has given. */
function nextId(): string {
  return `f0f0f0f0-0000-4000-8000-${String(++drawn).padStart(12, '0')}`;
}

/** What is asked of stores of Claude Code. */
const CLAUDE_WISHES: readonly Wish[] = [
  { name: 'claude: archive two', fixture: CLAUDE, verb: 'archive', ids: [DOUGHS, ROWS] },
  {
    name: 'claude: restore two of an earlier run',
    fixture: CLAUDE,
    verb: 'restore',
    ids: [DOUGHS, ROWS],
    first: { verb: 'archive', ids: [DOUGHS, ROWS] },
  },
  { name: 'claude: delete with companions', fixture: CLAUDE, verb: 'delete', ids: [DOUGHS] },
  { name: 'claude: fork', fixture: CLAUDE, verb: 'fork', ids: [ROWS], more: { newId: nextId } },
  { name: 'claude: heal all', fixture: CLAUDE, verb: 'heal', ids: null, more: { lossy: true } },
  { name: 'claude: rename', fixture: CLAUDE, verb: 'rename', ids: [ROWS], more: { title: 'Beds and valves' } },
  { name: 'claude: tag', fixture: CLAUDE, verb: 'tag', ids: [DOUGHS], more: { tag: 'rye' } },
];

const CODEX = 'codex/family';
/** A thread that spawned one that spawned another, and one that was torn; all but one have names. */
const BEDS = '019cb8a1-0a58-7c31-9e60-4d1c5a8fe201';
const FROST = '019cb8a6-3040-7b70-8c55-d2a0f9b14e04';

/** What is asked of stores of Codex CLI. */
const CODEX_WISHES: readonly Wish[] = [
  { name: 'codex: archive a family and another', fixture: CODEX, verb: 'archive', ids: [BEDS, FROST] },
  {
    name: 'codex: restore a family of an earlier run',
    fixture: CODEX,
    verb: 'restore',
    ids: [BEDS],
    first: { verb: 'archive', ids: [BEDS] },
  },
  { name: 'codex: delete a family with its names', fixture: CODEX, verb: 'delete', ids: [BEDS, FROST] },
  { name: 'codex: fork with a name', fixture: CODEX, verb: 'fork', ids: [BEDS], more: { newId: nextId } },
  { name: 'codex: heal all', fixture: CODEX, verb: 'heal', ids: null, more: { lossy: true } },
  { name: 'codex: migrate all', fixture: CODEX, verb: 'migrate', ids: null, more: { cwd: '/srv/beds' } },
  { name: 'codex: rename', fixture: CODEX, verb: 'rename', ids: [BEDS], more: { title: 'Leaf mould' } },
];

/** All of these, by their names. */
export const WISHES: readonly (readonly [string, Wish])[] = [
  ...TENEX_WISHES,
  ...RAO_WISHES,
  ...FNORD_WISHES,
  ...CLAUDE_WISHES,
  ...CODEX_WISHES,
  ...SESSION_WISHES,
].map((options) => [options.name, options]);

export function wishesOf(kind: string): readonly (readonly [string, Wish])[] {
  return WISHES.filter(([name]) => name.startsWith(`${kind}: `));
}

/** One in `of` of the wishes to each kind, at least one of each; all of them in a thorough run. */
export function oneInOfEach(of: number, offset = 0): readonly (readonly [string, Wish])[] {
  return KIND_NAMES.flatMap((kind, n) => {
    const wishes = wishesOf(kind);
    return oneIn(Math.min(of, wishes.length), wishes, offset + n);
  });
}
