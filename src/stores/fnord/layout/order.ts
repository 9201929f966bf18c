import type { View } from '../../../model/conversation.ts';
import { baseName } from '../../path.ts';

/** fnord's order of a project: by timestamp, an unusable one as 0; ties by the bytes of the file name. */
export function order(a: View, b: View): number {
  return (
    (a.timestamp ?? 0) - (b.timestamp ?? 0) ||
    Buffer.compare(Buffer.from(baseName(a.path)), Buffer.from(baseName(b.path)))
  );
}
