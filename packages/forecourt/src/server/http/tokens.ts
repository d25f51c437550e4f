import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** A new bearer token: 256 random bits (D-SEC-01). Only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token of an Authorization header, or undefined where it carries none that we could have issued. */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : TOKEN.exec(authorization)?.[1];
