import { asBuffer } from '../../../codecs/bytes.ts';
import { lexemeOf, members, type Value } from '../../../codecs/json/value.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { isUnreadable } from '../../../model/part.ts';
import { historyRecords, type SourceAt, secondsIn } from '../../engine/prompts/typed-prompts.ts';
import { MAX_DOCUMENT_BYTES } from '../../engine/records.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { TypedPrompt } from '../../kind.ts';

/** Prompts in the history, which the program offers on a terminal; old lines name no session. */
export function* claudePrompts(
  source: Source,
  wanted: (id: string) => boolean,
  sourceAt: SourceAt = () => null,
): Generator<TypedPrompt> {
  for (const prompt of historyRecords(source)) {
    const id = textAt(prompt, 'sessionId');
    if (id === null || !wanted(id)) continue;
    const text = withPasted(textAt(prompt, 'display') ?? '', prompt, sourceAt);
    const time = secondsIn(lastValue(prompt, 'timestamp'), 1000);
    yield { id, text, folder: textAt(prompt, 'project'), time, isCommand: text.startsWith('/') };
  }
}

/** Folder of long pasted texts, each named by the hash in its prompt. */
const PASTES = 'paste-cache';

export function pasteFiles(list: (path: string) => readonly string[]): string[] {
  return list(PASTES).map((name) => `${PASTES}/${name}`);
}

/** The program's placeholders for long pasted texts, and for the middle of a long prompt: `[Pasted text #1 +11 lines]`. */
const PASTED = /\[(?:Pasted text|\.\.\.Truncated text) #(\d+)[^\]]*\]/g;

function withPasted(display: string, prompt: Value, sourceAt: SourceAt): string {
  if (!display.includes(' text #')) return display;
  const contents = new Map(
    members(lastValue(prompt, 'pastedContents')).flatMap(({ value }) => {
      const id = lastValue(value, 'id');
      const content = textAt(value, 'content') ?? keptPaste(textAt(value, 'contentHash'), sourceAt);
      return id === null || content === null ? [] : [[lexemeOf(id), content]];
    }),
  );
  return display.replace(PASTED, (placeholder, id: string) => contents.get(id) ?? placeholder);
}

const HASH = /^[0-9a-f]{1,128}$/;

/** A pasted text; null if the program deleted it. */
function keptPaste(hash: string | null, sourceAt: SourceAt): string | null {
  if (hash === null || !HASH.test(hash)) return null;
  const source = sourceAt(`${PASTES}/${hash}.txt`);
  if (source === null || source.size > MAX_DOCUMENT_BYTES) return null;
  try {
    return asBuffer(bytesAt(source, 0, source.size)).toString();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return null;
  }
}
