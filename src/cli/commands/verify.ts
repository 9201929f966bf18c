import type { Severity } from '../../model/findings/row.ts';
import type { Found } from '../../model/found.ts';
import { verify as judge, type Verified } from '../../ops/verify.ts';
import { plainReport, screenReport } from '../../report/findings/report.ts';
import { jsonStream } from '../../report/json-stream.ts';
import { shellWord } from '../../report/shell-word.ts';
import { command, flag, flagMany, toggle } from '../command.ts';
import { EXIT, type Exit, worst } from '../exit.ts';
import type { Job } from '../job.ts';
import { nothingInScope } from '../nothing-in-scope.ts';
import { progressLine } from '../progress.ts';
import { readingOf, tellUnread } from '../reading-of.ts';
import { rerun } from '../rerun.ts';
import { choice } from '../values/choice.ts';
import { findingCode } from '../values/finding-code.ts';

/** Bytes on both sides of a place, enough for the characters that an excerpt shows. */
const REACH = 128;

const LEVELS = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

export const verify = command({
  operands: '[ID...]',
  about:
    'Reads every file of the stores, leftovers and index entries too, and reports what it finds: severity, code, place, what is ' +
    'wrong, and what the program will do with it. On a terminal, findings are grouped by conversation, with the bytes around the ' +
    'place; elsewhere each is one line, `path:line:column: severity CODE message`. It never writes.',
  flags: {
    failOn: flag('--fail-on <level>', 'exit 1 from this severity on: error (default), warning or info', choice(LEVELS)),
    only: flagMany('--only <code>', 'only findings of this code; may be given several times', findingCode),
    ignore: flagMany('--ignore <code>', 'no findings of this code; may be given several times', findingCode),
    all: toggle('--all', 'on a terminal: each finding, also where one code has many'),
    signatures: toggle('--signatures', 'check signatures too, in kinds of stores that have them'),
  },
  run: async (job, ids, { failOn = 'error', only, ignore, signatures, all }) => {
    const scope = await readingOf(job, ids);
    const { reading, survey, unread } = scope;
    const line = progressLine(job);
    const teller = job.options.json ? jsonTeller(job) : textTeller(job, ids, all);
    const judged = await judge(reading, {
      ...survey,
      signatures,
      progress: line.show,
      shows: ({ code }) => !ignore.includes(code) && (only.length === 0 || only.includes(code)),
      reach: job.env.stdout.isTTY === true && !job.options.json ? REACH : 0,
      tell: async (found) => {
        await line.clear();
        await teller.tell(found);
      },
    });
    await line.clear();
    const verified = withUnread(judged, unread.length);
    const empty = verified.summary.conversations === 0 && verified.summary.unjudged === 0 && !job.options.allowEmpty;
    if (empty && !teller.told() && !verified.interrupted) throw await nothingInScope(job, scope);
    await teller.end(verified);
    await tellUnread(job, unread);
    return worst([...exitsOf(verified, failOn), empty ? EXIT.usage : EXIT.done]);
  },
});

function withUnread({ summary, interrupted }: Verified, unread: number): Verified {
  return { summary: { ...summary, unjudged: summary.unjudged + unread }, interrupted };
}

function exitsOf({ summary, interrupted }: Verified, failOn: Severity): Exit[] {
  const { errors, warnings, infos, unjudged } = summary;
  const counts = [errors, warnings, infos].slice(0, LEVELS.indexOf(failOn) + 1);
  const found = counts.some((count) => count > 0);
  return [
    interrupted ? EXIT.interrupted : EXIT.done,
    unjudged > 0 ? EXIT.unjudged : EXIT.done,
    found ? EXIT.findings : EXIT.done,
  ];
}

/** Tells findings as they come, and the sum at the end. */
interface Teller {
  tell(found: Found): Promise<void>;
  end(verified: Verified): Promise<void>;
  told(): boolean;
}

function jsonTeller({ out }: Job): Teller {
  const stream = jsonStream('verify', 'findings');
  let told = false;
  const open = async () => {
    if (!told) await out.write(stream.open());
    told = true;
  };
  return {
    tell: async ({ finding }) => {
      await open();
      await out.write(stream.item({ ...finding }));
    },
    end: async ({ summary, interrupted }) => {
      await open();
      await out.write(stream.close({ summary: { ...summary }, ...(interrupted ? { interrupted } : {}) }));
    },
    told: () => told,
  };
}

function textTeller({ out, note, paint, options, env }: Job, ids: readonly string[], all: boolean): Teller {
  const again = rerun(options);
  const { isTTY, columns: width = 80 } = env.stdout;
  const report =
    isTTY === true ? screenReport({ paint, width, cwd: env.cwd, again }, all) : plainReport(paint, env.cwd);
  let told = false;
  const say = async (lines: readonly string[]) => {
    for (const line of lines) await out.line(line);
  };
  return {
    tell: async (found) => {
      told = true;
      await say(report.add(found));
    },
    end: async ({ summary, interrupted }) => {
      const last = report.end(summary, [again, 'heal', ...ids.map(shellWord)].join(' '));
      await say(last.out);
      await out.flush();
      for (const line of last.note) await note.line(line);
      if (interrupted) await note.line('convo: interrupted; this is what was looked at until then');
    },
    told: () => told,
  };
}
