/** The folder that a CL310 says the project was in, in the words of its check; null for any other finding. */
export function movedFrom(code: string, detail: string): string | null {
  return code === 'CL310'
    ? (/^holds sessions of (.+), which is (?:gone|another folder)$/s.exec(detail)?.[1] ?? null)
    : null;
}
