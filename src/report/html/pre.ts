/** Visible rows, and columns on a narrow screen: conservative. */
const [ROWS, WIDTH] = [24, 28];

/** Opening tag of a preformatted block. Keyboard-reachable if it may scroll. */
export function preTag(text: string, name = ''): string {
  const mayScroll = text.length > ROWS * WIDTH || text.split('\n').length + text.length / WIDTH > ROWS;
  return `<pre${name === '' ? '' : ` class="${name}"`}${mayScroll ? ' tabindex="0"' : ''}>`;
}
