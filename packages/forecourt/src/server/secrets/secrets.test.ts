import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, KEY_FILE, keysOf, readKey, SecretLost } from './index.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describe('a sealed secret', () => {
  const box = createSecretBox([first]);

  it('does not show what it holds, differs each time, and opens for its purpose only', () => {
    const sealed = box.seal('hunter2 密', 'a/1');
    expect(sealed).not.toContain('hunter2');
    expect(box.seal('hunter2 密', 'a/1')).not.toBe(sealed);
    expect(box.open(sealed, 'a/1')).toBe('hunter2 密');
    expect(() => box.open(sealed, 'a/2')).toThrow(SecretLost);
  });

  it('is refused when a single character was changed, cut off or is no sealed text', () => {
    const sealed = box.seal('hunter2', 'a');
    const at = sealed.length - 5;
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    for (const wrong of [changed, sealed.slice(0, -8), 'hunter2', '', 'v1..'])
      expect(() => box.open(wrong, 'a')).toThrow(SecretLost);
  });

  it('opens with an old key after the key was changed, and no longer when the old one is gone', () => {
    const old = box.seal('hunter2', 'a');
    const turned = createSecretBox([second, first]);
    expect(turned.open(old, 'a')).toBe('hunter2');
    const fresh = turned.seal('hunter2', 'a');
    expect(createSecretBox([second]).open(fresh, 'a')).toBe('hunter2');
    expect(() => createSecretBox([second]).open(old, 'a')).toThrow(SecretLost);
  });
});

describe('the key', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'forecourt-key-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once, readable by its owner only, and the same for all who start at once', async () => {
    const boxes = await Promise.all([1, 2, 3, 4].map(() => keysOf(folder, []).then(createSecretBox)));
    const sealed = boxes[0]!.seal('hunter2', 'a');
    for (const box of [...boxes, await keysOf(folder, []).then(createSecretBox)])
      expect(box.open(sealed, 'a')).toBe('hunter2');
    expect((await stat(path.join(folder, KEY_FILE))).mode & 0o777).toBe(0o600);
    expect(readKey((await readFile(path.join(folder, KEY_FILE), 'utf8')).trim())).toHaveLength(32);
  });

  it('comes from the setting where there is one, and then no file is made', async () => {
    const box = await keysOf(folder, [first]).then(createSecretBox);
    expect(createSecretBox([first]).open(box.seal('x', 'a'), 'a')).toBe('x');
    await expect(stat(path.join(folder, KEY_FILE))).rejects.toThrow();
  });

  it('is never replaced when its file cannot be read as one', async () => {
    await writeFile(path.join(folder, KEY_FILE), 'rubbish\n');
    await expect(keysOf(folder, []).then(createSecretBox)).rejects.toThrow(/one key a line/);
    expect(await readFile(path.join(folder, KEY_FILE), 'utf8')).toBe('rubbish\n');
  });

  it.each(['', 'abc', 'é'.repeat(32), Buffer.alloc(31).toString('base64'), `${'0'.repeat(63)}g`])(
    'is refused: %j',
    (text) => expect(readKey(text)).toBeUndefined(),
  );
});
