import * as z from 'zod/mini';
import { newDigest } from '../../io/disk/digest.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { sentence } from '../../model/command.ts';
import { Failure, issueText } from '../../model/failure.ts';
import { fileFinding, type PlacedFinding } from '../../model/finding.ts';
import type { Digest } from '../../model/plan.ts';
import { SEAL } from '../../model/rules/row.ts';
import { parsedSumLine, type SealHead } from '../../model/seal.ts';
import type { ReadContext } from '../reading.ts';
import { locateFinding } from '../survey/locate.ts';
import type { SurveyEvent } from '../survey/survey-event.ts';
import { LongLine, textLines, unreadReasonOf } from '../user-files.ts';

const count = z.number().check(z.int(), z.nonnegative());
const headSchema = z.object({
  conversations: count,
  files: count,
  bytes: count,
  projects: z.optional(z.array(z.string())),
  sum: z.optional(z.string()),
});
const conversationSchema = z.object({
  conversation: z.object({
    kind: z.string(),
    project: z.nullable(z.string()),
    id: z.string(),
    path: z.string(),
    title: z.nullable(z.string()),
    updatedAt: z.nullable(z.number()),
    messages: z.nullable(count),
    history: z.string(),
    bytes: z.optional(count),
  }),
});

/** A manifest; its kinds may be unknown to this version. `projects` as in `Seal`. */
export interface ReadSeal {
  readonly projects: readonly string[];
  readonly head: SealHead;
  readonly conversations: readonly z.infer<typeof conversationSchema>['conversation'][];
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a manifest. Throws Failure `usage` for a missing, invalid or cut one. */
export function readSeal(disk: ReadDisk, file: string): ReadSeal {
  const read = (at: number, length: number) => {
    try {
      return disk.read(file, length, at);
    } catch (error) {
      throw new Failure('usage', `the seal ${file} ${unreadReasonOf(error)}`, HINT, { cause: error });
    }
  };
  return sealFrom(read, `the seal ${file}`);
}

/** A manifest, read in pieces and checked line by line; `file` names it in messages. Throws Failure like `readSeal`. */
export function sealFrom(read: (at: number, length: number) => Uint8Array, file: string): ReadSeal {
  if (Buffer.from(read(0, MANIFEST_HEADER.length)).toString('latin1') !== MANIFEST_HEADER)
    throw badLineFailure(file, 1, NOT_FIRST);
  const lines = linesIn(read, file);
  if (lines.next().value !== MANIFEST_HEADER) throw badLineFailure(file, 1, NOT_FIRST);
  const second = lines.next();
  const head = parsed(headSchema, file, 2, second.done === true ? '' : second.value);
  const { conversations, files, sum } = entriesIn(lines, file);
  if (files.size !== head.files || conversations.length !== head.conversations)
    throw badLineFailure(
      file,
      2,
      `counts ${head.files} files and ${head.conversations} conversations, and not all of them are there`,
    );
  if (head.sum !== undefined && head.sum !== sum)
    throw badLineFailure(file, 2, 'has another sum than the lines of conversations below it');
  return { projects: head.projects ?? [], head, conversations, files };
}

interface SealEntries extends Pick<ReadSeal, 'conversations' | 'files'> {
  /** Digest of the lines of conversations. */
  readonly sum: Digest;
}

function entriesIn(lines: Iterable<string>, file: string): SealEntries {
  const sum = newDigest();
  const conversations: ReadSeal['conversations'][number][] = [];
  const files = new Map<string, string>();
  let number = 2;
  for (const line of lines) {
    number++;
    if (line === '') continue;
    if (line.startsWith('# ')) {
      conversations.push(parsed(conversationSchema, file, number, line).conversation);
      sum.add(`${line}\n`);
    } else {
      const summed = parsedSumLine(line);
      if (summed === null) throw badLineFailure(file, number, 'is not a line of sha256sum');
      files.set(summed.name, summed.digest);
    }
  }
  return { conversations, files, sum: sum.end() };
}

const MANIFEST_HEADER = '# convostore seal 1';
const NOT_FIRST = `does not begin with \`${MANIFEST_HEADER}\``;

function* linesIn(read: (at: number, length: number) => Uint8Array, file: string): Generator<string> {
  try {
    yield* textLines(read);
  } catch (error) {
    if (!(error instanceof LongLine)) throw error;
    throw new Failure('usage', `${file}: a line of it is too long`, HINT, { cause: error });
  }
}

function parsed<T>(schema: z.ZodMiniType<T>, file: string, line: number, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text.slice(2));
  } catch (error) {
    throw new Failure('usage', `${file}, line ${line}: not JSON`, HINT, { cause: error });
  }
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw badLineFailure(file, line, issueText(result.error.issues[0]));
}

function badLineFailure(file: string, line: number, what: string): Failure {
  return new Failure('usage', `${file}, line ${line}: ${what}`, HINT);
}

const HINT = sentence`Write a new one with ${SEAL}.`;

interface QuickCheck {
  see(event: SurveyEvent): void;
  differences(): Iterable<PlacedFinding>;
}

export function quickCheck({ sites }: ReadContext, { head }: ReadSeal): QuickCheck {
  const now = { conversations: 0, files: 0, bytes: 0 };
  const addParts = (parts: readonly { readonly type: string; readonly size: number }[]): void => {
    for (const { type, size } of parts) {
      if (type === 'folder') continue;
      now.files++;
      now.bytes += size;
    }
  };
  return {
    see: (event) => {
      if (event.type === 'scope-end') addParts(event.shared);
      if (event.type !== 'document') return;
      addParts(event.parts);
      now.conversations += event.document.conversations.filter(
        ({ bytes }) => bytes > 0 || event.parts.length > 0,
      ).length;
    },
    differences: () => shrunkCounts(head, now).flatMap((detail) => findingAtSite(sites[0], detail)),
  };
}

function shrunkCounts(was: SealHead, now: SealHead): string[] {
  const keys = ['conversations', 'files', 'bytes'] as const;
  return keys.flatMap((key) =>
    now[key] < was[key] ? [`holds ${now[key]} ${key}, where the seal counted ${was[key]}`] : [],
  );
}

function findingAtSite(site: ReadContext['sites'][number] | undefined, detail: string): PlacedFinding[] {
  if (site === undefined) return [];
  return [locateFinding(site, null, fileFinding('ST508', null, '', detail))];
}
