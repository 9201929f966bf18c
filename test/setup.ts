import fc from 'fast-check';
import { folderOfFile } from './own-folder.ts';
import { isThorough } from './support/sampling.ts';

process.env['TMPDIR'] = folderOfFile(process.env['TESTS_FOLDER'] ?? '');

// Whoever runs the tests may want colours, or be a CI runner: what is tested says so itself.
for (const name of ['FORCE_COLOR', 'CLICOLOR_FORCE', 'CLICOLOR', 'NO_COLOR', 'GITHUB_ACTIONS', 'GITLAB_CI'])
  delete process.env[name];

// The same cases in every run, few of them in the check; SEED tries others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_121), numRuns: isThorough ? 100 : 8 });
