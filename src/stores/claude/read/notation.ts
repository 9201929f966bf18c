/** Meaning of a text in the program's own notation. */
export interface Noted {
  /** For display. */
  readonly words: string;
  /** Typed by a person. */
  readonly isTyped: boolean;
}

/** Parts of a typed command, and answers of a command or shell, in any order. */
const COMMAND = /<command-(name|message|args)>(.*?)<\/command-\1>/gs;
const ANSWER = /<((?:local-command|bash)-std(?:out|err))>(.*?)<\/\1>/gs;
/** Text typed for a shell, or as a memory. */
const INPUT = /^<(bash|user-memory)-input>(.*)<\/\1-input>$/s;
/** A background task has ended. */
const NOTIFICATION = /^<task-notification>.*<\/task-notification>$/s;

/** Null unless the whole text is in the program's notation (docs/formats/claude.md). */
export function notedIn(text: string): Noted | null {
  if (!text.includes('</')) return null;
  const [, input, line = ''] = INPUT.exec(text) ?? [];
  if (input !== undefined) return { words: `${input === 'bash' ? '!' : '#'} ${line}`, isTyped: true };
  const command = partsOf(text, COMMAND);
  const name = command?.get('name') ?? '';
  if (name.startsWith('/')) return { words: `${name} ${command?.get('args') ?? ''}`.trim(), isTyped: true };
  const said = [...(partsOf(text, ANSWER)?.values() ?? notification(text))].filter((part) => part.trim() !== '');
  return said.length === 0 ? null : { words: said.join('\n'), isTyped: false };
}

/** The parts of a text by their names; null where something else is in it. */
function partsOf(text: string, part: RegExp): ReadonlyMap<string, string> | null {
  const parts = new Map(Array.from(text.matchAll(part), ([, name = '', value = '']) => [name, value]));
  return parts.size > 0 && text.replace(part, '').trim() === '' ? parts : null;
}

function notification(text: string): string[] {
  if (!NOTIFICATION.test(text)) return [];
  return ['summary', 'event', 'result'].map((name) => new RegExp(`<${name}>(.*)</${name}>`, 's').exec(text)?.[1] ?? '');
}
