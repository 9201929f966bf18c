import { spanOf } from '../../../../codecs/json/value.ts';
import { outOfSight } from '../../checks/title-troubles.ts';
import { behind } from '../behind.ts';
import type { ClaudePass } from './pass.ts';

/** Repeats at the end the lines of a title and a tag that the picker does not see, as they are. */
export const listing: ClaudePass = {
  codes: ['CL304'],
  repair: ({ file, source }) => {
    const lines = outOfSight(file).flatMap(({ n }) => {
      const record = file.scan(n)?.record;
      if (record === undefined) return [];
      const { start, end } = spanOf(record);
      return Buffer.from(record.tape.bytes.subarray(start, end)).toString('utf8');
    });
    if (lines.length === 0) return { edits: [], notes: [] };
    return {
      edits: [behind(source, lines.join('\n')).edit],
      notes: lines.map((line) => `this line is added: ${line}`),
    };
  },
};
