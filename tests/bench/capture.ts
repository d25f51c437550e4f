import type { Pool, QueryConfig } from 'pg';
import { application } from '../../src/application.ts';
import { createDataLayer, type Caller } from '../../packages/forecourt/src/server/data/index.ts';

interface Captured {
  readonly text: string;
  readonly values: unknown[];
}

const caller: Caller = {
  actor: {
    id: 1,
    username: 'bench',
    name: 'bench',
    roleId: 1,
    permissions: new Set(['index']),
    scope: 'all',
    facts: {},
  },
  language: 'en-US',
  now: Date.now(),
  t: (key) => key,
};

/** The statements that the product sends for its calls, so that the bare server can answer the very same SQL. */
export function createCapture(pool: Pool) {
  const sent: Captured[] = [];
  const recording = new Proxy(pool, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property) as unknown;
      return (query: QueryConfig | string, values?: unknown[]) => {
        sent.push(
          typeof query === 'string'
            ? { text: query, values: values ?? [] }
            : { text: query.text, values: query.values ?? [] },
        );
        return typeof query === 'string' ? target.query(query, values) : target.query(query);
      };
    },
  });
  const data = createDataLayer({
    pool: recording,
    model: application.model,
    module: application.module,
    defaultZone: 'Asia/Bangkok',
  });
  const last = async (run: () => Promise<unknown>, mark = ''): Promise<Captured> => {
    await run();
    return sent.findLast(({ text }) => text.includes(mark))!;
  };
  return {
    // What looks for the rows that deep pages start from is sent beside it.
    list: (resource: string, query: Record<string, string>) =>
      last(() => data.list(resource, query, caller), ' as list'),
    info: (resource: string, id: number) => last(() => data.info(resource, id, caller)),
  };
}
