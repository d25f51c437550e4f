import type { Row } from 'forecourt/server';

/** A provider that signs nobody in: the address of a demonstration belongs to nobody. */
export const signInProviders: readonly Row[] = [
  {
    name: 'Company account',
    issuer: 'https://login.example.com',
    clientId: 'forecourt',
    scopes: 'openid email profile',
    makesUsers: false,
    linksByEmail: true,
    domains: 'example.com',
    passwordsOff: false,
    status: 0,
  },
];
