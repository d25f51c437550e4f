import pg from 'pg';
import { vi } from 'vitest';

export interface Statement {
  readonly connection: unknown;
  readonly text: string;
  /** That the database keeps it under; of one that is planned anew there is none. */
  readonly name?: string;
  readonly values: readonly unknown[];
}

/**
 * Tells of everything that this process sends to the database from now on, in order, until `vi.restoreAllMocks`. Where a promise is answered the
 * statement waits for it.
 */
export function onStatement(tell: (statement: Statement) => void | Promise<void>): void {
  const send = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | { text: string; values?: unknown[]; name?: string }, unknown];
    const text = typeof config === 'string' ? config : config.text;
    const sent = typeof config === 'string' ? values : (config.values ?? values);
    const run = (): unknown => (send as (...args: unknown[]) => unknown).apply(this, args);
    const name = typeof config === 'string' ? undefined : config.name;
    const told = tell({
      connection: this,
      text,
      values: Array.isArray(sent) ? sent : [],
      ...(name !== undefined && { name }),
    });
    return told ? told.then(run) : run();
  } as never);
}
