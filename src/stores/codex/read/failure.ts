/** Why the call of a tool failed, in a few words, by the output that the program wrote for the model; null where it did not. */
export function failureIn(output: string): string | null {
  const code = codeIn(output);
  if (code !== null) return code === '0' ? null : `exit ${code}`;
  if (REJECTED.test(output.slice(0, HEAD))) return 'rejected by user';
  return FAILED.find((failed) => failed.test(output)) === undefined ? null : 'error';
}

/** Characters in which the program says it. */
const HEAD = 1000;

/** The code that a command ended with, above its output; null for a command that has not ended. */
function codeIn(output: string): string | null {
  const lead = /^(?:[A-Z][^\n]*\n){0,8}Output:(?:\n|$)/.exec(output.slice(0, HEAD))?.[0];
  const said = lead === undefined ? null : /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(lead);
  if (said !== null) return said[1] ?? null;
  // As in 2025: JSON with the output first.
  return output.startsWith('{"output":')
    ? (/"exit_code":\s*(-?\d+)[^"]*(?:"duration_seconds"[^"]*)?\}\s*$/.exec(output.slice(-HEAD))?.[1] ?? null)
    : null;
}

const REJECTED = /^[^\n]*(?:Rejected\("rejected by user"\)|\brejected by (?:the )?user\b)/;

const FAILED: readonly RegExp[] = [
  /^unsupported (?:custom tool )?call: /,
  /^apply_patch verification failed/,
  /^failed to parse function arguments/,
  /^(?:exec_command|write_stdin|apply_patch) failed/,
  /^(?:Wall time: [^\n]*\n)?aborted\b/,
  /^Command blocked by PreToolUse hook/,
];
