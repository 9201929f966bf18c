import { describe, expect, test } from 'vitest';
import type { EntryType } from '../../../../src/model/part.ts';
import type { Site } from '../../../../src/stores/kind.ts';
import { placeRao } from '../../../../src/stores/rao/layout/layout.ts';
import { BASE } from '../open-folder.ts';

const BARE: Site = { ...BASE, shape: 'folder' };

function told(path: string, type: EntryType = 'file', site = BASE): string {
  const where = placeRao(site, path, type);
  switch (where.type) {
    case 'part':
      return `${where.id} ${where.role} ${where.load}${where.inside ? ' inside' : ''}`;
    case 'shared':
      return `shared ${where.role} ${where.load}`;
    default:
      return where.type;
  }
}

describe('the folders of a base', () => {
  test.each<[string, EntryType, string]>([
    ['conversation_names.csv', 'file', 'shared names whole'],
    ['conversations', 'folder', 'folder'],
    ['conversations/archive', 'folder', 'folder'],
    ['conversations/archive/conversation_names.csv', 'file', 'shared archive-names whole'],
    ['conversations/conversation_5', 'folder', '5 folder name inside'],
    ['conversations/archive/conversation_5', 'folder', '5 folder name inside'],
    ['settings.json', 'file', 'foreign'],
    ['.convo', 'folder', 'foreign'],
    ['conversations/.convo', 'folder', 'foreign'],
  ])('%s, a %s, is %s', (path, type, expected) => expect(told(path, type)).toBe(expected));
});

describe('names that Rao lists, and names that it does not', () => {
  test.each<[string, EntryType, string]>([
    ['conversation_007', 'folder', '007 folder name inside'],
    ['conversation_0', 'folder', '0 folder name inside'],
    ['conversation_99999999999', 'folder', '99999999999 folder name inside'],
    ['conversation_50', 'file', 'shared no-folder name'],
    ['conversation_50', 'link', 'shared no-folder name'],
    ['conversation_12.bak', 'folder', 'shared stray name'],
    ['Conversation_3', 'folder', 'shared stray name'],
    ['conversation_', 'folder', 'shared stray name'],
    ['conversation_-1', 'folder', 'shared stray name'],
    ['notes.txt', 'file', 'shared stray name'],
    ['archive', 'file', 'shared stray name'],
  ])('%s, a %s, is %s', (name, type, expected) => expect(told(`conversations/${name}`, type)).toBe(expected));
});

describe('names in the folder of a conversation', () => {
  test.each<[string, EntryType, string]>([
    ['conversation_log.json', 'file', 'log whole'],
    ['conversation_vars.rds', 'file', 'vars whole'],
    ['script_history.tsv', 'file', 'history whole'],
    ['file_changes.json', 'file', 'changes whole'],
    ['conversation_diffs.json', 'file', 'diffs whole'],
    ['message_buttons.csv', 'file', 'buttons whole'],
    ['attachments.csv', 'file', 'attachments whole'],
    ['images.csv', 'file', 'images whole'],
    ['images_attached', 'folder', 'images-folder name inside'],
    ['images_attached/fig.png', 'file', 'image name'],
    ['summaries.json', 'file', 'summaries whole'],
    ['background_summarization.json', 'file', 'background whole'],
    ['background_summarization.json_backup_20250628_095000', 'file', 'background-backup whole'],
    ['background_summarization_backup_1.json', 'file', 'background-backup whole'],
    ['plots', 'folder', 'plots-folder name inside'],
    ['plots/plots_2.json', 'file', 'plots whole'],
    ['plots/more', 'folder', 'stray name'],
    ['plots', 'file', 'stray name'],
    ['conversation_vars.json', 'file', 'erdos-vars whole'],
    ['code_links.json', 'file', 'code-links whole'],
    ['conversation.json', 'file', 'old name'],
    ['token_usage.txt', 'file', 'old name'],
    ['notes.txt', 'file', 'stray name'],
    ['mine', 'folder', 'stray name'],
    ['constructor', 'file', 'stray name'],
    ['conversation_log.json', 'folder', 'stray name'],
  ])('%s, a %s, is %s', (name, type, expected) => {
    expect(told(`conversations/conversation_3/${name}`, type)).toBe(`3 ${expected}`);
    expect(told(`conversations/archive/conversation_3/${name}`, type)).toBe(`3 ${expected}`);
    expect(told(`conversation_3/${name}`, type, BARE)).toBe(`3 ${expected}`);
  });

  test('deeper names go with their folder and are not looked at', () => {
    expect(told('conversations/conversation_3/mine/file.txt')).toBe('foreign');
    expect(told('conversations/conversation_3/plots/more/file.txt')).toBe('foreign');
    expect(told('conversations/conversation_3/constructor/file.txt')).toBe('foreign');
  });
});

describe('when one folder is asked for', () => {
  const one: Site = { ...BASE, file: 'conversations/conversation_3' };

  test.each<[string, EntryType, string]>([
    ['conversations', 'folder', 'folder'],
    ['conversations/conversation_3', 'folder', '3 folder name inside'],
    ['conversations/conversation_3/conversation_log.json', 'file', '3 log whole'],
    ['conversations/conversation_4', 'folder', 'foreign'],
    ['conversations/conversation_30', 'folder', 'foreign'],
    ['conversation_names.csv', 'file', 'shared names whole'],
    ['conversations/archive/conversation_names.csv', 'file', 'shared archive-names whole'],
    ['conversations/notes.txt', 'file', 'foreign'],
  ])('%s, a %s, is %s', (path, type, expected) => expect(told(path, type, one)).toBe(expected));
});
