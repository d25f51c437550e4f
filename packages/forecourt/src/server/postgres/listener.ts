import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { type Log, reason } from './log.ts';
import { clientConfig, type ConnectionConfig } from './pool.ts';

export interface ListenerOptions {
  readonly connection: ConnectionConfig | string;
  readonly channels: readonly string[];
  /** What the connection is called in `pg_stat_activity`; default `forecourt listener`. */
  readonly name?: string;
  readonly log: Log;
  onNotification(channel: string, payload: string): void;
  /** True after every (re)connection: notifications may have been missed before. False when the connection is lost. */
  onState?(connected: boolean): void;
}

export interface Listener {
  readonly connected: boolean;
  close(): Promise<void>;
}

/** Receives NOTIFY on a connection of its own, which it renews by itself until closed. Resolves when first connected or lost. */
export async function createListener({
  connection,
  channels,
  name = 'forecourt listener',
  log,
  onNotification,
  onState,
}: ListenerOptions): Promise<Listener> {
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let connected = false;

  async function attempt(): Promise<boolean> {
    const next = new pg.Client({
      ...clientConfig(connection),
      application_name: name,
      keepAlive: true,
    });
    client = next;
    next.on('error', (error) => log.warn(`notification connection lost: ${reason(error)}`));
    next.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
    next.once('end', () => {
      if (!connected || client !== next) return;
      connected = false;
      onState?.(false);
      if (!closing.signal.aborted) void reconnect();
    });
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      log.warn(`notifications are not connected: ${reason(error)}`);
      await next.end().catch(() => undefined);
      return false;
    }
    connected = true;
    onState?.(true);
    return true;
  }

  async function reconnect(): Promise<void> {
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(pause * 2, 2000)) {
      if (await attempt()) return;
      await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  }

  if (!(await attempt())) void reconnect();
  return {
    get connected() {
      return connected;
    },
    async close() {
      closing.abort();
      await client?.end().catch(() => undefined);
    },
  };
}
