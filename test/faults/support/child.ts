import { apply, finish } from '../../../src/io/apply.ts';
import { nodeWriteDisk } from '../../../src/io/disk/write-disk.ts';
import { undo } from '../../../src/io/undo.ts';
import type { World } from '../../../src/io/world.ts';
import { headerOf } from '../../support/changes.ts';
import { smallPlan } from '../../support/small-plan.ts';

// A process that applies, undoes or resumes the small plan in a real folder: `child.mjs VERB ROOT RUN`.

const [verb, root = '', run = ''] = process.argv.slice(2);
const world: World = {
  disk: nodeWriteDisk,
  self: { pid: process.pid, host: 'here', alive },
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  interrupted: () => false,
};
if (verb === 'apply') await apply(world, { run, header: headerOf(root), changes: smallPlan(nodeWriteDisk, root) });
if (verb === 'undo') await undo(world, { root, run });
if (verb === 'resume') await finish(world, { root, run });

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
