import type { FastifyInstance } from 'fastify';
import { createPasskeys } from '../../../auth/index.ts';
import type { DataLayer } from '../../../data/index.ts';
import type { SecretBox } from '../../../secrets/index.ts';
import { placeOf } from '../sealedCookie.ts';
import { addOwnPasskeys } from './addOwnPasskeys.ts';
import { addPasskeySignIn } from './addPasskeySignIn.ts';
import { createChallenges } from './challenges.ts';

interface Parts {
  readonly data: DataLayer;
  readonly secrets: SecretBox;
  /** What authenticators call the application. */
  readonly title: string;
  readonly zone: string;
  readonly publicUrl: { readonly url: string; readonly path: string } | undefined;
}

/** Passkeys of the application's own address. */
export function addPasskeys(app: FastifyInstance, { data, secrets, title, zone, publicUrl }: Parts): void {
  const parts = {
    data,
    zone,
    challenges: createChallenges(data, secrets, placeOf(publicUrl)),
    passkeys: publicUrl && createPasskeys(publicUrl.url, title),
  };
  addPasskeySignIn(app, parts);
  addOwnPasskeys(app, parts);
}
