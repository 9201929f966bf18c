import type { Code } from '../../../model/findings.ts';
import { expecting, type FileFinding } from '../../file-finding.ts';
import type { Ref, SessionRead } from '../read/session.ts';
import { pointerOf } from '../read/transcript.ts';

/** Messages that are not sent, or sent in another form. */
export function* messageFindings({ live }: SessionRead): Generator<FileFinding> {
  const calls = new Set(live.flatMap((ref) => ref.calls ?? []));
  const answers = new Set(live.flatMap((ref) => ref.answers ?? []));
  for (const ref of live) {
    yield* useFindings(ref);
    if ((ref.calls ?? []).some((id) => !answers.has(id))) yield found('GM204', ref, 'has a call without a result');
    if (ref.type === 'user' && (ref.answers ?? []).some((id) => !calls.has(id)))
      yield found('GM205', ref, 'has a result without a call');
  }
}

function* useFindings(ref: Ref): Generator<FileFinding> {
  if (ref.use === 'command')
    yield found('GM206', ref, 'has a question that begins with a slash or a question mark: it is not sent');
  if (ref.use === 'setup-and-question')
    yield found('GM208', ref, 'has its first question behind the set-up text: it is not sent');
  if (ref.use !== 'unknown' || ref.type === null) return;
  const unknown = found('GM207', ref, 'has a message of an unknown type: it is never sent');
  yield expecting(unknown, 'user or gemini', ref.type.slice(0, 40));
}

function found(code: Code, ref: Ref, detail: string): FileFinding {
  return { code, at: pointerOf(ref), offset: ref.at, detail };
}
