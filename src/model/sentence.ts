import { commandText, type NextCommand } from './command.ts';

/** A sentence or clause. Its commands become text when printed. */
export type Sentence = string | NextCommand | readonly (string | NextCommand)[];

/** Sets each command in backticks. */
export function sentence(texts: TemplateStringsArray, ...values: readonly (Sentence | number)[]): Sentence {
  const parts = texts.flatMap((text, i): readonly (string | NextCommand)[] => {
    const value = values[i - 1] ?? '';
    if (typeof value === 'number') return [`${value}${text}`];
    if (typeof value === 'string') return [value, text];
    return 'program' in value ? ['`', value, `\`${text}`] : [...value, text];
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts.filter((part) => part !== '');
}

/** The printed sentence. `commandPrefix` is convo's command line up to the verb. */
export function sentenceText(sentence: Sentence, commandPrefix = 'convo'): string {
  if (typeof sentence === 'string') return sentence;
  if ('program' in sentence) return commandText(sentence, commandPrefix);
  return sentence.map((part) => (typeof part === 'string' ? part : commandText(part, commandPrefix))).join('');
}

export function isNextCommand(sentence: Sentence): sentence is NextCommand {
  return typeof sentence === 'object' && 'program' in sentence;
}
