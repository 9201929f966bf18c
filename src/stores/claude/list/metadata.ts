import { type LineRecord, type ListWindow, recordIn, type Sought } from './windows.ts';

/** A line of metadata that gives a session a text: a title, a tag. */
export interface GivenLine {
  readonly key: Sought;
  /** The record that such a line holds; null for none. */
  recordIn(line: Buffer): LineRecord | null;
}

/** The program takes it also where it is glued to the end of a line. */
function glued(type: string, key: Sought): GivenLine {
  const recordOf = (line: Buffer) => {
    const at = line.lastIndexOf(`{"type":"${type}"`);
    return recordIn(line) ?? (at > 0 ? recordIn(line.subarray(at)) : null);
  };
  return {
    key,
    recordIn: (line) => {
      const record = recordOf(line);
      return record?.['type'] === type ? record : null;
    },
  };
}

export const CUSTOM_TITLE = glued('custom-title', 'customTitle');
export const AI_TITLE = glued('ai-title', 'aiTitle');
export const TAG = glued('tag', 'tag');
/** Of any type. */
export const LAST_PROMPT: GivenLine = { key: 'lastPrompt', recordIn };
export const SUMMARY: GivenLine = {
  key: 'summary',
  recordIn: (line) => (line.includes('"type":"summary"') ? recordIn(line) : null),
};

/** The last text that a kind of line gives in a window; null for none. An empty one takes the earlier one away. */
export function lastGiven(window: ListWindow, { key, recordIn }: GivenLine): string | null {
  for (const line of window.linesFromEnd(key)) {
    const text = recordIn(line)?.[key];
    if (typeof text === 'string') return text;
  }
  return null;
}
