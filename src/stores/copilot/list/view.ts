import type { View } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import { folderBaseName } from '../../../model/path.ts';
import { SessionView } from '../../engine/session-files.ts';
import { folderOfSession, isLoaded, isTruncatedFolder, type SessionFile } from '../read/session.ts';
import { copilotShown } from '../read/transcript.ts';
import type { copilotReasons } from './reasons.ts';

type Hidden = keyof typeof copilotReasons;

export class CopilotView extends SessionView<SessionFile> implements View {
  get format(): string | null {
    return this.readable ? 'copilot' : null;
  }

  get readable(): boolean {
    const said = this.file.says();
    return isLoaded(this.file.read()) && said?.isBroken !== true && (said?.wrong.length ?? 0) === 0;
  }

  /** The program sorts by the time of the file. */
  get timestampMs(): number {
    return this.file.part.mtimeMs ?? this.file.part.mtime * 1000;
  }

  get title(): string | null {
    return this.file.says()?.name ?? this.file.read().question;
  }

  get asked(): string | null {
    const { question } = this.file.read();
    return question === this.title ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.#messages() : null;
  }

  readonly #messages = once(() => copilotShown(this.file.read()).messages);

  get cwd(): string | null {
    return folderOfSession(this.file);
  }

  get project(): string | null {
    return this.cwd === null ? null : folderBaseName(this.cwd);
  }

  get hidden(): Hidden | null {
    if (this.file.isArchived) return null;
    if (this.title === null && isBare(this.file)) return 'empty';
    return isTruncatedFolder(this.file) ? 'other-folder' : null;
  }
}

function isBare({ read }: SessionFile): boolean {
  const { records, faults } = read();
  return faults.length === 0 && records.every(({ type }) => type !== 'user.message' && type !== 'assistant.message');
}
