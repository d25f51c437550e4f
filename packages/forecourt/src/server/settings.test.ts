import { describe, expect, it } from 'vitest';
import { readSettings as read } from './settings.ts';

const readSettings = (environment: Readonly<Record<string, string>>) => read(environment, { zone: 'Asia/Bangkok' });

describe('settings', () => {
  it('have a default for everything', () => {
    expect(readSettings({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      demo: true,
      logLevel: 'info',
      databaseUrl: undefined,
    });
  });

  it('name every mistake at once', () => {
    const read = (): unknown =>
      readSettings({
        PORT: '80a',
        DATABASE_URL: 'mysql://x',
        LOG_LEVEL: 'loud',
        DEMO: 'yes',
        TIME_ZONE: 'Siam',
      });
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'DEMO', 'TIME_ZONE']) expect(read).toThrow(name);
  });

  it('take a way past a pooler only beside the pooler, and an old pooler only with a way past it', () => {
    const pooler = { DATABASE_URL: 'postgres://pooler:6432/forecourt' };
    const direct = { DATABASE_DIRECT_URL: 'postgres://database/forecourt' };
    const old = { DATABASE_NAMED_STATEMENTS: '0' };
    expect(readSettings({ ...pooler, ...direct, ...old })).toMatchObject({
      databaseUrl: pooler.DATABASE_URL,
      databaseDirectUrl: direct.DATABASE_DIRECT_URL,
      namedStatements: false,
    });
    expect(readSettings({ ...pooler, ...direct }).namedStatements).toBe(true);
    expect(() => readSettings(direct)).toThrow('DATABASE_DIRECT_URL');
    expect(() => readSettings({ ...pooler, ...old })).toThrow('DATABASE_DIRECT_URL');
    expect(() => readSettings({ ...pooler, ...direct, DATABASE_NAMED_STATEMENTS: 'off' })).toThrow('must be 0 or 1');
  });

  it('take an address of map tiles with its three parts, and know its origin', () => {
    const url = 'https://tiles.example.com/osm/{z}/{x}/{y}.png?key=1';
    expect(readSettings({ MAP_TILES: url, MAP_CREDIT: '© OpenStreetMap' }).mapTiles).toEqual({
      url,
      origin: 'https://tiles.example.com',
      credit: '© OpenStreetMap',
    });
    expect(readSettings({ MAP_TILES: 'none' }).mapTiles).toBeUndefined();
    expect(readSettings({}).mapTiles).toEqual({
      url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      origin: 'https://tile.openstreetmap.org',
      credit: '© OpenStreetMap contributors',
      creditUrl: 'https://www.openstreetmap.org/copyright',
    });
    for (const bad of ['https://x/{z}/{x}', 'ftp://x/{z}/{x}/{y}', '{z}/{x}/{y}', 'https://{s}.x/{z}/{x}/{y}'])
      expect(() => readSettings({ MAP_TILES: bad })).toThrow('MAP_TILES');
  });

  it('take a bucket with its keys or not at all, and never say the secret one', () => {
    const whole = { S3_BUCKET: 'uploads', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hidden' };
    expect(readSettings({ ...whole, S3_DIRECT: '1' }).bucket?.direct).toBe(true);
    expect(readSettings({ ...whole, S3_PREFIX: 'forecourt/files' }).bucket).toEqual({
      bucket: 'uploads',
      region: 'us-east-1',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      prefix: 'forecourt/files/',
      accessKeyId: 'key',
      secretAccessKey: 'hidden',
    });
    const oss = 'https://{bucket}.oss-ap-southeast-7.aliyuncs.com';
    expect(readSettings({ ...whole, S3_ENDPOINT: oss }).bucket?.endpoint).toBe(oss);
    expect(readSettings({}).bucket).toBeUndefined();
    const mistakes: Record<string, string>[] = [
      { S3_SECRET_ACCESS_KEY: '' },
      { S3_BUCKET: 'Up loads' },
      { S3_ENDPOINT: 'https://x/path' },
      { S3_PREFIX: '/a' },
      { S3_DIRECT: 'yes' },
    ];
    for (const wrong of mistakes) expect(() => readSettings({ ...whole, ...wrong })).toThrow(/^(?!.*hidden)S3_/);
  });

  it('take mail whole or not at all, and never say what its address says', () => {
    const whole = {
      SMTP_URL: 'smtp://desk:p%40ss@mail.example.com:2525',
      MAIL_FROM: 'Forecourt <noreply@example.com>',
      PUBLIC_URL: 'https://desk.example.com/',
    };
    expect(readSettings(whole).mail).toEqual({
      host: 'mail.example.com',
      port: 2525,
      secure: false,
      user: 'desk',
      password: 'p@ss',
      from: whole.MAIL_FROM,
      publicUrl: 'https://desk.example.com',
    });
    expect(readSettings({ ...whole, SMTP_URL: 'smtps://[::1]' }).mail).toMatchObject({
      host: '::1',
      port: 465,
      secure: true,
    });
    expect(readSettings({ PUBLIC_URL: whole.PUBLIC_URL }).mail).toBeUndefined();
    for (const name of ['MAIL_FROM', 'PUBLIC_URL']) expect(() => readSettings({ ...whole, [name]: '' })).toThrow(name);
    for (const [name, bad] of [
      ['SMTP_URL', 'mail.example.com:25'],
      ['SMTP_URL', 'smtp://desk:%zz@mail.example.com'],
      ['SMTP_URL', 'smtp://mail.example.com/?logger=true'],
      ['MAIL_FROM', 'Forecourt'],
      ['MAIL_FROM', 'a@b.c, d@e.f'],
      ['PUBLIC_URL', 'desk.example.com'],
      ['PUBLIC_URL', 'ftp://desk.example.com'],
      ['PUBLIC_URL', 'https://desk.example.com/?app'],
      ['PUBLIC_URL', 'https://desk.example.com/a b'],
      ['PUBLIC_URL', 'https://desk.example.com//app'],
      ['PUBLIC_URL', 'https://desk.example.com/api'],
      ['PUBLIC_URL', 'https://desk.example.com/files/desk'],
    ] as const)
      expect(() => readSettings({ ...whole, [name]: bad })).toThrow(name);
    expect(() => readSettings({ SMTP_URL: 'http://desk:hunter2@mail' })).toThrow(/^((?!hunter2|desk)[^])*$/);
  });

  it.each([
    ['https://desk.example.com', { url: 'https://desk.example.com', path: '' }],
    ['https://example.com/desk/', { url: 'https://example.com/desk', path: '/desk' }],
    ['http://10.0.0.7:8080/a/b-1', { url: 'http://10.0.0.7:8080/a/b-1', path: '/a/b-1' }],
  ])('take the path of %s', (address, expected) => {
    expect(readSettings({ PUBLIC_URL: address }).publicUrl).toEqual(expected);
    const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'noreply@example.com' };
    expect(readSettings({ PUBLIC_URL: address, ...mail }).mail?.publicUrl).toBe(expected.url);
  });

  it('take backups, traces and the time to drain, and name what is wrong with them', () => {
    expect(readSettings({ BACKUP_DIR: '/var/backups', BACKUP_TIME: '23:30' }).backup).toEqual({
      folder: '/var/backups',
      keep: 14,
      at: '23:30',
    });
    const collector = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com/',
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b,y=2',
    };
    expect(readSettings({ ...collector, OTEL_TRACES_SAMPLER_ARG: '0.1' }).tracing).toEqual({
      endpoint: 'https://otel.example.com',
      headers: { 'x-key': 'a b', y: '2' },
      service: 'forecourt',
      ratio: 0.1,
    });
    expect(readSettings({})).toMatchObject({ backup: undefined, tracing: undefined, drainSeconds: 0 });
    for (const [name, bad] of [
      ['BACKUP_TIME', '24:00'],
      ['BACKUP_KEEP', '0'],
      ['DRAIN_SECONDS', '301'],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ] as const)
      expect(() => readSettings({ [name]: bad })).toThrow(name);
  });

  it('never repeat a password in a message', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://me:secret@host/db' })).toThrow(/^(?!.*secret)/);
  });
});
