import { blob } from './blob.ts';
import { concise } from './concise.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { ndjson } from './ndjson.ts';
import { prometheus } from './prometheus.ts';
import type { MakeReporter } from './reporter.ts';
import { sarif } from './sarif.ts';

/** Every report that `--report` can name, but for the text of a terminal. */
export const REPORTERS = {
  concise,
  json,
  ndjson,
  sarif,
  junit,
  github,
  gitlab,
  markdown,
  prometheus,
  blob,
} as const satisfies Record<string, MakeReporter>;

export type ReportFormat = keyof typeof REPORTERS;
