import * as z from 'zod';
import { KIND_TABLE } from '../model/kinds.ts';
import { absolute, count, fixed, kind, project, words } from './words.ts';

const LETTERS = Object.values(KIND_TABLE).map(({ letters }) => letters);

export const code = z
  .string()
  .regex(new RegExp(`^(?:${LETTERS.join('|')}|ST)\\d{3}$`))
  .meta({ description: 'a code of docs/findings.md; never renamed or used again', open: true });

const shape = {
  code,
  severity: fixed(['error', 'warning', 'info'], 'how bad it and what follows from it is, after `--severity`'),
  healing: fixed(['safe', 'lossy', 'manual'], 'who may repair it'),
  kind,
  root: absolute('the folder the store begins at'),
  project,
  id: z.nullable(z.string()).describe('the conversation; null for a finding about a whole store or project'),
  path: absolute('the file'),
  at: z
    .nullable(z.string())
    .describe('JSON pointer into the document of the file (fnord v0: into its body); null for other files'),
  offset: z.nullable(count).describe('bytes from the start of the file; null where there is no place'),
  line: z.nullable(count).describe('the same place as editors count it, from 1'),
  column: z.nullable(count).describe('from 1, in UTF-16 units'),
  owner: words(
    ['reads', 'refuses', 'rewrites', 'overwrites', 'drops', 'crashes'],
    'what the program does with the file at its next read or write',
  ),
  message: z.string().min(1).describe('what is wrong, to be read after the name of the file'),
  expected: z.nullable(z.string()).describe('what the program expects there; null where that cannot be said'),
  actual: z
    .nullable(z.string())
    .describe('what is there: its first 48 bytes, or what is known of it; null without a place in a file'),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe('the same on every machine and after edits elsewhere in the file; what a baseline goes by'),
  count: z
    .optional(z.int().positive())
    .describe('of a finding in `truncated`: it says only how many more of its code are in its file than are listed'),
  trace: z.optional(z.string()).describe('of ST010: where in convo the error arose'),
};

/** `F`: one finding. */
export const finding = z
  .strictObject({
    ...shape,
    consequences: z
      .optional(z.array(z.strictObject(shape)))
      .describe(
        'what follows from it in its conversation, and goes or is reported apart when it is healed; counted nowhere',
      ),
  })
  .meta({ id: 'finding' });
