import { scan } from '../../../codecs/json/scan.ts';
import { lexemeOf, members, root, type Value } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { isUuid } from '../../../model/id-word.ts';
import { baseName } from '../../../model/path.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { historyFile, historyRecords, secondsIn } from '../../engine/typed-prompts.ts';
import type { Traces, TypedPrompt } from '../../kind.ts';
import { agentIdOf, findFolder, folderName } from '../layout/layout.ts';
import { METADATA_TYPES } from '../read/record-classes.ts';

/** Traces that Claude Code's retention leaves of a deleted session. */
export const claudeTraces: Traces = {
  folders: { 'session-env': 'shell', 'file-history': 'file-history' },
  promptFiles: historyFile,
  promptsIn: claudePrompts,
  scopeOf: (folder, scopes) => findFolder(folder.normalize('NFC'), scopes) ?? folderName(folder.normalize('NFC')),
  isId: isUuid,
  pathOf: (scope, id) => `projects/${scope}/${id}.jsonl`,
  naming,
  roles: {
    itself: ['session', 'archived-session', 'misnamed', 'archived-misnamed', 'nested'],
    agent: ['agent', 'archived-agent'],
  },
  agentAt: (path) => agentIdOf(baseName(path)),
  isStub,
};

/** The projects that it knows, its running processes and jobs, memory and tool results. */
function naming(root: string, scopes: readonly string[]): string[] {
  const own = ['.claude.json', 'sessions/*.json', 'jobs/*/state.json', 'profiles/*/*'];
  const inProject = ['sessions-index.json', 'memory/**', '*/tool-results/**'];
  const projects = scopes.flatMap((scope) => inProject.map((path) => `projects/${scope}/${path}`));
  // Beside a folder of the usual name, inside any other.
  return [...(root === '.claude' ? ['../.claude.json'] : []), ...own, ...projects];
}

/** Metadata alone, as the program writes titles into a session that is gone; a line that is not a record may have been a message. */
function isStub(source: Source): boolean {
  for (const { bytes } of lines(source)) {
    if (bytes === null || bytes.every((byte) => byte <= 32)) continue;
    const tape = scan(bytes);
    const type = tape.fault === null ? textAt(root(tape), 'type') : null;
    if (type === null || !METADATA_TYPES.includes(type)) return false;
  }
  return true;
}

/** Prompts of the history that the program offers on a terminal; old lines of it name no session. */
export function* claudePrompts(source: Source, wanted: (id: string) => boolean): Generator<TypedPrompt> {
  for (const prompt of historyRecords(source)) {
    const id = textAt(prompt, 'sessionId');
    if (id === null || !wanted(id)) continue;
    const text = withPasted(textAt(prompt, 'display') ?? '', prompt);
    const time = secondsIn(lastValue(prompt, 'timestamp'), 1000);
    yield { id, text, folder: textAt(prompt, 'project'), time, isCommand: text.startsWith('/') };
  }
}

/** The program shows long pasted texts as `[Pasted text #1 +11 lines]`. */
const PASTED = /\[Pasted text #(\d+)[^\]]*\]/g;

function withPasted(display: string, prompt: Value): string {
  if (!display.includes('[Pasted text #')) return display;
  const contents = new Map(
    members(lastValue(prompt, 'pastedContents')).flatMap(({ value }) => {
      const id = lastValue(value, 'id');
      const content = textAt(value, 'content');
      return id === null || content === null ? [] : [[lexemeOf(id), content]];
    }),
  );
  return display.replace(PASTED, (shown, id: string) => contents.get(id) ?? shown);
}
