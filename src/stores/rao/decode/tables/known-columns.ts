/** The columns that Rao writes into each of its tables, by the name of the file (docs/formats/rao.md, "Tables"). */
export const COLUMNS = {
  'conversation_names.csv': ['conversation_id', 'name'],
  'message_buttons.csv': ['message_id', 'buttons_run'],
  'script_history.tsv': ['filename', 'order', 'conversation_index'],
  'attachments.csv': ['timestamp', 'message_id', 'file_path', 'file_id', 'vector_store_id'],
  'images.csv': ['timestamp', 'message_id', 'file_path', 'local_path', 'filename'],
} as const;
