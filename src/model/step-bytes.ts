import type { Content, Step } from './plan.ts';

/** A value with something else in the place of its bytes, such as base64. */
export type Coded<T, B> = T extends Uint8Array ? B : { [K in keyof T]: Coded<T[K], B> };

type Whole = Exclude<Content, { from: 'edits' }>;

/** A step with something else in the place of all bytes that it writes. */
export function mapBytes<A, B>(step: Coded<Step, A>, to: (bytes: A) => B): Coded<Step, B> {
  const edited = <E extends { readonly insert: A }>(edits: readonly E[]) =>
    edits.map((edit) => ({ ...edit, insert: to(edit.insert) }));
  const whole = (content: Coded<Whole, A>): Coded<Whole, B> =>
    content.from === 'bytes' ? { ...content, bytes: to(content.bytes) } : { ...content, edits: edited(content.edits) };
  if (step.do === 'put') {
    const { content } = step;
    return {
      ...step,
      content: content.from === 'edits' ? { ...content, edits: edited(content.edits) } : whole(content),
    };
  }
  if (step.do !== 'plant') return step;
  return { ...step, files: step.files.map((file) => ({ ...file, content: whole(file.content) })) };
}
