/** R stops here, in the middle of showing a conversation; the message is what R says. */
export class Stops extends Error {
  override readonly name = 'Stops';
}
