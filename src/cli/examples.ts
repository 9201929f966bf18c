/** Command lines that the help of a command ends with, and what each is for; apart from the code, for the help alone. */
const EXAMPLES: Readonly<Record<string, readonly (readonly [line: string, what: string])[]>> = {
  list: [
    ['convo list --project orchard', 'one project'],
    ['convo list --since 2026-01-31 --title pump', 'by time and title'],
    ['convo list --all --sort updated --reverse --limit 10', 'the ten that changed last'],
  ],
  show: [
    ['convo show 3f0c', 'the beginning of an id is enough'],
    ['convo show 3f0c --all --no-pager', 'everything, without a pager'],
    ['convo show 3f0c --markdown > talk.md', 'to keep or send'],
  ],
  verify: [
    ['convo verify', 'everything that is here'],
    ['convo verify --fail-on warning', 'a stricter gate for CI'],
    ['convo verify 3f0c --all', 'each finding of one conversation'],
  ],
  seal: [
    ['convo seal --output seal.json', 'hashes of everything that is here'],
    ['convo verify --against seal.json', 'what changed since, without a finding of its own'],
    ['convo seal --project orchard --output orchard.json', 'one project'],
  ],
  stats: [
    ['convo stats', 'everything that is here'],
    ['convo stats --project orchard', 'one project'],
    ['convo stats --markdown', 'as tables for a page'],
  ],
  explain: [
    ['convo explain', 'all codes'],
    ['convo explain FN006', 'one of them'],
    ['convo explain --json', 'all pages, for programs'],
  ],
  heal: [
    ['convo heal --dry-run', 'each edit that would be made'],
    ['convo heal 3f0c', 'one conversation'],
    ['convo heal --lossy --yes', 'torn files too, without a question'],
  ],
  migrate: [
    ['convo migrate --dry-run', 'what would change'],
    ['convo migrate --project orchard --yes', 'one project, without a question'],
    ['convo migrate --to v0 3f0c', 'one conversation of fnord back to v0'],
  ],
  fork: [
    ['convo fork 3f0c', 'a copy under a new id'],
    ['convo fork 3f0c --at 12', 'without message 12 and all after it'],
    ['convo fork 3f0c --dry-run', 'what would be written'],
  ],
  archive: [
    ['convo archive 3f0c', 'one conversation'],
    ['convo archive --older-than 90d', 'what nobody touched for 90 days'],
    ['convo archive --older-than 90d --dry-run', 'the same, only shown'],
  ],
  restore: [
    ['convo restore 3f0c', 'one conversation'],
    ['convo restore 4 --as 9', 'rao: under another number'],
    ['convo restore 3f0c --dry-run', 'what would be moved'],
  ],
  delete: [
    ['convo delete 3f0c', 'one conversation, into the journal'],
    ['convo delete --older-than 52w --dry-run', 'what would go'],
    ['convo undo', 'and back'],
  ],
  runs: [
    ['convo runs', 'what was changed here'],
    ['convo runs prune --older-than 90d --dry-run', 'which backups would go'],
    ['convo runs --json', 'for programs'],
  ],
  undo: [
    ['convo undo --dry-run', 'what the latest run would give back'],
    ['convo undo', 'the latest run'],
    ['convo undo 20261121T120000000Z-0a1b', 'one run, as `convo runs` names it'],
  ],
  resume: [
    ['convo resume --dry-run', 'what was cut off'],
    ['convo resume', 'every run that was cut off'],
    ['convo resume 20261121T120000000Z-0a1b', 'one run'],
  ],
  apply: [
    ['convo heal --plan-out heal.plan', 'save a plan, to look at it'],
    ['convo apply heal.plan --dry-run', 'what it would do now'],
    ['convo apply heal.plan', 'carry it out'],
  ],
};

/** The examples of a command as the end of its help. */
export function examplesText(name: string): string {
  const lines = (EXAMPLES[name] ?? []).map(([line, what]) => `  ${line}\n      ${what}`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}\n`;
}
