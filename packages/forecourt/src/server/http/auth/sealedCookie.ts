import { createHash } from 'node:crypto';
import { SecretLost, type SecretBox } from '../../secrets/index.ts';

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Where the application is opened, as far as cookies go. */
export interface Place {
  /** What all addresses begin with below a proxy. */
  readonly path: string;
  readonly isSecure: boolean;
}

export const placeOf = (publicUrl: { readonly url: string; readonly path: string } | undefined): Place => ({
  path: publicUrl?.path ?? '',
  isSecure: publicUrl?.url.startsWith('https:') ?? false,
});

interface Kind {
  readonly name: string;
  /** What it is sealed for. */
  readonly purpose: string;
  /** Below /api: nothing else is sent it, where the name does not need all addresses. */
  readonly path: string;
  readonly minutes: number;
}

/** What a browser keeps, sealed, between two calls: one cookie for each text that both calls know, so that two tabs do not disturb each other. */
export interface SealedCookies<T> {
  set(known: string, value: T, now: number): string;
  end(known: string): string;
  /** Undefined without one, or when its time is over. */
  read(header: string | undefined, known: string, now: number): T | undefined;
}

/** Over HTTPS the name begins with `__Host-`: no other host of the domain, and no page without TLS, can have set it. */
export function createSealedCookies<T>(
  secrets: SecretBox,
  { name, purpose, path, minutes }: Kind,
  place: Place,
): SealedCookies<T> {
  const prefix = `${place.isSecure ? '__Host-' : ''}${name}-`;
  const nameOf = (known: string): string => prefix + hashOf(known).toString('hex').slice(0, 16);
  const cookie = (known: string, value: string, seconds: number): string =>
    [
      `${nameOf(known)}=${value}`,
      `Max-Age=${seconds}`,
      `Path=${place.isSecure ? '/' : `${place.path}/api${path}`}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(place.isSecure ? ['Secure'] : []),
    ].join('; ');
  return {
    set: (known, value, now) =>
      cookie(
        known,
        secrets.seal(JSON.stringify({ known, value, until: now + minutes * 60_000 }), purpose),
        minutes * 60,
      ),
    end: (known) => cookie(known, '', 0),
    read(header, known, now) {
      const begin = `${nameOf(known)}=`;
      const sealed = header
        ?.split(';')
        .map((part) => part.trim())
        .find((part) => part.startsWith(begin))
        ?.slice(begin.length);
      if (sealed === undefined) return undefined;
      try {
        const kept = JSON.parse(secrets.open(sealed, purpose)) as { known: string; value: T; until: number };
        return kept.known === known && kept.until > now ? kept.value : undefined;
      } catch (error) {
        if (error instanceof SecretLost) return undefined;
        throw error;
      }
    },
  };
}
