import { nearestWords } from '../../model/nearest.ts';
import { parsedBy } from '../flag.ts';

/** `file` null: stdout. */
export interface ReportOption<Format extends string> {
  readonly format: Format;
  readonly file: string | null;
}

/** FORMAT or FORMAT=FILE; `-` is stdout. */
export function reportOptionOf<const Format extends string>(formats: readonly Format[]) {
  const formatNamed = (name: string) => formats.find((format) => format === name);
  const read = (text: string): ReportOption<Format> | null => {
    const [name, file] = nameAndFile(text);
    const format = formatNamed(name);
    if (format === undefined || file === '' || file?.includes('\0') === true) return null;
    return { format, file: file === '-' ? null : file };
  };
  const misfitText = (text: string): string => {
    const [name] = nameAndFile(text);
    if (formatNamed(name) !== undefined) return TAKES;
    const near = nearestWords(name, formats);
    return near.length === 0
      ? `takes one of ${formats.join(', ')}`
      : `takes a known format (did you mean ${near.join(', ')}?)`;
  };
  return Object.assign(parsedBy(read, TAKES, misfitText), { words: formats });
}

const TAKES = 'takes FORMAT or FORMAT=FILE';

function nameAndFile(text: string): readonly [name: string, file: string | null] {
  const at = text.indexOf('=');
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}
