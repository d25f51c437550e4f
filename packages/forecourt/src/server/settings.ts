import path from 'node:path';
import { isZone } from '../locale/index.ts';
import type { BackupSettings } from './backup/index.ts';
import { readBucketSettings, type BucketSettings } from './files/index.ts';
import { readMailSettings, type MailSettings } from './mail/index.ts';
import { readPublicUrl, type PublicUrl } from './publicUrl.ts';
import { readTracingSettings, type TracingSettings } from './tracing/index.ts';
import { readKey } from './secrets/index.ts';

/** What an operator can set, all from the environment. docs/operate.md explains each. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Absolute. Holds uploaded files and, without `databaseUrl`, the private database. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** PostgreSQL itself, where `databaseUrl` is a pooler in transaction mode: for what needs a session of its own. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether that pooler carries named statements. */
  readonly namedStatements: boolean;
  /** A standby that reads for others: lists, records, exports, dashboards; reached as `databaseUrl` is. */
  readonly databaseReadUrl: string | undefined;
  /** Of the user that the first start makes, which judges it; of no use later. */
  readonly adminPassword: string | undefined;
  /** Load demonstration data into a new private database. */
  readonly demo: boolean;
  readonly logLevel: string;
  /** Proxies whose X-Forwarded-For is believed: addresses, ranges or `loopback`. */
  readonly trustProxy: readonly string[];
  /** IANA zone of wall-clock times where no record says another. */
  readonly defaultZone: string;
  /** So long a server that was told to stop goes on serving, and only says that it is not ready. */
  readonly drainSeconds: number;
  /** Connections to the database at most. */
  readonly poolSize: number;
  /** Origins that pictures may come from beside this server. */
  readonly imageOrigins: readonly string[];
  /** Keys that stored secrets are sealed with; the first seals, all open. None: a file in the data folder. */
  readonly secretKeys: readonly Buffer[];
  /** Keys that backups are sealed and encrypted with; the first does, all are accepted. None: sealed with the key of stored secrets, and not encrypted. */
  readonly backupKeys: readonly Buffer[];
  /** The server may call private and loopback addresses (a gateway in the own network). */
  readonly privateCalls: boolean;
  /** Settings of the application's own code: the variables that begin with `APP_`. */
  readonly own: Readonly<Record<string, string>>;
  /** Where maps get their tiles (D-FW-10); without it they are drawn without any. */
  readonly mapTiles: MapTiles | undefined;
  /** Whoever says it may read `/metrics`; without it there is no such page. */
  readonly metricsToken: string | undefined;
  /** Megabytes of uploads that one user may have and no record names. */
  readonly uploadQuotaMb: number;
  /** Whether anybody may apply for an account at the sign-in page (D-AUTH-06). */
  readonly allowRegistration: boolean;
  /** Where backups are made by themselves, and when; without it nobody makes any. */
  readonly backup: BackupSettings | undefined;
  /** Where traces go; without it nothing is traced. */
  readonly tracing: TracingSettings | undefined;
  /** Where uploaded files lie; without it in the data folder. */
  readonly bucket: BucketSettings | undefined;
  /** How users get mail (D-SHELL-18); without it nobody does. */
  readonly mail: MailSettings | undefined;
  /** Where users open it, and the path that all addresses begin with; without it at any host, without a path. */
  readonly publicUrl: PublicUrl | undefined;
}

export const UPLOAD_QUOTA_MB = 1_000;

export interface MapTiles {
  /** Address of a tile with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Origin of that address: pictures may come from there. */
  readonly origin: string;
  /** Whom the map has to name. */
  readonly credit: string;
  /** Where they say on what terms; a link from the name. */
  readonly creditUrl?: string;
}

/** Where the operator names no tiles: free for moderate use, with this credit (https://operations.osmfoundation.org/policies/tiles). */
const OPEN_STREET_MAP: MapTiles = {
  url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  origin: 'https://tile.openstreetmap.org',
  credit: '© OpenStreetMap contributors',
  creditUrl: 'https://www.openstreetmap.org/copyright',
};

/** What a header can carry, and nobody guesses. */
const TOKEN = /^[\x21-\x7e]{16,200}$/;

/** The word that switches tiles off. */
const NO_TILES = 'none';

/** The environment is not what it should be: every mistake at once. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text && text.startsWith('http');
  } catch {
    return false;
  }
}

/** Origin of a tile address; undefined when it is none. */
function tileOrigin(url: string): string | undefined {
  if (!['{z}', '{x}', '{y}'].every((part) => url.includes(part))) return undefined;
  try {
    const { origin, protocol } = new URL(url.replace(/\{[zxy]\}/g, '0'));
    return /^https?:$/.test(protocol) && !/[{}]/.test(url.replace(/\{[zxy]\}/g, '')) ? origin : undefined;
  } catch {
    return undefined;
  }
}

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'namedStatements' | 'databaseReadUrl'>;

