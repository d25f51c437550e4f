import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Keys of backups. They lie outside the folder, so that who can write to it cannot make a backup of his own. */
export interface BackupKeys {
  /** The first seals; any of them is accepted. */
  readonly seal: readonly Buffer[];
  /** The first encrypts; any of them decrypts. None: backups are made in the clear. */
  readonly encrypt: readonly Buffer[];
}

const derived = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `forecourt backup ${purpose}`, 32));

/**
 * Returns the keys of backups. `own` are those of `BACKUP_KEY`: they seal and encrypt. Without them the key of stored secrets seals, and nothing is encrypted.
 * Backups that were made before the operator set a key of their own stay valid.
 */
export function backupKeys(own: readonly Buffer[], secretKeys: readonly Buffer[]): BackupKeys {
  return {
    seal: [...own, ...secretKeys].map((key) => derived(key, 'seal')),
    encrypt: own.map((key) => derived(key, 'encryption')),
  };
}

const sealWith = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Returns the seal of a text. */
export const sealOf = ({ seal: [key] }: BackupKeys, text: string): string => sealWith(key!, text);

/** Returns whether one of the keys has sealed the text. */
export const isSealedBy = ({ seal }: BackupKeys, text: string, given: unknown): boolean => {
  const found = Buffer.from(typeof given === 'string' ? given : '');
  return seal.some((key) => {
    const wanted = Buffer.from(sealWith(key, text));
    return wanted.length === found.length && timingSafeEqual(wanted, found);
  });
};
