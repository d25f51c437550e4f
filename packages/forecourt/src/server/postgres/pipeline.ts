import pg from 'pg';

type Ask = (...asked: unknown[]) => unknown;

const gathering = new WeakSet<pg.PoolClient>();

/** Statements that are asked before anything else happens leave in one piece: each by itself costs a call of the system and wakes PostgreSQL. */
function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = client.connection;
  let held = false;
  const release = (): void => {
    held = false;
    stream.uncork();
  };
  const send: Ask = Object.hasOwn(client, 'query')
    ? (client.query.bind(client) as Ask)
    : (...asked) => Reflect.apply(pg.Client.prototype.query, client, asked);
  const ask: Ask = (...asked) => {
    if (client.pipeline && !held) {
      held = true;
      stream.cork();
      // After all promises that go on from here without waiting for anything.
      queueMicrotask(() => process.nextTick(release));
    }
    return send(...asked);
  };
  Object.assign(client, { query: ask });
}

/**
 * Until the answered function is called, statements on this connection are sent as they are asked, without waiting for the answers of those before;
 * PostgreSQL does them in their order. In a transaction nothing that follows a refused one is done. To be ended when all are answered.
 */
export function pipeline(client: pg.PoolClient): () => void {
  gather(client);
  Object.assign(client, { pipeline: true });
  return () => void Object.assign(client, { pipeline: false });
}
