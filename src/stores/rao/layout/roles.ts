/** What each file of a conversation is, by its name (docs/formats/rao.md, "Files"). */
export const FILE_ROLES = {
  'conversation_log.json': 'log',
  'conversation_vars.rds': 'vars',
  'script_history.tsv': 'history',
  'file_changes.json': 'changes',
  'conversation_diffs.json': 'diffs',
  'message_buttons.csv': 'buttons',
  'attachments.csv': 'attachments',
  'images.csv': 'images',
  'summaries.json': 'summaries',
  'background_summarization.json': 'background',
  'conversation_vars.json': 'erdos-vars',
  'code_links.json': 'code-links',
  'conversation.json': 'old',
  'conversation_display.html': 'old',
  'token_usage.txt': 'old',
} as const satisfies Readonly<Record<string, string>>;

/** What a part of a unit is. */
export type Role =
  | (typeof FILE_ROLES)[keyof typeof FILE_ROLES]
  /** The conversation's own folder. */
  | 'folder'
  /** `background_summarization_backup_*` and the like. */
  | 'background-backup'
  /** A file in `plots/`. */
  | 'plots'
  /** A file in `images_attached/`. */
  | 'image'
  /** `plots/` and `images_attached/` themselves. */
  | 'plots-folder'
  | 'images-folder'
  /** A file or folder of no known purpose. */
  | 'stray';

/** What a file shared by all conversations is. */
export type SharedRole =
  | 'names'
  | 'archive-names'
  /** A file, or link to one, with the name of a conversation. */
  | 'no-folder'
  | 'stray';
