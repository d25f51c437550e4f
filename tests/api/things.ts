import { afterEach, beforeEach } from 'vitest';
import { compileModel, type EntitySchema, type Model } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { codes, layer } from './dataModel.ts';

/** One entity, a thing with a name and whatever else. */
export const thing = (properties: EntitySchema['properties'], rest: Partial<EntitySchema> = {}): Model =>
  compileModel({
    schemas: { thing: { type: 'object', properties: { name: { type: 'string' }, ...properties }, ...rest } },
    resources: [],
    codes,
  });

/** A new database for each test of a file, and what writes to it by a model. */
export function openTables(): { readonly database: TestDatabase; on(of: Model): DataLayer } {
  const tables = {} as { database: TestDatabase };
  beforeEach(async () => {
    tables.database = await createTestDatabase();
  });
  afterEach(() => tables.database.drop());
  return Object.assign(tables, { on: (of: Model): DataLayer => layer(tables.database, {}, of) });
}
