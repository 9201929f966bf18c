import { makeCodex } from './codex-store.ts';
import { benchVerbs } from './verbs.ts';

/** Threads of Codex CLI, of about half a megabyte each; `COUNT` makes it as many. */
const THREADS = Number(process.env['COUNT'] ?? 500);
const SIZE = 500_000;

benchVerbs({
  kind: 'codex',
  folder: '.codex',
  top: 'sessions',
  conversations: `${THREADS} threads`,
  key: 'type',
  gate: { list: 0.4, verify: 3, stats: 9, grep: 1 },
  make: (home) => makeCodex(home, THREADS, SIZE),
});
