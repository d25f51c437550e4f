import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  LOGOUT_MINUTES,
  ProviderFailure,
  providerOf,
  tenantOf,
  spendOnce,
  type Provider,
} from '../../../auth/index.ts';
import type { Database } from '../../../contract.ts';
import { Refusal, unavailable } from '../../../errors.ts';
import { dataAnswer } from '../../envelope.ts';
import { addRoute } from '../../route.ts';
import type { OidcParts } from './addOidc.ts';
import { hashOf } from '../sealedCookie.ts';

/** From one provider: everybody may be signed out at once. */
const CALLS_PER_MINUTE = 3_000;

interface SignedOut {
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

/** Ends what the account has under way: one session of it with those of which the provider named no session, or all. */
async function endSessions(db: Database, { issuer }: Provider, { subject, session }: SignedOut): Promise<void> {
  const of = sql`i.issuer = ${issuer}
    and (${subject ?? null}::text is null or i.subject = ${subject ?? null})
    and (${session ?? null}::text is null or s."providerSession" = ${session ?? null}
      or (s."providerSession" is null and ${subject ?? null}::text is not null))`;
  await sql`delete from "_session" s using "_userIdentity" i where i.id = s."identityId" and ${of}`.execute(db);
  await sql`delete from "_signInStep" s using "_userIdentity" i where i.id = s."identityId" and ${of}`.execute(db);
}

/** Where a provider tells that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). */
export async function addLogout(app: FastifyInstance, { data, oidc }: OidcParts): Promise<void> {
  const refused = (): Refusal => new Refusal('msg.oidc.logoutRefused', { http: 400 });

  await app.register(async (forms: FastifyInstance) => {
    forms.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
    );
    addRoute(forms, {
      method: 'POST',
      path: '/account/oidc/logout/{id}',
      permission: 'public',
      perMinute: CALLS_PER_MINUTE,
      log: { module: 'account', action: 'signOutByProvider' },
      async handle(request) {
        const { id } = request.params as { id: string };
        const { logout_token: token } = (request.body ?? {}) as { logout_token?: unknown };
        const provider = /^\d{1,15}$/.test(id) ? await providerOf(data.db, Number(id)) : undefined;
        // Entra says nothing of this kind, and its subjects are others.
        if (!provider || tenantOf(provider.issuer) !== undefined || typeof token !== 'string') throw refused();
        const signedOut = await oidc.logout(provider, token).catch((error: unknown) => {
          if (!(error instanceof ProviderFailure)) throw error;
          throw error.kind === 'down' ? unavailable() : refused();
        });
        const once = hashOf(`logout ${provider.issuer} ${signedOut.id}`);
        if (!(await spendOnce(data.db, once, 2 * LOGOUT_MINUTES))) throw refused();
        await endSessions(data.db, provider, signedOut);
        return dataAnswer(request, null);
      },
    });
  });
}
