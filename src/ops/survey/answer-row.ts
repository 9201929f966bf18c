import type { Part } from '../../model/part.ts';
import type { Rows, Session } from '../../stores/kind.ts';
import {
  type AnsweringScope,
  answerByOpening,
  answerRow,
  soleFile,
  type UnitAnswer,
  type UnitRequest,
} from './answer-unit.ts';

/** Answers of a list, from rows. Opens the scope for the first unit without a row. */
export function rowAnswers(
  scope: Omit<AnsweringScope, 'session'>,
  rows: Rows,
  open: () => Promise<Session>,
): (unit: UnitRequest) => UnitAnswer | Promise<UnitAnswer> {
  let session: Session | null = null;
  const further = (unit: UnitRequest, part: Part | null, opened: Session): UnitAnswer | Promise<UnitAnswer> => {
    session = opened;
    const answer = part === null ? null : answerRow(scope.want, part, () => opened.row?.(unit.id, part));
    return answer ?? answerByOpening({ ...scope, session: opened }, unit);
  };
  return (unit) => {
    if (unit.factsOnly) return { bytes: 0, document: null };
    const part = soleFile(scope, unit);
    const answer = part === null ? null : answerRow(scope.want, part, () => rows.row(unit.id, part));
    if (answer !== null) return answer;
    return session === null ? open().then((opened) => further(unit, part, opened)) : further(unit, part, session);
  };
}
