import type { ChangeReport } from '../../model/change-report.ts';
import { countEach } from '../../model/collections.ts';
import { sentenceText } from '../../model/command.ts';
import { realDisk } from '../../ops/reading.ts';
import {
  alreadyThere,
  emptiedFolders,
  type LeftConversations,
  leftByMove,
  type NamingFiles,
  nothingToRehome,
  rehomePaths,
  stillNamed,
} from '../../ops/rehome.ts';
import { countText, printable } from '../../report/text.ts';
import { changeVerb } from '../change/change-verb.ts';
import { CHANGE_FLAGS } from '../change/flags.ts';
import { command } from '../command.ts';
import type { Selection } from '../scope.ts';

const MAX_NAMED = 8;

/** The first few, and how many more there are. */
function fewText(all: readonly string[]): string {
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : '';
  return `${all.slice(0, MAX_NAMED).map(printable).join(', ')}${more}`;
}

function namedSentences(paths: readonly string[], folder: string): string[] {
  if (paths.length === 0) return [];
  const stay = paths.length === 1 ? 'this file stays as it is' : 'these files stay as they are';
  return [`${printable(folder)} is still named in ${fewText(paths)}: ${stay}`];
}

function emptiedSentences(folders: readonly string[]): string[] {
  if (folders.length === 0) return [];
  const have =
    folders.length === 1
      ? 'has no file any more, and stays: no program needs it, so you may remove it'
      : 'have no file any more, and stay: no program needs them, so you may remove them';
  return [`${fewText(folders)} ${have}`];
}

function unreadSentences(unreadablePaths: NamingFiles['unreadablePaths'], folder: string): string[] {
  if (unreadablePaths.length === 0) return [];
  const more = unreadablePaths.length > MAX_NAMED ? `, and ${unreadablePaths.length - MAX_NAMED} more could not` : '';
  const names = unreadablePaths
    .slice(0, MAX_NAMED)
    .map(({ path, reason }) => `${printable(path)} ${printable(reason)}`);
  return [`more files may name ${printable(folder)}: ${names.join(', ')}${more}`];
}

function stayingSentences(items: ChangeReport['items'], folder: string): string[] {
  const said = items.flatMap(({ state, reason }) =>
    state === 'unchanged' && reason !== undefined ? [sentenceText(reason)] : [],
  );
  return Array.from(countEach(said), ([reason, count]) => {
    const stay = count === 1 ? 'stays as it is' : 'stay as they are';
    return `${countText(count, 'conversation')} of ${printable(folder)} ${stay}; each ${printable(reason)}`;
  });
}

function leftSentences({ behind, naming }: LeftConversations, folder: string): string[] {
  const sentenceOn = (items: LeftConversations['behind'], one: string, many: string) => {
    if (items.length === 0) return [];
    const ids = items.flatMap(({ id }) => id ?? []);
    return [`${countText(items.length, 'conversation')} ${items.length === 1 ? one : many}: ${fewText(ids)}`];
  };
  const there = 'in a project folder that moved';
  const named = printable(folder);
  return [
    ...sentenceOn(behind, `${there} began in another folder, and stays`, `${there} began in other folders, and stay`),
    ...sentenceOn(naming, `of another project names ${named}, and stays`, `of other projects name ${named}, and stay`),
  ];
}

export const rehomeCommand = command({
  operands: '<OLD> <NEW>',
  about:
    'After a project folder has moved from OLD to NEW: sessions of Claude Code, Qwen Code and Pi go to the folder of the new path, ' +
    'with what belongs to them and their times, and the working directories that their records name are rewritten; so are those of ' +
    'prompts in history.jsonl, workspace.yaml of Copilot CLI, the registry and the marks of Gemini CLI, and the roots in the settings ' +
    'of fnord.\n\n' +
    'Threads of Codex CLI, which finds the folder in each turn, TENEX, which stores no path, and Rao, which names files by ' +
    'absolute paths, stay. Other files that name OLD are listed, and stay; so are those that could not be searched for it. All of it is one run.\n\n' +
    'Where OLD and NEW are the same, ' +
    'sessions in a project folder of another name go to the one that Claude Code makes of the path. Where no conversation names ' +
    'OLD, the folders that they name are listed.',
  examples: [
    ['convo rehome ~/bakery ~/work/bakery --dry-run', 'what would follow the folder'],
    ['convo rehome ~/bakery ~/work/bakery', 'do it, after a question'],
    ['convo undo', 'all of it back'],
  ],
  flags: CHANGE_FLAGS,
  run: (job, [from = '', to = ''], flags) => {
    const { disk } = realDisk();
    const moved = rehomePaths(disk, { cwd: job.env.cwd, from, to, force: flags.force });
    const whyNoneChanged = ({ reading, survey }: Selection) => nothingToRehome(reading, survey, moved);
    const afterReport = async ({ reading, survey }: Selection, report: ChangeReport) => {
      const emptied = emptiedSentences(emptiedFolders(disk, report.items));
      if (moved.from === moved.to) return emptied;
      const isIdle = report.changed + report.refused + report.failed === 0;
      const there = isIdle ? await alreadyThere(reading, survey, moved) : [];
      const notMoved = leftByMove(disk, report.items, moved.from);
      const { naming, unreadablePaths } = await stillNamed(reading, moved);
      return [
        ...there.map(printable),
        ...stayingSentences(report.items, moved.from),
        ...leftSentences(notMoved, moved.from),
        ...emptied,
        ...namedSentences(naming, moved.from),
        ...unreadSentences([...notMoved.unreadablePaths, ...unreadablePaths], moved.from),
      ];
    };
    return changeVerb(job, { verb: 'rehome', ids: [], flags, verbFlags: { moved }, whyNoneChanged, afterReport });
  },
});
