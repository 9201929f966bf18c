import { list } from './list.ts';
import type { Reading } from './reading.ts';
import type { SurveyOptions } from './survey/survey.ts';

/** Conversations with a text in their titles, in upper or lower case, in the order of a list: their ids and titles. */
export async function titledWith(
  text: string,
  reading: Reading,
  { progress: _, ...survey }: SurveyOptions,
): Promise<{ readonly id: string; readonly title: string }[]> {
  const found: { readonly id: string; readonly title: string }[] = [];
  const wanted = text.toLowerCase();
  await list(reading, {
    ...survey,
    wanted: ({ title }) => title?.toLowerCase().includes(wanted) ?? false,
    count: false,
    sharing: false,
    tell: async (conversations) => {
      for (const { id, title } of conversations) found.push({ id, title: title ?? '' });
    },
  });
  return found;
}
