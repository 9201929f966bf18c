import type { Section } from '../../../model/conversation.ts';
import type { Folder } from '../folder.ts';
import { changesSection, diffsSection, summariesSection } from './sections/documents.ts';
import { backgroundSection, fileSection, plotsSection, varsSection } from './sections/others.ts';
import { historySection, tableSection } from './sections/tables.ts';

/** The files beside the log, in the order in which Rao makes them; those that are there, as far as they can be read. */
export function companionsOf(folder: Folder): readonly Section[] {
  const sections = [
    historySection(folder.history()),
    changesSection(folder.changes()),
    diffsSection(folder.diffs()),
    tableSection('message_buttons', 'message buttons', folder.buttons()),
    tableSection('attachments', 'attachments', folder.attachments()),
    tableSection('images', 'images', folder.images()),
    summariesSection(folder.summaries()),
    backgroundSection([folder.background(), ...folder.backups()]),
    plotsSection(folder.plots()),
    varsSection(folder.vars()),
    fileSection('conversation_vars', 'conversation variables', folder.erdosVars()),
    fileSection('code_links', 'code links', folder.codeLinks()),
  ];
  return sections.filter((section) => section !== null);
}
