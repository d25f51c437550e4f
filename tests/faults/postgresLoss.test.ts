import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createListener,
  createPool,
  isConnectionLost,
  openDatabase,
  startEmbedded,
} from '../../packages/forecourt/src/server/postgres/index.ts';
import {
  dataDir,
  kill,
  log,
  postmasterPid,
  startChild,
  until,
  copyTemplate,
  withPool,
  eachInOwnFolder,
} from './dataFolders.ts';

eachInOwnFolder();

describe('loss of the connection', () => {
  test('PostgreSQL killed with -9 is started again with every committed row; statements meanwhile fail as connection lost', async () => {
    copyTemplate();
    const server = await startEmbedded({ dataDir, log });
    const old = server.pid() ?? 0;
    await withPool(server.connection, async (pool) => {
      const states: boolean[] = [];
      const heard: string[] = [];
      const listener = await createListener({
        connection: server.connection,
        channels: ['news'],
        log,
        onNotification: (_, payload) => heard.push(payload),
        onState: (state) => states.push(state),
      });
      await pool.query('insert into kept values (2)');
      const cutOff = pool.query('select pg_sleep(5)').catch((error: unknown) => error);
      process.kill(old, 'SIGKILL');
      const lost: unknown[] = [];
      await until(() =>
        pool.query('select 1').then(
          () => server.pid() !== old,
          (error: unknown) => {
            lost.push(error);
            return false;
          },
        ),
      );
      expect([await cutOff, ...lost].filter((error) => error instanceof Error && !isConnectionLost(error))).toEqual([]);
      expect((await pool.query('select n from kept order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
      await until(() => listener.connected);
      await pool.query(`notify news, 'after'`);
      await until(() => heard.length > 0);
      expect({ states, heard }).toEqual({ states: [true, false, true], heard: ['after'] });
      await listener.close();
    });
    await server.stop();
    expect(postmasterPid()).toBeUndefined();
  });

  test('an adopted PostgreSQL is supervised as well', async () => {
    copyTemplate();
    const first = startChild();
    const { pid } = (await first.next()) as { pid: number };
    await kill(first, 'SIGKILL');
    const server = await startEmbedded({ dataDir, log });
    expect(server.adopted).toBe(true);
    process.kill(pid, 'SIGKILL');
    await withPool(server.connection, (pool) =>
      until(() =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      ),
    );
    await server.stop();
  });

  test('a connection ended by the server fails its statement only; the pool goes on', async () => {
    copyTemplate();
    const database = await openDatabase({ dataDir, log });
    const { pool } = database;
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const waiting = client.query('select pg_sleep(5)').catch((error: unknown) => error);
    process.kill(rows[0].pid, 'SIGTERM');
    expect(isConnectionLost(await waiting)).toBe(true);
    client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('a change that meets a standby fails as connection lost, and the next one goes to the primary', async () => {
    copyTemplate();
    const server = await startEmbedded({ dataDir, log });
    const { user } = server.connection;
    await withPool(server.connection, (other) =>
      other.query(`alter role ${user} set default_transaction_read_only = on`),
    );
    const pool = createPool({ connection: server.connection, log, max: 1 });
    const insert = async (n: number): Promise<unknown> => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query('insert into kept values ($1)', [n]);
        return await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        return error;
      } finally {
        client.release();
      }
    };
    expect(isConnectionLost(await insert(2))).toBe(true);
    await withPool(server.connection, (other) =>
      other.query(`begin read write; alter role ${user} reset default_transaction_read_only; commit`),
    );
    await insert(3);
    expect((await pool.query('select n from kept order by n')).rows).toEqual([{ n: 1 }, { n: 3 }]);
    await pool.end();
    await server.stop();
  });

  test('a statement that is merely wrong is no lost connection', async () => {
    copyTemplate();
    const database = await openDatabase({ dataDir, log });
    const errors = await Promise.all(
      ['select 1/0', 'select nothing', 'insert into kept values (null::int), (1/0)'].map((sql) =>
        database.pool.query(sql).catch((error: unknown) => error),
      ),
    );
    expect(errors.map(isConnectionLost)).toEqual([false, false, false]);
    await database.close();
  });

  test('an own PostgreSQL that comes up late is waited for, and said so once', async () => {
    copyTemplate();
    const first = await startEmbedded({ dataDir, log });
    const { user, password, host, port, database } = first.connection;
    await first.stop();
    const told: string[] = [];
    const opening = openDatabase({
      databaseUrl: `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      dataDir,
      log: { ...log, info: (message) => told.push(message) },
    });
    await until(() => told.length > 0);
    const server = await startEmbedded({ dataDir, log });
    const own = await opening;
    expect((await own.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain(password);
    await own.close();
    await server.stop();
  });

  test('DATABASE_URL reaches an own PostgreSQL, and bad credentials are refused at once', async () => {
    copyTemplate();
    const server = await startEmbedded({ dataDir, log });
    const { user, password, host, port, database } = server.connection;
    const url = (secret: string) =>
      `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const own = await openDatabase({ databaseUrl: url(password), dataDir: path.join(dataDir, 'unused'), log });
    expect(own).toMatchObject({ embedded: false, fresh: false });
    expect((await own.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    await own.close();
    await expect(openDatabase({ databaseUrl: url('wrong'), dataDir, log })).rejects.toThrow(/refuses us/);
    await server.stop();
    expect(existsSync(path.join(dataDir, 'unused'))).toBe(false);
  });
});
