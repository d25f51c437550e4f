import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Seals what the server must be able to read again, such as keys of other services. A copy of the database is then
 * worth nothing without the key. AES-256-GCM, a fresh nonce each time, bound to its purpose: a sealed text cannot be
 * moved to another record.
 */
export interface SecretBox {
  seal(text: string, purpose: string): string;
  /** Throws SecretLost when no key opens it, or it was sealed for something else. */
  open(sealed: string, purpose: string): string;
}

/** A sealed text that none of the keys opens. */
export class SecretLost extends Error {
  constructor() {
    super('no key opens this secret');
    this.name = 'SecretLost';
  }
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key that a text spells: 32 bytes, as 64 hexadecimal digits or in base64. Undefined for anything else. */
export function readKey(text: string): Buffer | undefined {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && /^[\w+/-]+=*$/.test(text) ? key : undefined;
}

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** The first key seals, any of them opens. */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const [first] = keys;
  if (!first) throw new Error('there is no key to seal secrets with');
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${idOf(first)}.${sealed.toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, id = '', data = ''] = sealed.split('.');
      const key = byId.get(id);
      const bytes = Buffer.from(data, 'base64url');
      if (version !== 'v1' || !key || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SecretLost();
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        throw new SecretLost();
      }
    },
  };
}

/** Where the keys are when none is set. */
export const KEY_FILE = 'secret.key';

async function readKeyFile(file: string): Promise<readonly Buffer[] | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map(readKey);
  if (keys.length === 0 || keys.includes(undefined))
    throw new Error(`${file} must hold one key a line: 32 bytes in base64 or as 64 hexadecimal digits`);
  return keys as Buffer[];
}

/** The keys of this server where there are some: those of the setting, else those of the file in the data folder. */
export async function knownKeys(dataDir: string, given: readonly Buffer[]): Promise<readonly Buffer[]> {
  return given.length > 0 ? given : ((await readKeyFile(path.join(dataDir, KEY_FILE))) ?? []);
}

/** The same; without any the first start makes the file, readable by its owner only. Two processes that start at once end up with the same file. */
export async function keysOf(dataDir: string, given: readonly Buffer[]): Promise<readonly Buffer[]> {
  const known = await knownKeys(dataDir, given);
  if (known.length > 0) return known;
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, KEY_FILE);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(draft, 0o600);
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readKeyFile(file))!;
}
