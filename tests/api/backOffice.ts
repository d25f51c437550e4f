import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, type RentalApp, startRentalApp } from './rental.ts';

export interface BackOffice {
  readonly app: RentalApp;
  readonly ops: Client;
  /** Saves a record and answers its id. */
  save(path: string, values: Record<string, unknown>): Promise<number>;
  /** A row as it is stored. */
  rowOf(table: string, id: number): Promise<Record<string, unknown>>;
}

/** The product with the operator signed in, for the tests of one file. */
export function openBackOffice(): BackOffice {
  const office = {} as { app: RentalApp; ops: Client };
  beforeAll(async () => {
    office.app = await startRentalApp();
    office.ops = await office.app.as('ops');
  });
  afterAll(() => office.app?.close());
  return {
    get app() {
      return office.app;
    },
    get ops() {
      return office.ops;
    },
    save: async (path, values) => accepted(await office.ops.post<{ id: number }>(path, values)).data.id,
    async rowOf(table, id) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}`.execute(
        office.app.db,
      );
      return rows[0]!;
    },
  };
}

/** Names of the refused fields. */
export const fieldsOf = ({ errors }: Answer): string[] => Object.keys(errors).toSorted();
