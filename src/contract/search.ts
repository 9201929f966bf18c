import * as z from 'zod';
import { conversation, finding, message } from './conversation.ts';
import { schema } from './reading.ts';
import { count, iso } from './words.ts';

const agent = z.string().describe('the subagent whose transcript has it: `ID@AGENT:NUMBER`').optional();

const reach = {
  searched: count.describe('conversations that were searched whole'),
  partly: z
    .optional(count)
    .describe(
      'searched without what is damaged; also those of which only lines that are no records were passed over, which stderr does not count',
    ),
  findings: z.array(finding).describe('why the others were not, or only in part'),
};

export const search = {
  grep: {
    commands: ['grep'],
    about: 'What was searched for, by conversation, the one that changed last first.',
    schema: z.strictObject({
      schema,
      command: z.literal('grep'),
      matches: z.array(
        z.strictObject({
          conversation,
          count: count.describe('messages that match; `messages` has the first 1,000'),
          messages: z.array(
            z.strictObject({
              index: count.describe('the number that `show` prints before it, and takes as `ID:NUMBER`'),
              agent,
              role: message.shape.role,
              type: message.shape.type,
              name: message.shape.name,
              time: iso('when it was said').optional(),
              hidden: z.boolean(),
              isMatch: z.boolean().describe('false for one beside a match (`--context`)'),
              before: z.string(),
              match: z.string(),
              after: z.string().describe('text around the match on one line, cut to be read'),
            }),
          ),
        }),
      ),
      ...reach,
    }),
  },
  find: {
    commands: ['find'],
    about: 'The conversations that a question is about, the best first.',
    schema: z.strictObject({
      schema,
      command: z.literal('find'),
      answers: z.array(
        z.strictObject({
          conversation,
          index: count.describe('the turn that matches best; `show` takes `ID:INDEX`'),
          agent,
          text: z.string().describe('the text there on one line, cut to be read'),
          score: z
            .number()
            .nonnegative()
            .describe(
              'compares answers of one question, and no others; those with its words side by side in a name or the first question come before the others',
            ),
          alike: z
            .optional(z.array(z.string()))
            .describe('ids of copies and forks that have this turn too: they take no place of another answer'),
        }),
      ),
      nowhere: z.optional(z.array(z.string())).describe('words of the question that nobody said in what was searched'),
      ...reach,
    }),
  },
};
