import { type Code, ruleOf } from './findings.ts';
import type { FindingRow } from './rules/row.ts';
import { sentenceText } from './sentence.ts';

/** All that `convo explain` says of a code: its row, and the sections of docs/findings/CODE.md. */
export interface FindingPage extends Omit<FindingRow, 'owner' | 'next'> {
  /** The next command, or what else to do, in words. */
  readonly next: string;
  /** What it means. */
  readonly meaning: string;
  /** What the program does with it. */
  readonly owner: string;
  /** What is still sound. */
  readonly sound: string;
  /** What we cannot know. */
  readonly unknown: string;
  /** Why it is not given any more. */
  readonly retired?: string;
}

/** The sections of a page that are written by hand, as they are headed there, in their order. */
export const SECTIONS = {
  retired: 'No longer given',
  meaning: 'What it means',
  owner: 'What the program does with it',
  sound: 'What is still sound',
  unknown: 'What cannot be known',
} as const;

/** The page of a code from its Markdown. Throws where a section is missing. */
export function parsePage(code: Code, markdown: string): FindingPage {
  const known = ruleOf(code);
  const bodies = new Map<string, string>();
  for (const section of markdown.split(/^## /m).slice(1)) {
    const [head = '', ...body] = section.split('\n');
    bodies.set(head, body.join('\n').trim());
  }
  const body = (section: keyof typeof SECTIONS): string => {
    const text = bodies.get(SECTIONS[section]);
    if (text === undefined || text === '') throw new Error(`the page of ${code} does not say: ${SECTIONS[section]}`);
    return text;
  };
  return {
    ...known,
    next: sentenceText(known.next),
    meaning: body('meaning'),
    owner: body('owner'),
    sound: body('sound'),
    unknown: body('unknown'),
    ...(bodies.has(SECTIONS.retired) ? { retired: body('retired') } : {}),
  };
}
