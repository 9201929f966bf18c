import fc from 'fast-check';

// Whoever runs the tests may want colours, or be a CI runner: what is tested says so itself.
for (const name of ['FORCE_COLOR', 'CLICOLOR_FORCE', 'CLICOLOR', 'NO_COLOR', 'GITHUB_ACTIONS', 'GITLAB_CI'])
  delete process.env[name];

// The same cases in every run; SEED tries others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_121) });
