import type { Listed } from '../../ops/list.ts';
import { findingLine } from '../../report/findings/sentence.ts';
import { conversationJson, findingJson, jsonStream } from '../../report/json-text.ts';
import { type Group, type LeftOut, listText, listTotal } from '../../report/list/rows.ts';
import { numberText } from '../../report/numbers.ts';
import { wrap } from '../../report/wrap.ts';
import type { Job } from '../job.ts';
import { rerun } from '../rerun.ts';

/** Takes groups of conversations as they come, and at the end what could not be judged. */
export interface Lister {
  tell(group: Group): Promise<void>;
  end(listed: Listed, left: LeftOut): Promise<void>;
}

/** Which of the conversations asked for a terminal shows: the newest of each store, the first of a sorted list, or all. */
export interface ListLimit {
  readonly by: 'newest' | 'first';
  readonly most: number;
  /** An order was asked for. */
  readonly isOrdered: boolean;
}

/** The list as asked for: JSON, a table on a terminal, else plain columns. */
export function lister(job: Job, cut: ListLimit): Lister {
  if (job.options.json) return jsonLister(job);
  return job.env.stdout.isTTY === true ? tableLister(job, cut) : plainLister(job);
}

function jsonLister({ out }: Job): Lister {
  const stream = jsonStream('list', 'conversations');
  return {
    tell: async (group) => {
      if (!out.started()) await out.write(stream.open());
      for (const conversation of group.conversations) await out.write(stream.item(conversationJson(conversation)));
    },
    end: async ({ unjudged }) => {
      if (!out.started()) await out.write(stream.open());
      await out.write(stream.close({ findings: unjudged.map(findingJson) }));
    },
  };
}

function plainLister(job: Job): Lister {
  const count = { wanted: 0, unreadable: 0 };
  return {
    tell: async (group) => {
      tally(count, group);
      await job.out.lines(listText(group, job.paint));
    },
    end: (listed, left) => ending(job, { ...count, ...left, shown: count.wanted }, listed),
  };
}

/** Held to the end: how short an id can be shown, and which are the newest, depends on all of them. */
function tableLister(job: Job, cut: ListLimit): Lister {
  const count = { wanted: 0, unreadable: 0 };
  const groups: Group[] = [];
  return {
    tell: async (group) => {
      tally(count, group);
      groups.push(group);
    },
    end: async (listed, left) => {
      const { listTable, newest } = await import('../../report/list/table.ts');
      const shown = cut.by === 'newest' ? newest(groups, cut.most) : first(groups, cut.most);
      const { paint, clock, out } = job;
      const around = { home: job.env.vars['HOME'] ?? null, cwd: job.env.cwd };
      await out.lines(listTable(shown, { width: out.width, paint, clock, around, isOrdered: cut.isOrdered }));
      const rows = shown.reduce((sum, { conversations }) => sum + conversations.length, 0);
      await ending(job, { ...count, ...left, shown: rows }, listed);
    },
  };
}

function first(groups: readonly Group[], most: number): Group[] {
  return groups.map(({ conversations, sharing }) => ({ conversations: conversations.slice(0, most), sharing }));
}

interface Count {
  wanted: number;
  unreadable: number;
}

function tally(count: Count, { conversations }: Group): void {
  count.wanted += conversations.length;
  count.unreadable += conversations.filter(({ readable }) => !readable).length;
}

async function ending(
  { out, note, paint, env, options }: Job,
  count: Count & LeftOut & { readonly shown: number },
  listed: Listed,
): Promise<void> {
  const { width } = out;
  await out.lines(wrap(listTotal({ ...count, found: listed.found }, rerun(options)), 0, { width, hang: 2 }));
  const hidden = count.wanted - count.shown;
  const more = `${numberText(hidden)} more are not shown here: \`${rerun(options)} list --limit all\``;
  if (hidden > 0) await out.lines(wrap(more, 0, { width, hang: 2 }));
  await out.flush();
  for (const finding of listed.unjudged) await note.line(`not judged: ${findingLine(finding, paint, env.cwd)}`);
}
