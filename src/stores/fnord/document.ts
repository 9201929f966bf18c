import type { Transcript, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { isOpenToOthers } from '../../model/part.ts';
import type { OpenDocument, Scope, Unit } from '../kind.ts';
import { FnordFile, fnordTime } from './conversation-file.ts';
import { FnordView } from './list/view.ts';
import { fnordTranscript } from './read/transcript.ts';

export interface FnordFacts {
  readonly counts: boolean;
  readonly active: boolean;
  /** True if its active conversation has no usable time. */
  readonly timeless: boolean;
  readonly open: number;
}

export interface FnordScope {
  readonly scope: Scope;
  /** Reason why nothing of the project is listed. */
  readonly hidden: string | null;
}

export class FnordDocument implements OpenDocument<FnordFacts> {
  readonly id: string;
  readonly unit: Unit;
  readonly files: readonly FnordFile[];
  readonly active: FnordFile | null;
  readonly archived: FnordFile | null;
  readonly conversations: readonly View[];
  readonly scope: Scope;

  constructor(unit: Unit, { scope, hidden }: FnordScope) {
    this.id = unit.id;
    this.unit = unit;
    this.scope = scope;
    const files: FnordFile[] = [];
    for (const part of unit.parts)
      if (part.role === 'conversation' || part.role === 'archived') files.push(new FnordFile(part));
    this.files = files;
    this.active = files.find(({ state }) => state === 'active') ?? null;
    this.archived = files.find(({ state }) => state === 'archived') ?? null;
    this.conversations = files.map((each) => new FnordView(unit.id, each, hidden));
  }

  transcript(path: string): Transcript {
    const decoded = this.files.find(({ part }) => part.path === path)?.decoded() ?? null;
    if (decoded === null) throw new Failure('failed', `${path} is not a file that can be read`);
    return fnordTranscript(decoded);
  }

  facts(): FnordFacts {
    const { unit, active, files } = this;
    return {
      counts: unit.parts.some(({ role }) => role !== 'worktree'),
      active: active !== null,
      timeless: active !== null && fnordTime(active) === null,
      open: files.filter(({ part }) => part.type === 'file' && isOpenToOthers(part)).length,
    };
  }
}
