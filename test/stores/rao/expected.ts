/** What the real program said of one conversation: `expected.json` of a case, or of one folder of a recorded base. */
export interface Expected {
  readonly conversation_index: number;
  readonly read: { readonly ok: boolean };
  readonly message_count?: number;
  readonly is_conversation_empty: { readonly ok: boolean; readonly value?: boolean };
  readonly display?: { readonly ok: boolean; readonly ops: readonly Op[] };
  readonly revert_button_ids?: readonly number[];
  readonly original_query_count?: number;
  readonly links?: readonly { readonly id: unknown; readonly related_to: unknown; readonly target_exists: boolean }[];
  readonly function_calls?: readonly Call[];
  readonly orphan_outputs?: readonly number[];
  readonly pending?: number;
  readonly script_history: Rows;
  readonly message_buttons: Rows;
  readonly attachments: { readonly rows: readonly Row[] | null };
  readonly images: readonly string[];
  readonly file_changes: {
    readonly ok: boolean;
    readonly changes: readonly Row[];
    readonly hidden_parse_error?: string;
  };
  readonly conversation_diffs: {
    readonly keys: readonly string[];
    readonly stats: readonly Row[];
    readonly hidden_parse_error?: string;
  };
  readonly summaries: { readonly keys: readonly string[]; readonly hidden_parse_error?: string };
  readonly background_summarization?: { readonly request_id: string; readonly target_query: number };
  readonly conversation_vars: { readonly ok?: boolean; readonly names?: readonly string[]; readonly present?: boolean };
}

export type Row = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly ok: boolean;
  readonly rows: readonly Row[] | null;
}

/** One thing that the program puts on the screen. */
export interface Op {
  readonly op: string;
  readonly message_id: number | string | readonly never[];
  readonly content?: unknown;
  readonly command?: string;
  readonly explanation?: string;
  readonly filename?: string;
}

export interface Call {
  readonly id: number;
  readonly name: string;
  readonly call_id: string;
  readonly msg_id: number;
  readonly outputs: readonly number[];
}
