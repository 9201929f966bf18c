import * as z from 'zod';
import { begun, bytesOf, intended, planChange, planEnd, savedHeader } from '../../contract/plan.ts';
import { checkChange } from '../../model/check-change.ts';
import { issueText } from '../../model/issue.ts';
import { type Change, type Coded, type Content, mapBytes, type PlanHeader } from '../../model/plan.ts';

/** One line; bytes are base64. */
export function encodeChange(value: Change): string {
  return JSON.stringify({ ...value, steps: value.steps.map(encodeStep) });
}

function encodeStep(value: Change['steps'][number]): unknown {
  if (value.do === 'put') return { ...value, content: encodeContent(value.content) };
  if (value.do !== 'plant') return value;
  return { ...value, files: value.files.map((file) => ({ ...file, content: encodeContent(file.content) })) };
}

function encodeContent(value: Content): unknown {
  if (value.from === 'bytes') return { ...value, bytes: Buffer.from(value.bytes).toString('base64') };
  const coded = value.edits.map((edit) => ({ ...edit, insert: Buffer.from(edit.insert).toString('base64') }));
  return { ...value, edits: coded };
}

/** Checks shape, paths and rules of an untrusted line. Throws the fault. */
export function decodeChange(line: string): Change {
  const value: Change = planChange.parse(JSON.parse(line));
  checkChange(value);
  return value;
}

/** One phrase, which may quote the line. */
export function misfitOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'not JSON';
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  return issue === undefined ? 'cannot be understood' : issueText(issue);
}

/** `hasEnd`: the last line is `encodeEnd`'s. */
export function encodeHeader(value: PlanHeader): string {
  return JSON.stringify({ ...value, hasEnd: true });
}

/** Throws the fault. */
export function decodeHeader(line: string): { readonly header: PlanHeader; readonly hasEnd: boolean } {
  const { hasEnd = false, ...rest } = savedHeader.parse(JSON.parse(line));
  return { header: rest, hasEnd };
}

/** Last line: the number of Changes. */
export function encodeEnd(changes: number): string {
  return JSON.stringify({ end: changes });
}

/** Null for another line. */
export function decodeEnd(line: string): number | null {
  return isEnd(line) ? (planEnd.safeParse(JSON.parse(line)).data?.end ?? null) : null;
}

/** Does the line end the Changes of a store. Nothing is parsed: a Change may have a million edits. */
export function isEnd(line: string): boolean {
  return line.startsWith('{"end":');
}

/** Checked. Throws the fault. */
export function decodeIntended(line: string): z.infer<typeof intended> {
  const value = intended.parse(JSON.parse(line));
  checkChange(value.change);
  return value;
}

/** Unchecked: this process wrote and checked the line. Decodes bytes only. */
export function decodeOwn(line: string): Own {
  const { change, ...rest }: Coded<Own, string> = JSON.parse(line);
  return { ...rest, change: decodedBytes(change) };
}

/** Unchecked: this process checked the line. Decodes bytes only. */
export function decodeJournalChange(line: string): Change {
  return decodedBytes(JSON.parse(line));
}

function decodedBytes(change: Coded<Change, string>): Change {
  return { ...change, steps: change.steps.map((step) => mapBytes(step, bytesOf)) };
}

type Own = Omit<z.infer<typeof intended>, 'change'> & { readonly change: Change };

/** First line of a journal, checked. Throws the fault. */
export function decodeBegun(line: string): z.infer<typeof begun> {
  return begun.parse(JSON.parse(line));
}
