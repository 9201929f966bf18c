import type { Message } from '../../../model/conversation.ts';

export type UnplacedMessage = Omit<Message, 'index' | 'hidden' | 'at'>;

/** A message while it is made: one object each, of which there may be millions. */
export type Made<T = UnplacedMessage> = { -readonly [Key in keyof T]: T[Key] };

export type SaidKind = Pick<UnplacedMessage, 'role' | 'type' | 'name'>;
