import type { Transcript, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { Document } from '../../stores/kind.ts';

/** Null without a file, and where the program cannot read it: its findings say so. */
export function transcriptOf(document: Document, view: View): Transcript | null {
  if (view.bytes === 0 || !view.readable) return null;
  try {
    return document.transcript(view.path);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
