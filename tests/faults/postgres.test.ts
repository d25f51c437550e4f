import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findBinaries, locatePackage } from '../../packages/forecourt/src/server/postgres/binaries.ts';
import { startEmbedded } from '../../packages/forecourt/src/server/postgres/index.ts';
import { isAlive } from '../../packages/forecourt/src/server/postgres/processes.ts';
import {
  asRoot,
  children,
  dataDir,
  fingerprint,
  kill,
  log,
  postmasterPid,
  refusal,
  startChild,
  until,
  copyTemplate,
  withPool,
  eachInOwnFolder,
  isolates,
} from './dataFolders.ts';

eachInOwnFolder();

describe('start and stop', () => {
  test('a first start as this user creates a durable database that no other role may enter without the password', async () => {
    const server = await startEmbedded({ dataDir, log });
    expect(server).toMatchObject({ fresh: true, adopted: false });
    const settings = await withPool(server.connection, async (pool) => {
      const names = [
        'fsync',
        'synchronous_commit',
        'listen_addresses',
        'TimeZone',
        'server_encoding',
        'statement_timeout',
        'jit',
      ];
      const { rows } = await pool.query(
        `select array(select current_setting(name) from unnest($1::text[]) name) as values,
                (select rolsuper from pg_roles where rolname = current_user) as superuser`,
        [names],
      );
      return rows[0];
    });
    expect(settings).toEqual({ values: ['on', 'on', '', 'UTC', 'UTF8', '5500ms', 'off'], superuser: false });
    const intruder = { ...server.connection, password: 'guessed' };
    await expect(withPool(intruder, (pool) => pool.query('select 1'))).rejects.toMatchObject({ code: '28P01' });
    await server.stop();
  });

  test.runIf(asRoot)('started by root, PostgreSQL runs as a user without rights', async () => {
    copyTemplate();
    const server = await startEmbedded({ dataDir, log });
    expect(lstatSync(`/proc/${server.pid()}`).uid).not.toBe(0);
    await server.stop();
  });

  test.runIf(asRoot)('a data folder below one that this user may not enter, like the home of root, works', async () => {
    chmodSync(dataDir, 0o700);
    const inner = path.join(dataDir, 'data');
    const server = await startEmbedded({ dataDir: inner, log });
    expect(server.fresh).toBe(true);
    expect(lstatSync(dataDir).mode & 0o777).toBe(0o700);
    await server.stop();
    const again = await startEmbedded({ dataDir: inner, log });
    expect(await withPool(again.connection, (pool) => pool.query('select 1'))).toMatchObject({ rowCount: 1 });
    await again.stop();
  });

  test.runIf(asRoot)('where that is impossible the closed folder is named', async () => {
    chmodSync(dataDir, 0o711);
    const closed = path.join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    // Without setpriv there is no way to give the capability.
    vi.stubEnv('PATH', dataDir);
    const error = await refusal(path.join(closed, 'data'));
    vi.unstubAllEnvs();
    expect(error.problem).toBe('unreachable');
    expect(error.message).toContain(`may not enter ${closed}.`);
  });

  test('a clean stop leaves no process, no lock and no socket, and can be called again', async () => {
    copyTemplate();
    const server = await startEmbedded({ dataDir, log });
    const pid = server.pid();
    expect(server).toMatchObject({ fresh: false, adopted: false });
    await server.stop();
    await server.stop();
    expect(pid !== undefined && isAlive(pid)).toBe(false);
    expect(postmasterPid()).toBeUndefined();
    expect(readdirSync(path.join(dataDir, 'postgres', 'run'))).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s stops PostgreSQL before the process ends by the signal',
    async (signal) => {
      copyTemplate();
      const child = startChild();
      const { pid } = (await child.next()) as { pid: number };
      await kill(child, signal);
      expect(child.process.signalCode).toBe(signal);
      expect(isAlive(pid)).toBe(false);
      expect(postmasterPid()).toBeUndefined();
    },
  );

  test('PostgreSQL stops when the process dies of an exception', async () => {
    copyTemplate();
    const child = startChild();
    const { pid } = (await child.next()) as { pid: number };
    const gone = once(child.process, 'exit');
    child.process.stdin?.write('throw\n');
    await gone;
    await until(() => !isAlive(pid));
    expect(postmasterPid()).toBeUndefined();
  });

  test('a data folder with a very long path gets a short private socket folder and gives it back', async () => {
    copyTemplate();
    const long = path.join(dataDir, 'x'.repeat(120));
    mkdirSync(long);
    if (asRoot) chmodSync(dataDir, 0o711);
    const server = await startEmbedded({ dataDir: long, log });
    const { host } = server.connection;
    expect(await withPool(server.connection, (pool) => pool.query('select 1'))).toMatchObject({ rowCount: 1 });
    expect(lstatSync(host).mode & 0o777).toBe(0o700);
    await server.stop();
    expect(existsSync(host)).toBe(false);
  });
});

describe('one owner', () => {
  test('a PostgreSQL orphaned by kill -9 is adopted with its rows, and its new owner can stop it', async () => {
    copyTemplate();
    const first = startChild();
    const { pid } = (await first.next()) as { pid: number };
    await first.ask('insert into kept values (2)');
    await kill(first, 'SIGKILL');
    expect(isAlive(pid)).toBe(true);
    const second = startChild();
    expect(await second.next()).toEqual({ adopted: true, fresh: false, pid });
    expect(await second.ask('select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await second.ask('stop')).toBe('stopped');
    expect(isAlive(pid)).toBe(false);
  });

  test('a second start on a folder in use is refused and disturbs nobody', async () => {
    copyTemplate();
    const first = startChild();
    await first.next();
    const error = await refusal();
    expect(error.problem).toBe('in-use');
    expect(error.message).toContain(`(${first.process.pid})`);
    expect(await first.ask('select n from kept')).toEqual([{ n: 1 }]);
  });

  test('of several simultaneous first starts exactly one gets the folder', async () => {
    const racers = [startChild(), startChild(), startChild()];
    const outcomes = (await Promise.all(racers.map((racer) => racer.next()))) as { refused?: string }[];
    expect(outcomes.map(({ refused }) => refused ?? 'started').sort()).toEqual(['in-use', 'in-use', 'started']);
    const winner = racers[outcomes.findIndex(({ refused }) => refused === undefined)];
    expect(await winner?.ask('select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^\.in-use\./), 'postgres']);
  });

  // Two servers on one cluster ruin it within minutes.
  describe.runIf(isolates)('between containers, which do not see each other', () => {
    test('a second start on a folder in use is refused and disturbs nobody', async () => {
      copyTemplate();
      const first = startChild(dataDir, true);
      await first.next();
      for (const alone of [false, true])
        expect(await startChild(dataDir, alone).next()).toMatchObject({
          refused: 'in-use',
          message: expect.stringContaining('(1)'),
        });
      expect(await first.ask('select n from kept')).toEqual([{ n: 1 }]);
      await kill(first, 'SIGKILL');
      const again = startChild(dataDir, true);
      expect(await again.next()).toMatchObject({ adopted: false, fresh: false });
      expect(await again.ask('stop')).toBe('stopped');
      expect(readdirSync(dataDir)).toEqual(['postgres']);
    });

    test('of several simultaneous first starts exactly one gets the folder', async () => {
      const racers = [startChild(dataDir, true), startChild(dataDir, true), startChild(dataDir, true)];
      const outcomes = (await Promise.all(racers.map((racer) => racer.next()))) as { refused?: string }[];
      expect(outcomes.map(({ refused }) => refused ?? 'started').sort()).toEqual(['in-use', 'in-use', 'started']);
    });

    test('a PostgreSQL that outlived its owner outside is left alone, and used by who works beside it', async () => {
      copyTemplate();
      const first = startChild();
      const { pid } = (await first.next()) as { pid: number };
      await kill(first, 'SIGKILL');
      const second = startChild(dataDir, true);
      expect(await second.next()).toMatchObject({ refused: 'in-use' });
      expect(isAlive(pid)).toBe(true);
      const beside = startChild(dataDir, true, 'beside');
      expect(await beside.next()).toEqual([{ n: 1 }]);
      expect(isAlive(pid)).toBe(true);
    });
  });

  test('a pid file whose number belongs to another program does not block the start', async () => {
    copyTemplate();
    const cluster = path.join(dataDir, 'postgres', 'cluster');
    const { uid, gid } = lstatSync(cluster);
    const stranger = spawn('sleep', ['60'], { uid, gid });
    children.add(stranger);
    writeFileSync(
      path.join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n1\n5432\n/nowhere\n\n0 0\nready   \n`,
    );
    const server = await startEmbedded({ dataDir, log });
    expect(server.adopted).toBe(false);
    await server.stop();
    expect(stranger.exitCode).toBeNull();
  });
});

describe('folders that are not ours', () => {
  test.each<[string, string, () => void]>([
    ['foreign', 'a folder with other files', () => writeFileSync(path.join(dataDir, 'holiday.jpg'), 'x')],
    ['foreign', 'the cluster of another PostgreSQL', () => writeFileSync(path.join(dataDir, 'PG_VERSION'), '18\n')],
    [
      'foreign',
      'a folder "postgres" made by somebody else',
      () => {
        mkdirSync(path.join(dataDir, 'postgres'));
        writeFileSync(path.join(dataDir, 'postgres', 'notes.txt'), 'x');
      },
    ],
    [
      'corrupt',
      'a cluster without its control file',
      () => {
        copyTemplate();
        unlinkSync(path.join(dataDir, 'postgres', 'cluster', 'global', 'pg_control'));
      },
    ],
    [
      'corrupt',
      'a cluster whose password is lost',
      () => {
        copyTemplate();
        unlinkSync(path.join(dataDir, 'postgres', 'password'));
      },
    ],
    [
      'other-version',
      'a cluster of another version',
      () => {
        copyTemplate();
        writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '17\n');
      },
    ],
  ])('%s: %s is refused and stays as it was', async (problem, _, arrange) => {
    arrange();
    const before = fingerprint(dataDir);
    const error = await refusal();
    expect(error.problem).toBe(problem);
    expect(error.message).toContain(dataDir);
    expect(fingerprint(dataDir)).toBe(before);
  });

  test('a cluster that PostgreSQL cannot read is refused with its words', async () => {
    copyTemplate();
    writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'global', 'pg_control'), Buffer.alloc(8192, 7));
    const error = await refusal();
    expect(error.problem).toBe('not-starting');
    expect(error.message).toMatch(/FATAL|PANIC/);
    expect(postmasterPid()).toBeUndefined();
  });

  test('a creation cut off half-way is ours and is redone', async () => {
    const child = startChild();
    await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.init-')));
    await kill(child, 'SIGKILL');
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
    const server = await startEmbedded({ dataDir, log });
    expect(server.fresh).toBe(true);
    await server.stop();
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });
});

describe('binaries', () => {
  test('symbolic links left out by an install without scripts are repaired', () => {
    const copy = path.join(dataDir, 'package');
    cpSync(locatePackage(), copy, { recursive: true, verbatimSymlinks: true });
    const lib = path.join(copy, 'native', 'lib');
    for (const name of readdirSync(lib))
      if (lstatSync(path.join(lib, name)).isSymbolicLink()) unlinkSync(path.join(lib, name));
    expect(findBinaries(null, dataDir, copy).postgres).toBe(path.join(copy, 'native', 'bin', 'postgres'));
    expect(lstatSync(path.join(lib, 'libpq.so.5')).isSymbolicLink()).toBe(true);
  });

  test.runIf(asRoot)('programs in a folder that the database user may not enter are copied to where it may', () => {
    const closed = path.join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const cache = path.join(dataDir, 'cache');
    mkdirSync(cache);
    chmodSync(dataDir, 0o711);
    chmodSync(cache, 0o711);
    const copy = path.join(closed, 'package');
    cpSync(locatePackage(), copy, { recursive: true, verbatimSymlinks: true });
    const nobody = { name: 'nobody', uid: 65534, gid: 65534 };
    const first = findBinaries(nobody, cache, copy);
    expect(first.postgres.startsWith(cache)).toBe(true);
    expect(findBinaries(nobody, cache, copy)).toEqual(first);
    expect(readdirSync(cache)).toHaveLength(1);
  });
});
