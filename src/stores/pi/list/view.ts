import type { View } from '../../../model/conversation.ts';
import { folderBaseName } from '../../../model/path.ts';
import { inSeconds } from '../../../model/time.ts';
import { SessionView } from '../../engine/session-files.ts';
import type { SessionFile } from '../read/session.ts';
import { canResume } from '../read/transcript.ts';
import type { piReasons } from './reasons.ts';

export class PiView extends SessionView<SessionFile> implements View {
  readonly #isLoose: boolean;

  /** `isLoose`: true for a session beside project folders, in none of them. */
  constructor(id: string, file: SessionFile, isLoose: boolean) {
    super(id, file);
    this.#isLoose = isLoose;
  }

  get format(): string | null {
    return this.readable ? 'pi' : null;
  }

  get readable(): boolean {
    return canResume(this.file.read());
  }

  override get timestamp(): number {
    return Math.floor(this.timestampMs / 1000);
  }

  /** The program sorts by the newest turn, else by the session's time, else by the file's. */
  get timestampMs(): number {
    const { newest, header } = this.file.read();
    const { mtime, mtimeMs = mtime * 1000 } = this.file.part;
    return newest ?? header?.time ?? mtimeMs;
  }

  override get createdAt(): number | null {
    const { header, began } = this.file.read();
    return inSeconds(header?.time ?? began);
  }

  get title(): string | null {
    const { name, question } = this.file.read();
    return name ?? question;
  }

  get asked(): string | null {
    const { name, question } = this.file.read();
    return name === null ? null : question;
  }

  get messages(): number | null {
    return this.readable ? this.file.read().messages : null;
  }

  get cwd(): string | null {
    const { headers, folder } = this.file.read();
    return headers[0]?.cwd ?? folder;
  }

  /** Name of the session's folder, for a session outside of a home; in a home, project folders have the name. */
  get project(): string | null {
    return this.file.project === null && this.cwd !== null ? folderBaseName(this.cwd) : null;
  }

  get hidden(): keyof typeof piReasons | null {
    const { header, records, name, question } = this.file.read();
    if (this.file.isArchived) return null;
    if (header === null) return 'no-header';
    if (this.#isLoose) return 'misplaced';
    if (
      records.some(
        ({ fault, type }) => type === 'message' && (fault === 'null' || fault === 'hole' || fault === 'member'),
      )
    )
      return 'unlisted';
    const { named } = this.file;
    if (named !== null && named.id !== header.id) return 'other-id';
    return name === null && question === null ? 'untitled' : null;
  }
}
