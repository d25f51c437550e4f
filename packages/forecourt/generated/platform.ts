import type { Sample } from './calls.ts';
import type { Fit } from './subject.ts';

const MONTH_MS = 30 * 86_400_000;

/** Rules of the resources that every application has. */
export const platformFit: Readonly<Record<string, Fit>> = {
  user: {
    why: 'a new user without a name is called as he signs in, and is invited only where the server knows its address',
    fit: (record, { before }) => ({
      ...record,
      ...{ name: record['name'] ?? record['username'], invited: false },
      ...(!before && !record['password'] && { password: 'Copper-Ladder-39' }),
    }),
  },
  role: {
    why: 'whoever may do an action may open its page: the entries above a ticked one are ticked too',
    fit(record, { sentFor }) {
      const ticked = new Set<number>();
      const tick = (id: number | null | undefined): void => {
        if (typeof id !== 'number' || ticked.has(id)) return;
        ticked.add(id);
        tick((sentFor('menu', id) as { parentId?: number | null }).parentId);
      };
      for (const id of (record['menuIds'] as number[] | null) ?? []) tick(id);
      return { ...record, menuIds: [...ticked] } satisfies Sample;
    },
  },
  apiKey: {
    why: 'a key ends in the future, within a year, and comes from addresses that are some',
    fit: (record) => ({
      ...record,
      expireTime: new Date(Date.now() + MONTH_MS).toISOString().slice(0, 19).replace('T', ' '),
      addresses: record['addresses'] ? '10.0.0.0/8' : null,
    }),
  },
  signInProvider: {
    why: 'its issuer is an address that no other has, its claims name roles and domains that there are',
    // A secret is sent to the address it was entered for: without a new one the address stays.
    fit: (record, { before }) => ({
      ...record,
      ...(before && !record['secret']
        ? { issuer: before['issuer'], clientId: before['clientId'] }
        : { issuer: `https://login.example.com/${Buffer.from(String(record['name'])).toString('hex').slice(0, 200)}` }),
      ...{ makesUsers: false, linksByEmail: false, domains: null, passwordsOff: false },
      ...{ roleClaim: null, roleMap: null, scopeClaim: null, scopeMap: null },
    }),
  },
  webhook: {
    why: 'it posts to an https address, of a resource that there is, what its list can be asked for',
    fit: (record) => ({
      ...record,
      ...{ url: 'https://example.com/hook', resource: 'user', onCreated: true },
      ...{ states: null, steps: null, filter: null, sentFields: null },
    }),
  },
};
