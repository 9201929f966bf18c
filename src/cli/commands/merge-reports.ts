import { type Blobs, readBlobs } from '../../ops/blobs.ts';
import { type Reading, realDisk } from '../../ops/reading.ts';
import { printable } from '../../report/printable.ts';
import { command } from '../command.ts';
import { EXIT, type Exit, worst } from '../exit.ts';
import { flag, flagMany, toggle } from '../flag.ts';
import type { Job } from '../job.ts';
import { failOn as failOnValue, warningCount } from '../values/fail-on.ts';
import { reportWish } from '../values/report-wish.ts';
import { type Gate, gateFrom } from '../verify/gate.ts';
import { listeners } from '../verify/listeners.ts';
import { VERSION } from '../version.ts';

export const mergeReportsCommand = command({
  operands: 'DIR',
  about:
    'Joins what `convo verify --shard I/N --report blob=FILE` wrote, from everywhere below DIR, into any report, with one verdict ' +
    'and one exit code. The gate is that of the shards, unless it is given here. A shard of which there is no whole blob exits 3.',
  examples: [
    ['convo merge-reports blobs', 'the verdict of all shards'],
    ['convo merge-reports blobs --report sarif=convo.sarif', 'one SARIF file of all of them'],
    ['convo merge-reports blobs --fail-on warning', 'another gate than that of the shards'],
  ],
  flags: {
    report: flagMany('--report <format[=file]>', 'as in `convo verify`', reportWish),
    failOn: flag('--fail-on <what>', 'exit 1 from this severity on, or for these codes', failOnValue),
    maxWarnings: flag('--max-warnings <n>', 'exit 1 for more warnings than this in all shards', warningCount),
    exitZero: toggle('--exit-zero', 'exit 0 whatever was found; a missing shard still exits 3'),
    annotations: toggle('--no-annotations', 'no annotations where a GitHub workflow runs'),
    all: toggle('--all', 'on a terminal: each finding, also where one code has many'),
  },
  run: async (job, [folder = ''], asked) => {
    const { disk, kinds } = realDisk();
    const blobs = readBlobs(disk, { cwd: job.env.cwd, folder, version: VERSION });
    const gate = gateFrom(
      blobs.all.map(({ head }) => head.gate),
      asked,
    );
    const reading: Reading = { disk, kinds, sites: [] };
    const base = blobs.all[0]?.head.base ?? job.env.cwd;
    const listener = listeners(job, reading, { ...asked, wishes: asked.report, ids: [], gate, base });
    try {
      for (const blob of blobs.all)
        for (const finding of blobs.findings(blob)) {
          gate.count(finding);
          await listener.tell({ finding, title: null, around: null });
        }
      const exit = exitOf(blobs, gate);
      const interrupted = blobs.all.some(({ end }) => end?.interrupted === true);
      await listener.end({ summary: blobs.summary, interrupted }, exit);
      await tellMissing(job, blobs);
      return exit;
    } catch (error) {
      listener.abandon();
      throw error;
    }
  },
});

/** What the gate says of all findings, and what went wrong in any shard. */
function exitOf({ all, missing, summary }: Blobs, gate: Gate): Exit {
  const ofShards = all.flatMap(({ end }) => (end === null || end.exit === EXIT.findings ? [] : [end.exit]));
  return worst([...ofShards, gate.exit(summary), missing.length > 0 ? EXIT.unjudged : EXIT.done]);
}

async function tellMissing({ note }: Job, { all, missing }: Blobs): Promise<void> {
  for (const index of missing) {
    const cut = all.find(({ head }) => head.shard.index === index);
    const of = all[0]?.head.shard.of ?? 0;
    const why = cut === undefined ? 'there is no blob of it' : `${printable(cut.path)} was cut off`;
    await note.line(`convo: the shard ${index} of ${of} is missing: ${why}`);
  }
}
