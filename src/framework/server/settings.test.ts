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

  it('never repeat a password in a message', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://me:secret@host/db' })).toThrow(/^(?!.*secret)/);
  });
});
