import type { ChangeReport } from '../../model/change-report.ts';
import { cmd, commandText } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { join, relativeBelow } from '../../model/path.ts';
import { vacantFolder } from '../../ops/change/output-paths.ts';
import { newRun } from '../../ops/change/run-ids.ts';
import { OTHER_BYTES, WITH_MORE } from '../../ops/grown-file.ts';
import { unpack } from '../../ops/pack/unpack.ts';
import { realDisk } from '../../ops/reading.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { numberText, printable } from '../../report/text.ts';
import { agreeTo, printRemarks } from '../change/consent.ts';
import { CHANGE_FLAGS } from '../change/flags.ts';
import { printChange } from '../change/print-change.ts';
import { command, type Job } from '../command.ts';
import { exitOf } from '../exit.ts';
import { flag } from '../flag.ts';
import { outputsFor } from '../outputs.ts';
import { sitesOptions } from '../scope.ts';
import { worldFor } from '../world.ts';

const { dryRun, yes, force } = CHANGE_FLAGS;

export const unpackCommand = command({
  operands: '<FILE>',
  about:
    'Puts the conversations of a pack into the store of their kind in its usual place, or the one that --root names, with what an ' +
    'index says of them; or all of it into a folder. First every byte of the files is held against the hashes of the pack. Nothing is ' +
    'lost: what is there already is said, and left alone; a session that has gone on since it was copied here gets the rest. What of it is otherwise on this machine is named, such as a ' +
    'project folder that is not here. A run like every other: `convo undo` takes it out again.',
  examples: [
    ['convo unpack sessions.tar --dry-run', 'what would be placed, and what is in the way'],
    ['convo unpack sessions.tar', 'into the stores in their usual places'],
    ['convo --kind claude --root ~/other unpack sessions.tar', 'one kind, into another store'],
    ['convo unpack sessions.tar --output pages', 'into a folder of its own, as `tar x` would'],
  ],
  flags: {
    output: flag('--output <dir>', 'a folder for all of it, new or empty, in the place of stores'),
    dryRun,
    yes,
    force,
  },
  run: async (job, [typed = ''], { output: folder, dryRun, yes, force }) => {
    const { env, options } = job;
    const { kind } = options;
    const root = options.roots.paths;
    if (folder !== undefined && root.length > 0)
      throw new Failure('usage', '--output and --root cannot be given together');
    if (root.length > 1) throw new Failure('usage', 'a pack goes into one place: name one --root');
    if (options.project.length > 0)
      throw new Failure('usage', 'a pack is unpacked whole: --project is for `convo pack`');
    const disk = realDisk();
    const world = worldFor(job);
    const outputs = outputsFor(job, { ...disk, sites: [] }, { force });
    const file = outputs.reads(typed);
    const output = folder === undefined ? null : outputs.folder(vacantFolder(world, pathFromArgument(env.cwd, folder)));
    let isShown = false;
    const report = await unpack(world, disk, {
      file,
      output,
      root: root[0] ?? null,
      ofKinds: kind,
      around: sitesOptions(job).around,
      run: newRun(env),
      now: Math.floor(env.now() / 1000),
      dryRun,
      force,
      pause: () => pauseOf(job),
      agree: async (planned, locked) => {
        if (yes || planned.changed === 1) return printRemarks(job, planned);
        await agreeTo(job, planned, locked);
        isShown = true;
      },
    });
    await printChange(job, report, { output, isShown });
    const longer = report.items.flatMap(({ id, reason }) => (reason === WITH_MORE && id !== null ? id : []));
    if (longer.length > 0 && !options.json) await job.err.line(`convo: ${stayingText(longer)}`);
    if (report.refused > 0 && output === null && !options.json)
      await job.err.line(
        `convo: \`${unpackElsewhere(typed)}\` puts all of the pack into a folder of its own${comparing(report, root.length > 0)}`,
      );
    return exitOf({ change: report });
  },
});

const MAX_IDS_NAMED = 3;

function stayingText(longer: readonly string[]): string {
  const named = longer.slice(0, MAX_IDS_NAMED).map(printable).join(', ');
  if (longer.length === 1) return `${named} is there already, with more than the pack has: it stays`;
  const more = longer.length > MAX_IDS_NAMED ? ` and ${numberText(longer.length - MAX_IDS_NAMED)} more` : '';
  return `${named}${more} are there already, with more than the pack has: they stay`;
}

/** Names the command that compares a session in the store with the one in the pack: by its path if its store was named. */
function comparing({ items }: ChangeReport, isNamed: boolean): string {
  for (const { id, kind, root, path, reason, next } of items) {
    // A heal makes it equal to the one in the pack: there is nothing to compare.
    if (next !== undefined) continue;
    if (id === null || !path.endsWith('.jsonl') || !`${reason}`.endsWith(OTHER_BYTES)) continue;
    const packed = join('DIR', kind, relativeBelow(path, root) ?? '');
    return `, and \`${commandText(cmd`diff ${isNamed ? path : id} ${packed}`, 'convo')}\` then compares the two`;
  }
  return '';
}

function unpackElsewhere(file: string): string {
  return commandText(cmd`unpack ${file} --output DIR`, 'convo');
}

async function pauseOf({ yieldNow, interrupted }: Job): Promise<void> {
  await yieldNow();
  if (interrupted()) throw new Failure('interrupted', 'interrupted before anything was changed');
}
