import * as z from 'zod';
import { runId } from './change.ts';
import { conversation, finding, lost, message, SECTIONS } from './conversation.ts';
import { count, iso } from './words.ts';

export const schema = z.literal(1);

/** A section in the spelling of its file, so that big integers and depth survive. */
const section = (about: string) => z.unknown().describe(about);

const sections = Object.fromEntries(
  Object.entries(SECTIONS).map(([key, about]) => [key, z.optional(section(about))]),
) as Record<keyof typeof SECTIONS, z.ZodOptional<z.ZodUnknown>>;

/** Missing where nothing was cut: a small file may have a million findings. */
export const truncated = z
  .optional(z.array(finding))
  .describe('what `findings` leaves out: of one code in one file, those after the first 1,000 are only counted');

export const list = {
  commands: ['list'],
  about: 'Every conversation, hidden ones too. `findings` has only what could not be judged.',
  schema: z.strictObject({
    schema,
    command: z.literal('list'),
    conversations: z.array(conversation),
    findings: z.array(finding),
    hidden: z
      .optional(count)
      .describe('how many in scope `list` prints only with `--hidden` or `--all`, whatever `--limit` says'),
    lost: z
      .optional(z.array(lost))
      .describe('with `--lost`, and nothing else then: conversations whose files are gone'),
  }),
};

const healed = z
  .strictObject({
    run: runId,
    number: count.describe('counts the runs of its store, from 1'),
    startedAt: z.int(),
    startedAtIso: iso('the same'),
    codes: z.array(z.string()).describe('the findings that it took away'),
    places: z
      .array(z.string())
      .describe(
        'JSON pointers of the records or messages that it mended; none where the file was written to otherwise since',
      ),
  })
  .meta({ id: 'healed' });

export const show = {
  commands: ['show'],
  about:
    'A conversation with its messages. Members of type any hold JSON from the file as it is, so that big integers survive; null where the file has no JSON there.',
  schema: z.strictObject({
    schema,
    command: z.literal('show'),
    conversation: conversation
      .omit({ messages: true })
      .extend({
        metadata: section('what the program keeps about the conversation'),
        memory: section('fnord: its memories'),
        tasks: section('fnord: its task lists'),
        messages: z.array(message),
        ...sections,
        companions: z.optional(z.record(z.string(), z.unknown())).describe('with `--companions`: the files beside it'),
        healed: z
          .optional(z.array(healed))
          .describe('heals of it that are not undone, the oldest first; left out for none'),
        findings: z.array(finding),
        truncated,
      })
      .meta({ id: 'shown' }),
  }),
};

const compared = conversation
  .extend({
    asOf: z.nullable(z.string()).describe('`before run b1ce` or `as it was sealed`; null for what is on disk'),
  })
  .meta({ id: 'compared' });

export const diff = {
  commands: ['diff'],
  about: 'The messages that one of two conversations has and the other lacks, compared by what they say.',
  schema: z.strictObject({
    schema,
    command: z.literal('diff'),
    first: compared,
    second: compared,
    counts: z.strictObject({ inBoth: count, onlyInFirst: count, onlyInSecond: count }),
    sameOrder: z.boolean().describe('whether the messages in both are in the same order'),
    hidden: count.describe('hidden messages that were not compared, without `--all`'),
    onlyInFirst: z.optional(z.array(message)).describe('left out with `--stat`'),
    onlyInSecond: z.optional(z.array(message)).describe('left out with `--stat`'),
  }),
};

export const resumed = {
  commands: [],
  about: 'Of `resume ID`: the conversation; its member `resume` is the line for a shell that goes on with it.',
  schema: z.strictObject({
    schema,
    command: z.literal('resume'),
    conversation,
    findings: z.array(finding).describe('what is wrong with it; an error says what its program leaves out'),
    truncated,
  }),
};
