import type { PlacedFinding } from '../../model/finding.ts';
import type { Severity } from '../../model/findings/row.ts';
import { verify as judge, type Verified } from '../../ops/verify.ts';
import { findingsText } from '../../report/findings-text.ts';
import { jsonStream } from '../../report/json-stream.ts';
import { command, flag, flagMany, toggle } from '../command.ts';
import { EXIT, type Exit, worst } from '../exit.ts';
import type { Job } from '../job.ts';
import { nothingInScope } from '../nothing-in-scope.ts';
import { progressLine } from '../progress.ts';
import { readingOf, tellUnread } from '../reading-of.ts';
import { quoted, rerun } from '../rerun.ts';
import { choice } from '../values/choice.ts';
import { findingCode } from '../values/finding-code.ts';

const LEVELS = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

export const verify = command({
  operands: '[ID...]',
  about:
    'Reads every file that belongs to the stores, leftovers and index entries too, and tells what it finds: the file, what is ' +
    'wrong and where, what its owner will do with it, and a code that `convo explain` knows. It never writes.',
  flags: {
    failOn: flag('--fail-on <level>', 'exit 1 from this severity on: error (default), warning or info', choice(LEVELS)),
    only: flagMany('--only <code>', 'only findings of this code; may be given several times', findingCode),
    ignore: flagMany('--ignore <code>', 'no findings of this code; may be given several times', findingCode),
    signatures: toggle('--signatures', 'check signatures too, in kinds of stores that have them'),
  },
  run: async (job, ids, { failOn = 'error', only, ignore, signatures }) => {
    const scope = await readingOf(job, ids);
    const { reading, survey, unread } = scope;
    const line = progressLine(job);
    const teller = job.options.json ? jsonTeller(job) : textTeller(job, ids);
    const judged = await judge(reading, {
      ...survey,
      signatures,
      progress: line.show,
      shows: ({ code }) => !ignore.includes(code) && (only.length === 0 || only.includes(code)),
      tell: async (finding) => {
        await line.clear();
        await teller.tell(finding);
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
  tell(finding: PlacedFinding): Promise<void>;
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
    tell: async (finding) => {
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

function textTeller({ out, note, paint, options }: Job, ids: readonly string[]): Teller {
  const text = findingsText(paint);
  let told = false;
  const say = async (lines: readonly string[]) => {
    for (const line of lines) await out.line(line);
  };
  return {
    tell: async (finding) => {
      told = true;
      await say(text.add(finding));
    },
    end: async ({ summary, interrupted }) => {
      await say(text.end(summary, [rerun(options), 'heal', ...ids.map(quoted)].join(' ')));
      if (interrupted) await note.line('convo: interrupted; this is what was looked at until then');
    },
    told: () => told,
  };
}
