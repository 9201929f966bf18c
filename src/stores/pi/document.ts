import { NO_SOURCE } from '../../model/part.ts';
import { lifeOf, type SessionLife } from '../engine/in-use.ts';
import { bySide, fileFinder, headOf, linesFinder } from '../engine/session-files.ts';
import type { OpenDocument, Scope, Unit } from '../kind.ts';
import { isLoose } from './layout/layout.ts';
import { PiView } from './list/view.ts';
import { openSession, readSession, type SessionFile } from './read/session.ts';
import { piAnswers, piTranscript } from './read/transcript.ts';

export interface PiDocument extends OpenDocument<string | null> {
  readonly scope: Scope;
  readonly files: readonly SessionFile[];
  /** Paths of sessions beside the folders of projects, where the program does not look. */
  readonly loose: ReadonlySet<string>;
  life(): SessionLife | null;
}

export function openPi(scope: Scope, unit: Unit): PiDocument {
  const files = unit.parts.map(openSession);
  const { active } = bySide(files);
  const fileAt = fileFinder(files, unit, scope);
  const loose = new Set(files.map(({ part }) => part.path).filter((path) => isLoose(scope, path)));
  const document: PiDocument = {
    id: unit.id,
    scope,
    files,
    conversations: files.map((file) => new PiView(unit.id, file, loose.has(file.part.path))),
    loose,
    // The program leaves no sign that a session is open.
    life: () => lifeOf('unknown', scope, active?.part ?? null),
    facts: () => active?.read().header?.cwd ?? null,
    transcript: (path) => {
      const file = fileAt(path);
      return piTranscript(file.source ?? NO_SOURCE, file.read());
    },
    mayHide: () => files.some((file) => file.read().faults.length > 0),
    lines: linesFinder(files),
    names: (path) => fileAt(path).read().names,
    *answers() {
      for (const file of files) if (file.source !== null) yield* piAnswers(file.source, file.read());
    },
  };
  return document;
}

export function folderNamedAt(scope: Scope, path: string): string | null {
  return headOf(scope, path, (head) => readSession(head).headers[0]?.cwd ?? null);
}
