import { applyEdits } from '../../../src/codecs/edit.ts';
import { bytesSource } from '../../../src/model/part.ts';
import { decidingScope } from '../../../src/stores/define-kind.ts';
import { geminiVerbs } from '../../../src/stores/gemini/change/decide.ts';
import { judgeGemini } from '../../../src/stores/gemini/checks/judge.ts';
import { beginGemini } from '../../../src/stores/gemini/index.ts';
import { ask } from '../ask.ts';
import { filePart } from '../open-site.ts';

/** A session with these bytes, and what a heal makes of them. */
export function opened(bytes: Buffer, ending = 'jsonl') {
  const site = { kind: 'gemini', root: '/srv/.gemini', shape: 'home', scope: null, file: null } as const;
  const now = Date.parse('2026-05-05T00:00:00Z') / 1000;
  const scope = decidingScope(
    beginGemini({ name: 'orchard', site, shared: [], now, signatures: false }),
    judgeGemini,
    geminiVerbs,
  );
  const path = `tmp/orchard/chats/session-2026-05-04T09-30-1a2b3c4d.${ending}`;
  const part = { ...filePart(path, null, { role: 'session', size: bytes.length }), source: bytesSource(bytes) };
  const document = scope.open({ id: '1a2b3c4d', parts: [part] });
  return {
    codes: [...document.findings()].map(({ code }) => code),
    readable: document.conversations[0]?.readable,
    healed: () => {
      const { outcome } = scope.decide(document, ask('heal'), []);
      const put = outcome.state === 'changed' ? outcome.steps[0] : undefined;
      if (put?.do !== 'put' || put.content.from !== 'edits') throw new Error(JSON.stringify(outcome));
      return Buffer.from(applyEdits(bytes, put.content.edits));
    },
  };
}
