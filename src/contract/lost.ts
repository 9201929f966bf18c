import * as z from 'zod';
import { absolute, count, iso, kind, project, seconds, words } from './words.ts';

export const lost = z
  .strictObject({
    kind,
    root: absolute('the store'),
    project,
    folder: z.nullable(z.string()).describe('the folder that it was about'),
    id: z.string(),
    path: z.nullable(absolute('where its file was')),
    stub: absolute('a file in its place in which nothing was said').optional(),
    since: seconds('its first trace'),
    sinceIso: iso('the same'),
    until: seconds('its last trace'),
    untilIso: iso('the same'),
    prompts: z.array(
      z.strictObject({ text: z.string(), time: seconds('when it was typed'), timeIso: iso('the same') }),
    ),
    traces: z.array(
      z.strictObject({
        what: words(['prompts', 'shell', 'file-history', 'companions'], 'what is left of it'),
        path: absolute('where'),
        count: count.describe('prompts, or files in the folder'),
      }),
    ),
    agents: z.array(z.string()).describe('its subagents, whose transcripts are there'),
    originals: z
      .array(
        z.strictObject({
          run: z.string(),
          verb: z.string(),
          path: absolute('where it is kept'),
          from: absolute('where it was'),
        }),
      )
      .describe('its file as it was before a run, the newest last'),
    ways: z.array(z.string()).describe('commands that bring back what there is'),
  })
  .meta({ id: 'lost' });
