/** Where mail is handed over, and who it is from. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; without it the server may offer it (STARTTLS), and must where a password is sent to another machine. */
  readonly secure: boolean;
  readonly user?: string;
  readonly password?: string;
  /** `noreply@example.com` or `Forecourt <noreply@example.com>`. */
  readonly from: string;
  /** Origin that links begin with. */
  readonly publicUrl: string;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/;
const NAMED = /^[^\r\n<>"]*<([^<>]+)>$/;

/** The bare address of a sender; undefined for what is none. */
export function addressOf(from: string): string | undefined {
  const address = NAMED.exec(from)?.[1] ?? from;
  return ADDRESS.test(address) ? address : undefined;
}

/** The parts of `smtp://user:password@host:port`; undefined for what is no such address. */
function serverOf(text: string): Pick<MailSettings, 'host' | 'port' | 'secure' | 'user' | 'password'> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol in PORTS) || url.hostname === '' || /[^/]/.test(url.pathname + url.search))
    return undefined;
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || PORTS[url.protocol as keyof typeof PORTS],
      secure: url.protocol === 'smtps:',
      ...(url.username !== '' && {
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      }),
    };
  } catch {
    return undefined;
  }
}

/**
 * Mail as the environment sets it: SMTP_URL and MAIL_FROM, both of them with PUBLIC_URL, or none. `publicUrl`: the address in PUBLIC_URL where it is right. What is wrong is told, and never what SMTP_URL says: it may hold a
 * password.
 */
export function readMailSettings(
  read: (name: string) => string | undefined,
  publicUrl: string | undefined,
  report: (problem: string) => void,
): MailSettings | undefined {
  const [smtp, from, address] = [read('SMTP_URL'), read('MAIL_FROM'), read('PUBLIC_URL')];
  const server = smtp === undefined ? undefined : serverOf(smtp);
  if (smtp !== undefined && !server) report('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587, or smtps://'); // prettier-ignore
  if (from !== undefined && addressOf(from) === undefined)
    report(
      `MAIL_FROM must be an address such as noreply@example.com or Forecourt <noreply@example.com>, not "${from}"`,
    );
  if (smtp === undefined) return undefined;
  if (from === undefined) report('SMTP_URL needs MAIL_FROM: whom mail is from');
  if (address === undefined) report('SMTP_URL needs PUBLIC_URL: where the links in mail lead');
  return server && from !== undefined && publicUrl !== undefined ? { ...server, from, publicUrl } : undefined;
}
