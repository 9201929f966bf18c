import { about, type FileFinding } from '../../file-finding.ts';
import { baseName } from '../../path.ts';
import { type Inherited, type Lineage, MOST_FORKS } from '../read/lineage.ts';
import type { Meta } from '../read/meta.ts';
import { endsLine, lastOrdinal } from '../read/tail.ts';

/** Findings on the sources of a fork or segment. */
export function* lineageFindings({ id, base }: Meta, { fault, parts }: Lineage): Generator<FileFinding> {
  const source = parts.at(-1);
  if (fault === null && base !== null && source !== undefined) yield* edited(source, base.ordinal);
  if (fault?.shape === 'missing') {
    const which = fault.thread === id ? 'an earlier rollout of the same thread' : fault.thread;
    yield about('CX204', `goes on from ${which}, which is not there`);
  }
  if (fault?.shape === 'unread')
    yield about('CX208', `goes on from ${fault.thread}, which the program cannot read for how it begins`);
  if (fault?.shape === 'torn') yield about('CX208', `goes on from ${fault.thread}, which cannot be inflated`);
  if (fault?.shape === 'legacy') yield about('CX208', `goes on from ${fault.thread}, which is no paginated thread`);
  if (fault?.shape === 'ring')
    yield about('CX206', `goes on from ${base?.thread}, which in the end goes on from itself`);
  if (fault?.shape === 'long')
    yield about('CX206', `goes on from ${base?.thread}, which goes on through more than ${MOST_FORKS} others`);
  if (fault?.shape === 'short')
    yield about('CX205', `goes on from ${fault.bytes} bytes of ${baseName(fault.path)}, which has ${fault.size}`);
}

/** The program reads the present bytes, and ignores a cut part silently. */
function* edited({ path, source, bytes }: Inherited, next: number): Generator<FileFinding> {
  const from = `goes on from ${bytes} bytes of ${baseName(path)}`;
  if (!endsLine(source, bytes)) return yield about('CX207', `${from}, which now end inside a record`);
  const last = lastOrdinal(source, bytes);
  if (last !== next - 1)
    yield about(
      'CX207',
      `${from}, which now end ${last === null ? 'before any record' : `with record ${last}`}, and ended with ${next - 1}`,
    );
}
