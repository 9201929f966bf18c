import { root, type Value } from '../../../codecs/json/value.ts';
import { contentOf, lastText, lastValue } from '../python/get.ts';
import { parse } from '../python/parse.ts';
import { strip, stripEnd } from '../python/strip.ts';

/** What the reader takes for the first prompt of a session, and whether it raises on the way. */
export interface FirstPrompt {
  readonly text: string | null;
  /** A line before it is nested so deeply that the reader raises: then its whole list does. */
  readonly raises: boolean;
}

/** The first prompt among the whole lines of a head, or else the name of the first command. */
export function firstPrompt(head: Buffer): FirstPrompt {
  let command: string | null = null;
  for (const line of linesOf(head)) {
    if (!mayHoldPrompt(line)) continue;
    const { tape, refused } = parse(line);
    if (refused === 'too-deep') return { text: null, raises: true };
    const found = (refused === null ? textsOf(root(tape)) : []).map(promptOf);
    const prompt = found.find(({ is }) => is === 'prompt');
    if (prompt !== undefined) return { text: cut(prompt.text), raises: false };
    command ??= found.find(({ is, text }) => is === 'command' && text !== '')?.text ?? null;
  }
  return { text: command, raises: false };
}

/** One after the other: the first prompt is most often in the first of them. */
function* linesOf(head: Buffer): Generator<Buffer> {
  for (let from = 0; ; ) {
    const to = head.indexOf('\n', from);
    if (to < 0) return yield head.subarray(from);
    yield head.subarray(from, to);
    from = to + 1;
  }
}

const USER = ['"type":"user"', '"type": "user"'];
const NO_PROMPT = [
  '"tool_result"',
  '"isMeta":true',
  '"isMeta": true',
  '"isCompactSummary":true',
  '"isCompactSummary": true',
];

function mayHoldPrompt(line: Buffer): boolean {
  return USER.some((each) => line.includes(each)) && !NO_PROMPT.some((each) => line.includes(each));
}

function textsOf(record: Value | null): string[] {
  if (lastText(record, 'type') !== 'user') return [];
  const message = lastValue(record, 'message');
  const whole = lastText(message, 'content');
  if (whole !== null) return [whole];
  return contentOf(message).flatMap((block) => {
    const text = lastText(block, 'type') === 'text' ? lastText(block, 'text') : null;
    return text ?? [];
  });
}

interface Found {
  readonly is: 'prompt' | 'command' | 'nothing';
  /** Of a command its name. */
  readonly text: string;
}

function promptOf(raw: string): Found {
  const text = strip(raw.replaceAll('\n', ' '));
  const name = /<command-name>([^\n]*?)<\/command-name>/.exec(text)?.[1];
  if (name !== undefined) return { is: 'command', text: name };
  return { is: text === '' || SKIPPED.test(text) ? 'nothing' : 'prompt', text };
}

const SKIPPED =
  /^(?:<local-command-stdout>|<session-start-hook>|<tick>|<goal>|\[Request interrupted by user[^\]]*\]|<ide_opened_file>[\s\S]*<\/ide_opened_file>$|<ide_selection>[\s\S]*<\/ide_selection>$)/;

/** Characters of a prompt that are shown. */
const SHOWN = 200;

function cut(text: string): string {
  if (text.length <= SHOWN) return text;
  const characters = Array.from(text);
  return characters.length <= SHOWN ? text : `${stripEnd(characters.slice(0, SHOWN).join(''))}…`;
}
