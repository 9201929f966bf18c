import type { Message, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { Part } from '../../model/part.ts';
import type { Document } from '../../stores/kind.ts';
import { type LineFile, textFiles } from '../reading.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { redactedTranscript } from './redacted.ts';
import type { Redactor } from './redactor.ts';

export function learnFiles(document: Document, parts: readonly Part[], learn: (file: LineFile) => void): void {
  for (const file of textFiles(document, parts)) unlessUnreadable(() => learn(file));
}

export function learnMessages(document: Document, view: View, redact: Redactor): void {
  for (const agent of [null, ...(document.subagents?.(view.path) ?? [])])
    unlessUnreadable(() => {
      const transcript = document.transcript(view.path, { agent, companions: true });
      drain(redactedTranscript(transcript, redact.learner).messages);
    });
}

/** Runs `learn` and ignores unreadable files, which the display of the conversation reports. */
export function unlessUnreadable(learn: () => void): void {
  try {
    learn();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

export function drain(each: Iterable<unknown>): void {
  for (const _ of each);
}

export function dropIds(document: Document, { id, path }: View, known: KnownSecrets): void {
  for (const agent of [null, ...(document.subagents?.(path) ?? [])])
    dropIdsOf(id, () => document.transcript(path, { agent, everything: true }).messages, known);
}

export function dropIdsOf(id: string, messages: () => Iterable<Message>, known: KnownSecrets): void {
  if (known.uuids.size === 0) return;
  known.drop(id);
  unlessUnreadable(() => {
    for (const message of messages())
      for (const each of [message.id, message.relatedTo, message.callId]) if (each !== undefined) known.drop(each);
  });
}
