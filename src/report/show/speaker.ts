import type { Message } from '../../model/conversation.ts';
import { printable } from '../text.ts';
import { exactText, timeText } from '../time.ts';
import { beginsTurn, type TranscriptView } from './entries.ts';

export interface SpeakerLine {
  speaker: string;
  /** Record of the last speaker. */
  id: string | null;
  day: string;
  model: string | null;
  /** True after a call, since consecutive calls have no blank line. */
  isCall: boolean;
  /** Note on inherited messages, if the last was one. */
  inherited: string | null;
}

export function noSpeaker(): SpeakerLine {
  return { speaker: '', id: null, day: '', model: null, isCall: false, inherited: null };
}

export function isNewSpeaker(message: Message, spoken: SpeakerLine): boolean {
  if (speakerOf(message) !== spoken.speaker) return true;
  return beginsTurn(message) && (message.id === undefined || message.id !== spoken.id);
}

/** Heading of a turn, with the time of its question. */
export function turnHeading(
  message: Message,
  spoken: SpeakerLine,
  view: TranscriptView,
): { readonly who: string; readonly when: string } {
  const { time, author } = message;
  const who = author === undefined ? speakerOf(message) : writer(author, message.authorName);
  if (time === undefined || !(beginsTurn(message) || author !== undefined)) return { who, when: '' };
  const exact = view.clock === null ? `${timeText(time)} UTC` : exactText(time, view.clock);
  // `2026-06-18 14:03:11 +00:00`: the day only when it changes.
  const day = exact.slice(0, 10);
  if (view.clock === null || view.verbose) return { who, when: exact };
  return { who, when: day === spoken.day ? exact.slice(11, 16) : exact.slice(0, 16) };
}

export function newModel({ model }: Message, spoken: SpeakerLine): string {
  if (model === undefined || spoken.model !== null) return '';
  spoken.model = model;
  return printable(model);
}

export function noteLine(message: Message, spoken: SpeakerLine, when: string): void {
  spoken.speaker = speakerOf(message);
  spoken.id = message.id ?? null;
  if (/^\d{4}-\d\d-\d\d/.test(when)) spoken.day = when.slice(0, 10);
}

function speakerOf({ role, source, author }: Message): string {
  if (author !== undefined) return author;
  if (source !== undefined) return source;
  return role === 'tool' ? 'assistant' : (role ?? 'message of an unknown role');
}

const KEY = 8;

function writer(author: string, name: string | undefined): string {
  const key = printable(author.length > 2 * KEY ? `${author.slice(0, KEY)}…` : author);
  return name === undefined || name === '' ? key : `${printable(name)} (${key})`;
}

export function rulesBefore(message: Message, spoken: SpeakerLine): string[] {
  const { source, text, model } = message;
  const rules = notesBefore(message, spoken);
  if (source === 'interruption') rules.push(printable((text ?? 'interrupted').replace(/^\[(.*)\]$/, '$1')));
  if (source === 'summary' && rules.length === 0) rules.push('compacted');
  if (model === undefined) return rules;
  if (spoken.model !== null && spoken.model !== model) {
    rules.push(`model: ${printable(model)}`);
    spoken.model = model;
  }
  return rules;
}

/** Notes before a message; inherited messages have one per series. */
function notesBefore({ before = [], inherited = false }: Message, spoken: SpeakerLine): string[] {
  const last = spoken.inherited;
  spoken.inherited = inherited ? before.join() : null;
  if (inherited && last === spoken.inherited) return [];
  return [...(last !== null && !inherited ? ['from here on its own'] : []), ...before.map(printable)];
}

/** Marks text of the program that is not sent to the model. */
const UNSENT = 'not sent';

export function setsApart({
  cancelled,
  partial,
  marks = [],
  before = [],
  hidden,
  offScreen = false,
  type,
  failed,
  source,
}: Message): string {
  const printedMarks = new Set([...before, ...(failed === true ? ['error'] : [])]);
  return [
    cancelled === true ? 'cancelled' : '',
    partial === true ? 'not finished' : '',
    ...marks.filter((mark) => !printedMarks.has(mark) && (source === undefined || mark === UNSENT)).map(printable),
    hidden && type !== 'reasoning' ? 'hidden' : '',
    offScreen ? 'on no screen' : '',
  ]
    .filter((remark) => remark !== '')
    .join(' · ');
}
