import fc from 'fast-check';

// The same cases in every run; SEED tries others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_121) });
