import type { PlacedFinding } from '../model/finding.ts';
import { findingLine } from '../report/findings/sentence.ts';
import type { Job } from './job.ts';

/** Says on stderr which files could not be looked into. */
export async function tellUnjudged({ note, paint, env }: Job, unjudged: readonly PlacedFinding[]): Promise<void> {
  for (const finding of unjudged) await note.line(`not judged: ${findingLine(finding, paint, env.cwd)}`);
}
