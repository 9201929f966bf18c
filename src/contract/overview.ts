import * as z from 'zod';
import { conversation } from './conversation.ts';
import { code, finding } from './finding.ts';
import { absolute, count, kind } from './words.ts';

export const byCode = z.array(
  z.strictObject({
    code,
    count: count.describe('how many there are of this code'),
    next: z.string().describe('the command that goes on'),
    first: finding.describe('the first of them'),
  }),
);

export const overview = {
  commands: ['overview'],
  about: 'Of `convo --json` without a command: the stores here, and what needs someone.',
  schema: z.strictObject({
    schema: z.literal(1),
    command: z.literal('overview'),
    isCut: z.boolean().describe('true where a run was cut off, or is at work'),
    deletions: z
      .array(
        z.strictObject({
          kind,
          due: count.describe('at its next start'),
          soon: count.describe('within 7 days'),
        }),
      )
      .describe('conversations that a program deletes'),
    leftFolders: z
      .array(z.strictObject({ kind, folder: z.string(), conversations: count }))
      .describe('folders that are gone, and the conversations that their program finds by them'),
    isJudged: z.boolean().describe('false where there is too much to judge: then nothing is in the next two'),
    findings: byCode.describe('errors, and what could not be judged, by code'),
    warnings: count,
    isHere: z.boolean().describe('true where `newest` is of the folder that convo runs in'),
    newest: z.array(conversation).describe('the five that changed last'),
    stores: z
      .array(z.strictObject({ kind, root: absolute('the store'), projects: count, conversations: count, bytes: count }))
      .describe('with their active conversations; empty where there is no store'),
    hidden: count.describe('conversations that their programs do not list'),
  }),
};