function readDatabaseSettings(
  read: (name: string) => string | undefined,
  complain: (problem: string) => void,
): DatabaseSettings {
  const address = (name: string): string | undefined => {
    const url = read(name);
    // The address is never said: it has a password.
    if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
      complain(`${name} must begin with postgres:// or postgresql://`);
    return url;
  };
  const databaseUrl = address('DATABASE_URL');
  const databaseDirectUrl = address('DATABASE_DIRECT_URL');
  const databaseReadUrl = address('DATABASE_READ_URL');
  if (databaseReadUrl !== undefined && databaseUrl === undefined)
    complain('DATABASE_READ_URL is for a standby of the database of DATABASE_URL: set that, too');
  const named = read('DATABASE_NAMED_STATEMENTS') ?? '1';
  if (!['0', '1'].includes(named)) complain(`DATABASE_NAMED_STATEMENTS must be 0 or 1, not "${named}"`);
  if (databaseDirectUrl !== undefined && databaseUrl === undefined)
    complain('DATABASE_DIRECT_URL is for what does not go through the pooler of DATABASE_URL: set that, too');
  if (named === '0' && databaseDirectUrl === undefined)
    complain('DATABASE_NAMED_STATEMENTS is 0 for an old pooler in DATABASE_URL: set DATABASE_DIRECT_URL, too');
  return { databaseUrl, databaseDirectUrl, namedStatements: named === '1', databaseReadUrl };
}

/** Reads and checks the environment of an application. Empty variables count as not set. Throws SettingsError. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  { zone }: { readonly zone: string },
): Settings {
  const problems: string[] = [];
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const text = read(name);
    if (text === undefined) return fallback;
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max))
      problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
    return value;
  };

  const database = readDatabaseSettings(read, (problem) => problems.push(problem));
  const logLevel = read('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`);
  const flag = (name: string, fallback: '0' | '1'): boolean => {
    const text = read(name) ?? fallback;
    if (!['0', '1'].includes(text)) problems.push(`${name} must be 0 or 1, not "${text}"`);
    return text === '1';
  };
  const defaultZone = read('TIME_ZONE') ?? zone;
  if (!isZone(defaultZone)) problems.push(`TIME_ZONE must be an IANA zone such as ${zone}, not "${defaultZone}"`);
  const imageOrigins = list(environment['IMAGE_ORIGINS']);
  for (const origin of imageOrigins) {
    if (!isOrigin(origin))
      problems.push(`IMAGE_ORIGINS: "${origin}" is not an origin such as https://tiles.example.com`);
  }
  const keys = (name: string): readonly Buffer[] => {
    const read = list(environment[name]).map(readKey);
    if (read.includes(undefined))
      problems.push(`${name} must be 32 bytes in base64 or as 64 hexadecimal digits; several separated by commas`);
    return read.filter((key) => key !== undefined);
  };
  const own = Object.keys(environment).flatMap((name) => {
    const value = name.startsWith('APP_') ? read(name) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const mapTiles = (): MapTiles | undefined => {
    const url = read('MAP_TILES');
    if (url === undefined || url === OPEN_STREET_MAP.url) return OPEN_STREET_MAP;
    if (url === NO_TILES) return undefined;
    const origin = tileOrigin(url);
    if (origin !== undefined) return { url, origin, credit: read('MAP_CREDIT') ?? '' };
    problems.push(`MAP_TILES must be "none" or an address such as https://tiles.example.com/{z}/{x}/{y}.png, not "${url}"`); // prettier-ignore
    return undefined;
  };
  const metricsToken = (): string | undefined => {
    const text = read('METRICS_TOKEN');
    if (text !== undefined && !TOKEN.test(text))
      problems.push('METRICS_TOKEN must have 16 to 200 letters, digits and signs, and no spaces');
    return text;
  };
  const backup = (): BackupSettings | undefined => {
    const folder = read('BACKUP_DIR');
    const keep = whole('BACKUP_KEEP', 14, 1, 3_650);
    const at = read('BACKUP_TIME') ?? '02:00';
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) problems.push(`BACKUP_TIME must be a time such as 02:00, not "${at}"`);
    return folder === undefined ? undefined : { folder: path.resolve(folder), keep, at };
  };
  const publicUrl = readPublicUrl(read, (problem) => problems.push(problem));
  const settings: Settings = {
    port: whole('PORT', 8080, 0, 65_535),
    host: read('HOST') ?? '127.0.0.1',
    dataDir: path.resolve(read('DATA_DIR') ?? './data'),
    ...database,
    adminPassword: environment['ADMIN_PASSWORD'] || undefined,
    demo: flag('DEMO', '1'),
    logLevel,
    trustProxy: list(environment['TRUST_PROXY'] ?? 'loopback'),
    defaultZone,
    drainSeconds: whole('DRAIN_SECONDS', 0, 0, 300),
    poolSize: whole('DATABASE_POOL', 10, 2, 200),
    imageOrigins,
    secretKeys: keys('SECRET_KEY'),
    backupKeys: keys('BACKUP_KEY'),
    privateCalls: flag('PRIVATE_CALLS', '0'),
    own: Object.fromEntries(own),
    mapTiles: mapTiles(),
    metricsToken: metricsToken(),
    uploadQuotaMb: whole('UPLOAD_QUOTA_MB', UPLOAD_QUOTA_MB, 1, 1_000_000),
    allowRegistration: flag('ALLOW_REGISTRATION', '1'),
    backup: backup(),
    tracing: readTracingSettings(read, (problem) => problems.push(problem)),
    bucket: readBucketSettings(read, (problem) => problems.push(problem)),
    publicUrl,
    mail: readMailSettings(read, publicUrl?.url, (problem) => problems.push(problem)),
  };
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}
