import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, run, top } from './ready.mjs';

install();
build();

// A copy in a home of its own: the demo would not touch your own stores for anything.
const home = mkdtempSync(join(tmpdir(), 'convostore-demo-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
for (const [from, to] of [
  ['fnord', '.fnord'],
  ['tenex', join('lighthouse', '.tenex')],
  ['rao', 'tides'],
])
  cpSync(join(top, 'fixtures', 'demo', from), join(home, to), { recursive: true });

/** Types a command line, and fails when it ends otherwise than the tour says. */
function convo(line, exit) {
  process.stdout.write(`\n$ convo ${line}\n`);
  const env = { ...process.env, HOME: home };
  const status = run(process.execPath, [join(top, 'bin', 'convo.js'), ...line.split(' ')], { env, cwd: home });
  if (status === exit) return;
  process.stdout.write(`the demo expected exit code ${exit} here, not ${status}\n`);
  process.exit(1);
}

function say(text) {
  process.stdout.write(`\n# ${text}\n`);
}

say(
  'Ann has used fnord for two years. Three projects lie in one home; orchard is worked on from a checkout and a worktree.',
);
convo('list', 0);
say('Three of them fnord cannot read, and it would write over them one day. What is wrong?');
convo('verify', 1);
say('What does the worst of it mean?');
convo('explain FN006', 0);
say('The beginning of an id is enough. What can still be understood of the torn one:');
convo('show c7a8', 1);
say('A sound one, with its tool calls and the worktree it was made in:');
convo('show 3f0c', 0);
say('What would a heal do to one file? Nothing is written yet.');
convo('heal 60fb --dry-run', 0);
say('Heal everything, the torn one too. What is lost is said, and the originals are kept.');
convo('heal --lossy --yes', 0);
convo('verify', 0);
say('A change of mind: every byte comes back.');
convo('undo', 0);
convo('verify --only FN003 --only FN006 --only FN015', 1);

say('Ida keeps a lighthouse with TENEX. One entry of its index lacks a time, so TENEX would take the index for empty.');
convo('list --all --root lighthouse', 0);
convo('verify --signatures --root lighthouse', 1);
convo('show 5d83 --root lighthouse', 0);
say('The index is put right from the files, and the torn file keeps every whole event.');
convo('heal --lossy --yes --root lighthouse', 0);
convo('archive 5d83 --root lighthouse', 0);
convo('verify --signatures --root lighthouse', 0);
say('Both runs are taken back, the last one first.');
convo('undo --root lighthouse', 0);
convo('undo --root lighthouse', 0);

say('Rao keeps a folder for each conversation, and would write an empty names table over this one at its next start.');
convo('verify --root tides', 1);
convo('show 1 --root tides', 0);
convo('heal --lossy --yes --root tides', 0);
convo('fork 1 --root tides', 0);
convo('list --root tides', 0);
process.stdout.write(
  `\nThat was a copy of fixtures/demo. Now your own stores: node ${join('bin', 'convo.js')} verify\n`,
);
