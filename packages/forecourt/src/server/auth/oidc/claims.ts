/** What a provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>;

/** Apart by commas, spaces or lines. */
export const wordsIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '').split(/[\s,;]+/).filter((word) => word !== '');

/** One line of a mapping. */
export interface Mapped {
  readonly value: string;
  readonly target: string;
}

/** `value = target`, one a line. A value may have "=" in it (`cn=desk,dc=example`), a target has none. Undefined: a line that cannot be read. */
export function readMap(text: string | null | undefined): readonly Mapped[] | undefined {
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  const mapped = lines
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.lastIndexOf('=');
      return { value: line.slice(0, Math.max(at, 0)).trim(), target: line.slice(at + 1).trim() };
    });
  return mapped.every(({ value, target }) => value !== '' && target !== '') ? mapped : undefined;
}

/** The claim itself where one has this very name (`https://example.com/roles`), else along the dots: `realm_access.roles`. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, name) ? (part as Claims)[name] : undefined,
      claims,
    );
}

/** The texts of a claim: of a list each, of a text the text. Anything else says nothing. */
export function valuesOf(claims: Claims, path: string): readonly string[] {
  const found = claimAt(claims, path);
  return [found].flat().filter((value) => typeof value === 'string' && value !== '') as string[];
}

/** Whether the claim is there at all: in the ID token, or it is asked for elsewhere. */
export const hasClaim = (claims: Claims, path: string): boolean => claimAt(claims, path) !== undefined;

/** Entra leaves the groups out where somebody has more than 200 of them, and says where they could be asked for. */
export const hasOverage = (claims: Claims, path: string): boolean =>
  typeof claims['_claim_names'] === 'object' &&
  claims['_claim_names'] !== null &&
  Object.hasOwn(claims['_claim_names'], path);

const GOOGLE = 'https://accounts.google.com';
const ENTRA =
  /^https:\/\/login\.microsoftonline\.(?:com|us)\/([^/]+)\/v2\.0\/?$|^https:\/\/sts\.windows\.net\/([^/]+)\/$/;

/** The tenant that an issuer of Entra is of; undefined: it is another provider. */
export function tenantOf(issuer: string): string | undefined {
  const found = ENTRA.exec(issuer);
  return found?.[1] ?? found?.[2];
}

/** Who it is for ever: `sub`, but for Entra, whose `sub` differs by application, tenant and object. Undefined: it does not say. */
export function subjectOf(issuer: string, claims: Claims): string | undefined {
  const tenant = tenantOf(issuer);
  const { sub, oid, tid } = claims;
  if (tenant === undefined) return typeof sub === 'string' && sub !== '' ? sub : undefined;
  if (typeof oid !== 'string' || oid === '' || tid !== tenant) return undefined;
  return `${tid}/${oid}`;
}

export interface Email {
  readonly address: string;
  readonly domain: string;
  /** The provider vouches for it. */
  readonly verified: boolean;
}

/** The e-mail address of somebody; undefined without one. */
export function emailOf(issuer: string, claims: Claims): Email | undefined {
  const { email } = claims;
  if (typeof email !== 'string') return undefined;
  // ASCII alone: other letters, such as the Kelvin sign, would become those of somebody else's address.
  const address = email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const [name, domain, ...rest] = address.split('@');
  if (!name || !domain || rest.length > 0) return undefined;
  const isEntra = tenantOf(issuer) !== undefined;
  // Anybody may have an account at Google with an address elsewhere: only its owner has it in `hd`.
  const isOwners = issuer !== GOOGLE || domain === 'gmail.com' || claims['hd'] === domain;
  const verified = isEntra
    ? claims['xms_edov'] === true || claims['xms_edov'] === 1
    : claims['email_verified'] === true;
  return { address, domain, verified: verified && isOwners };
}

/** Whether what the provider checked counts as the second factor here. */
export function showsFactor(claims: Claims, trusted: string | null): boolean {
  const wanted = wordsIn(trusted);
  const shown = [...valuesOf(claims, 'amr'), ...valuesOf(claims, 'acr')];
  return wanted.some((one) => shown.includes(one));
}
