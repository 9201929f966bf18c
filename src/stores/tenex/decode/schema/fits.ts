import { nextOf } from '../../../../codecs/json/cursor.ts';
import { KIND, type Tape, TOKEN } from '../../../../codecs/json/tape.ts';
import { reads } from '../../../../codecs/json/text.ts';
import { isInteger, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { isPhase } from '../sections.ts';

/** Does the value at a token fit? */
type Fits = (tape: Tape, at: number) => boolean;

const kind =
  (wanted: number): Fits =>
  (tape, at) =>
    ((tape.words[at * TOKEN] ?? 0) & 7) === wanted;

const someObject = kind(KIND.object);
const someArray = kind(KIND.array);
/** Any text. */
const text = kind(KIND.string);
/** Any number, one beyond a double too: it is infinite, and fits. */
const number = kind(KIND.number);
/** Whatever is there. */
const anything: Fits = () => true;
const yes = kind(KIND.true);
const no = kind(KIND.false);
/** True or false. */
const flag: Fits = (tape, at) => yes(tape, at) || no(tape, at);
/** A phase that the adapter knows, in any case. */
const phase: Fits = (tape, at) => text(tape, at) && isPhase(textOf({ tape, at }));

const MINUS = 0x2d;
/** Digits that every double can hold; with more, a whole number may be infinite, which the schema refuses. */
const FINITE_DIGITS = 308;

/** A whole number without a sign; anything less plain is left to the schema. */
const count: Fits = (tape, at) => {
  if (!number(tape, at) || !isInteger({ tape, at })) return false;
  const { start, end } = spanOf({ tape, at });
  return tape.bytes[start] !== MINUS && end - start <= FINITE_DIGITS;
};

/** A list whose elements all fit. */
function list(fits: Fits): Fits {
  return (tape, at) => {
    if (!someArray(tape, at)) return false;
    const end = nextOf({ tape, at });
    for (let each = at + 1; each < end; each = nextOf({ tape, at: each })) if (!fits(tape, each)) return false;
    return true;
  };
}

/** An object whose values all fit; of those that are looked at no key may occur twice. */
function record(fits: Fits): Fits {
  return (tape, at) => {
    if (!someObject(tape, at)) return false;
    if (fits === anything) return true;
    const keys = new Set<string>();
    const end = nextOf({ tape, at });
    for (let key = at + 1; key < end; key = nextOf({ tape, at: key + 1 })) {
      const name = textOf({ tape, at: key });
      if (keys.has(name) || !fits(tape, key + 1)) return false;
      keys.add(name);
    }
    return true;
  };
}

/** An object with these members, each at most once, but for those named optional all there, and any others. */
function object(members: Readonly<Record<string, Fits>>, optional: readonly string[] = []): Fits {
  const rules: readonly Rule[] = Object.entries(members).map(([name, fits], n) => ({
    name,
    fits,
    bit: 1 << n,
    next: n + 1,
  }));
  const needed = rules.reduce((bits, { name, bit }) => (optional.includes(name) ? bits : bits | bit), 0);
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  return (tape, at) => {
    if (!someObject(tape, at)) return false;
    let seen = 0;
    let next = 0;
    const end = nextOf({ tape, at });
    for (let key = at + 1; key < end; key = nextOf({ tape, at: key + 1 })) {
      const rule = ruleAt(tape, key, rules[next], byName);
      if (rule === undefined) continue;
      if ((seen & rule.bit) !== 0 || !rule.fits(tape, key + 1)) return false;
      seen |= rule.bit;
      next = rule.next;
    }
    return (seen & needed) === needed;
  };
}

/** TENEX writes its members in one order, so that most keys need not be decoded to be known. */
function ruleAt(tape: Tape, key: number, likely: Rule | undefined, all: ReadonlyMap<string, Rule>): Rule | undefined {
  if (likely !== undefined && reads(tape, key, likely.name)) return likely;
  return all.get(textOf({ tape, at: key }));
}

interface Rule {
  readonly name: string;
  readonly fits: Fits;
  readonly bit: number;
  /** The rule of the member that comes after this one. */
  readonly next: number;
}

/**
 * The adapter's schemas once more, read straight off the tape: true only for what they accept, and false where there is any
 * doubt, such as a key that occurs twice. What is sound, as nearly all is, needs no object to be made.
 */
export function fitsConversation(body: Value): boolean {
  return conversation(body.tape, body.at);
}

/** As `fitsConversation`, for a history. */
export function fitsHistory({ tape, at }: Value): boolean {
  return history(tape, at);
}

/** As `fitsConversation`, for an index. */
export function fitsIndex(top: Value): boolean {
  return index(top.tape, top.at);
}

const transition = object(
  {
    from: phase,
    to: phase,
    message: text,
    timestamp: number,
    agentPubkey: text,
    agentName: text,
    reason: text,
    summary: text,
    requirements: text,
    goal: text,
    artifacts: anything,
  },
  ['reason', 'summary', 'requirements', 'goal', 'artifacts'],
);

const turn = object(
  {
    turnId: text,
    timestamp: number,
    phase,
    agents: list(text),
    completions: list(object({ agent: text, message: text, timestamp: number }, ['timestamp'])),
    reason: text,
    isCompleted: flag,
  },
  ['reason'],
);

const state = object({ lastProcessedMessageIndex: count, claudeSessionId: text }, ['claudeSessionId']);

const executionTime = object(
  { totalSeconds: number, currentSessionStart: number, isActive: flag, lastUpdated: number },
  ['currentSessionStart'],
);

const history = list(text);

const conversation = object(
  {
    id: text,
    title: text,
    phase,
    history,
    agentStates: record(state),
    phaseStartedAt: number,
    metadata: record(anything),
    phaseTransitions: list(transition),
    orchestratorTurns: list(turn),
    executionTime,
  },
  ['agentStates', 'phaseStartedAt', 'phaseTransitions', 'orchestratorTurns', 'executionTime'],
);

const entry = object(
  {
    id: text,
    title: text,
    createdAt: number,
    updatedAt: number,
    phase: text,
    eventCount: number,
    agentCount: number,
    archived: flag,
  },
  ['archived'],
);

const index = object({ conversations: list(entry) });
