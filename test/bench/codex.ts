import { makeCodex } from './codex-store.ts';
import { benchVerbs } from './verbs.ts';

/** Threads of Codex CLI, of about half a megabyte each; `COUNT` makes it as many. */
const THREADS = Number(process.env['COUNT'] ?? 500);
const SIZE = 500_000;
/** With fewer, what is measured is start-up and warming most of all. */
const FEW = 300;

benchVerbs({
  kind: 'codex',
  folder: '.codex',
  top: 'sessions',
  conversations: `${THREADS} threads`,
  key: 'type',
  gate:
    THREADS < FEW ? { list: 1.2, verify: 2, stats: 2.5, grep: 1.5 } : { list: 0.4, verify: 1, stats: 1.2, grep: 0.4 },
  make: (home) => makeCodex(home, THREADS, SIZE),
});
