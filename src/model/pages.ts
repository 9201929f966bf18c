import { sentenceText } from './command.ts';
import { type Code, ruleOf } from './finding.ts';
import type { FindingRow } from './rules/row.ts';

export interface FindingPage extends Pick<FindingRow, 'severity' | 'healing' | 'title' | 'expected' | 'unjudged'> {
  readonly next: string;
  readonly meaning: string;
  readonly owner: string;
  readonly sound: string;
  readonly unknown: string;
  readonly retired?: string;
}

export const PAGE_SECTIONS = {
  retired: 'No longer given',
  meaning: 'What it means',
  owner: 'What the program does with it',
  sound: 'What is still sound',
  unknown: 'What cannot be known',
} as const;

/** Parses the page of a code; throws for a missing section. */
export function parsePage(code: Code, markdown: string): FindingPage {
  const { severity, healing, title, next, expected, unjudged, retired = false } = ruleOf(code);
  const bodies = new Map<string, string>();
  for (const section of markdown.split(/^## /m).slice(1)) {
    const [head = '', ...body] = section.split('\n');
    bodies.set(head, body.join('\n').trim());
  }
  const body = (section: keyof typeof PAGE_SECTIONS): string => {
    const text = bodies.get(PAGE_SECTIONS[section]);
    if (text === undefined || text === '')
      throw new Error(`the page of ${code} does not say: ${PAGE_SECTIONS[section]}`);
    return text;
  };
  if (!retired && bodies.has(PAGE_SECTIONS.retired))
    throw new Error(`${code} is given, and its page says that it is not`);
  return {
    severity,
    healing,
    title,
    ...(expected === undefined ? {} : { expected }),
    ...(unjudged ? { unjudged } : {}),
    next: sentenceText(next),
    meaning: body('meaning'),
    owner: body('owner'),
    sound: body('sound'),
    unknown: body('unknown'),
    ...(retired ? { retired: body('retired') } : {}),
  };
}
