import { DuckDBInstance } from '@duckdb/node-api';

/** A row as DuckDB answers it: whole numbers above 32 bits as text. */
export type Answer = Readonly<Record<string, unknown>>;

/** Asks DuckDB one question after the other, in one database. */
export interface Duck {
  ask(sql: string): Promise<Answer[]>;
  close(): void;
}

/** A database in memory. */
export async function duck(): Promise<Duck> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  return {
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
