import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import type { Model } from '../../../model/index.ts';
import type { Context } from '../../contract.ts';
import { FILE_NAME } from '../../data/index.ts';

const HOUR = 3_600;

export interface FileSigner {
  /** Address of a file, good for one to two hours and the same within the hour, so that browsers can keep it. Empty for no file. */
  url(name: string, now: number): string;
  verify(name: string, query: { e?: unknown; s?: unknown }, now: number): boolean;
}

/** The server's secret: made once in the life of the database, shared by all processes on it. */
async function readSecret(pool: Pool): Promise<Buffer> {
  await pool.query(`insert into "_secret" (name, value) values ('files', $1) on conflict do nothing`, [
    randomBytes(32),
  ]);
  const { rows } = await pool.query<{ value: Buffer }>(`select value from "_secret" where name = 'files'`);
  return rows[0]!.value;
}

const signers = new WeakMap<Model, FileSigner>();

/** Makes the signer of an application's files; `signFileUrl` finds it by the model. */
export async function createFileSigner(pool: Pool, model: Model): Promise<FileSigner> {
  const secret = await readSecret(pool);
  const sign = (name: string, expires: number): Buffer =>
    createHmac('sha256', secret).update(`${name}.${expires}`).digest();
  const signer: FileSigner = {
    url(name, now) {
      if (!FILE_NAME.test(name)) return '';
      const expires = (Math.floor(now / 1000 / HOUR) + 2) * HOUR;
      return `/files/${name}?e=${expires}&s=${sign(name, expires).toString('base64url')}`;
    },
    verify(name, { e, s }, now) {
      if (!FILE_NAME.test(name) || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e))
        return false;
      const given = Buffer.from(s, 'base64url');
      const expected = sign(name, Number(e));
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(e) * 1000 > now;
    },
  };
  signers.set(model, signer);
  return signer;
}

/** A short-lived address of an uploaded file, for answers that are read without a session (printed sheets). Empty for no file. */
export function signFileUrl(context: Pick<Context, 'model' | 'now'>, name: string): string {
  const signer = signers.get(context.model);
  if (!signer) throw new Error('files cannot be signed before the server is ready');
  return signer.url(name, context.now);
}
