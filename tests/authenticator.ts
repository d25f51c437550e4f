import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What an authenticator does otherwise than it should. */
export interface Quirks {
  /** Page that it answers; the one it was made for if not said. */
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether it has looked who is there. */
  readonly verified?: boolean;
  /** Whose passkey it says it is. */
  readonly userHandle?: string;
  readonly counter?: number;
  /** Answers another challenge than the one given. */
  readonly challenge?: string;
  readonly type?: string;
  /** Signs with a key of its own. */
  readonly foreignKey?: boolean;
  readonly attestation?: { readonly format: string; readonly certificate?: boolean };
}

interface Creation {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}
interface Request {
  readonly challenge: string;
  readonly rpId?: string;
}

/** An authenticator in software: one passkey (ES256). */
export interface Authenticator {
  readonly id: string;
  counter: number;
  create(options: Creation, quirks?: Quirks): object;
  get(options: Request, quirks?: Quirks): object;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** Major type and length, RFC 8949. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one as Cbor)])]);
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

/** COSE_Key of an EC2 key on P-256 for ES256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}

/** On pages of this origin. A counter that stays 0 is that of a passkey which several devices have. */
export function createAuthenticator(page: string, counter = 0): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let handle = '';
  const clientData = (type: string, challenge: string, quirks: Quirks): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: quirks.type ?? type,
        challenge: quirks.challenge ?? challenge,
        origin: quirks.origin ?? page,
        crossOrigin: false,
      }),
    );
  const data = (rpId: string, { verified = true, counter: said = self.counter }: Quirks, more?: Buffer): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said);
    const flags = 1 | (verified ? 4 : 0) | (more ? 64 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(more ? [more] : [])]);
  };
  const shown = (response: object): object => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  });
  const self: Authenticator = {
    id: base64url(id),
    counter,
    create({ challenge, rp, user }, quirks = {}) {
      handle = user.id;
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const made = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const { format = 'none', certificate = false } = quirks.attestation ?? {};
      const statement = certificate
        ? new Map<string, Cbor>([
            ['alg', -7],
            ['sig', randomBytes(70)],
            ['x5c', [randomBytes(300)]],
          ])
        : new Map<string, Cbor>();
      const attestation = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', data(quirks.rpId ?? rp.id ?? '', quirks, made)],
      ]);
      return shown({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, quirks)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId = '' }, quirks = {}) {
      if (self.counter > 0) self.counter++;
      const client = clientData('webauthn.get', challenge, quirks);
      const authenticator = data(quirks.rpId ?? rpId, quirks);
      const key = quirks.foreignKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey;
      return shown({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticator),
        signature: base64url(sign('sha256', Buffer.concat([authenticator, sha256(client)]), key)),
        userHandle: quirks.userHandle ?? handle,
      });
    },
  };
  return self;
}
