import type { Listed } from '../ops/list.ts';
import { findingLine } from '../report/findings/line.ts';
import { jsonStream } from '../report/json-stream.ts';
import type { Group } from '../report/list-rows.ts';
import { listText, listTotal } from '../report/list-text.ts';
import type { Job } from './job.ts';

/** Tells groups of conversations as they come, and at the end what could not be judged. */
export interface Lister {
  tell(group: Group): Promise<void>;
  end(listed: Listed): Promise<void>;
}

/** The list as asked for: JSON, a table on a terminal, else plain columns. */
export function lister(job: Job): Lister {
  if (job.options.json) return jsonLister(job);
  return job.env.stdout.isTTY === true ? tableLister(job) : plainLister(job);
}

function jsonLister({ out }: Job): Lister {
  const stream = jsonStream('list', 'conversations');
  return {
    tell: async (group) => {
      if (!out.started()) await out.write(stream.open());
      for (const conversation of group.conversations) await out.write(stream.item({ ...conversation }));
    },
    end: async ({ unjudged }) => {
      if (!out.started()) await out.write(stream.open());
      await out.write(stream.close({ findings: unjudged.map((finding) => ({ ...finding })) }));
    },
  };
}

function plainLister(job: Job): Lister {
  const shown = { all: 0, unreadable: 0 };
  return {
    tell: async (group) => {
      tally(shown, group);
      for (const line of listText(group)) await job.out.line(line);
    },
    end: (listed) => ending(job, shown, listed),
  };
}

/** Held to the end: how short an id can be shown depends on all of them. */
function tableLister(job: Job): Lister {
  const shown = { all: 0, unreadable: 0 };
  const groups: Group[] = [];
  return {
    tell: async (group) => {
      tally(shown, group);
      groups.push(group);
    },
    end: async (listed) => {
      const { listTable } = await import('../report/list-table.ts');
      for (const line of listTable(groups, job.env.stdout.columns ?? 80, job.paint)) await job.out.line(line);
      await ending(job, shown, listed);
    },
  };
}

function tally(shown: { all: number; unreadable: number }, { conversations }: Group): void {
  shown.all += conversations.length;
  shown.unreadable += conversations.filter(({ readable }) => !readable).length;
}

async function ending(
  { out, note, paint, env }: Job,
  shown: { all: number; unreadable: number },
  listed: Listed,
): Promise<void> {
  await out.line(listTotal({ ...shown, found: listed.found }));
  await out.flush();
  for (const finding of listed.unjudged) await note.line(`not judged: ${findingLine(finding, paint, env.cwd)}`);
}
