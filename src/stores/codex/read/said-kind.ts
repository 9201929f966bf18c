import type { Message } from '../../../model/conversation.ts';

/** A message before it is known where it is, and whether it is hidden. */
export type UnplacedMessage = Omit<Message, 'index' | 'hidden' | 'at'>;

/** A message while it is made: one object each, of which there may be millions. */
export type Made<T = UnplacedMessage> = { -readonly [Key in keyof T]: T[Key] };

export type SaidKind = Pick<UnplacedMessage, 'role' | 'type' | 'name'>;
