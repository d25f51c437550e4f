import { DeliveryFailure, type Deliverer } from '../outbox/index.ts';
import { addressOf, type MailSettings } from './mailSettings.ts';

/** The channel of messages that are mail. */
export const MAIL_CHANNEL = 'mail';

/** What the payload of such a message holds. */
export interface MailPayload extends Record<string, unknown> {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Silence of the server ends an attempt after so long, whatever it was asked. */
const SILENCE_MS = 8_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** What SMTP errors say of themselves; their texts may hold addresses and are never kept. */
interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'smtp sign-in refused',
  ETLS: 'smtp without tls',
  ETIMEDOUT: 'timeout',
  EDNS: 'unreachable',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
};

/**
 * A refusal of the address or the mail (5xx) is final; what the operator can mend (the sign-in, TLS, an address of the server) and what passes by itself is
 * tried again.
 */
function failureOf(error: unknown): DeliveryFailure {
  const { code = '', responseCode, command } = error as SmtpError;
  const ours = code === 'EAUTH' || command === 'CONN' || command === 'STARTTLS';
  const reason = REASONS[code] ?? (responseCode === undefined ? 'smtp failed' : `smtp ${responseCode}`);
  return new DeliveryFailure(reason, { permanent: !ours && responseCode !== undefined && responseCode >= 500 });
}

/**
 * Mail by SMTP, over a connection of its own for each message. The message id is made of the outbox's key: a mailbox that gets one twice, after a crash between
 * sending and marking, can tell.
 */
export function createMailDeliverer(mail: MailSettings, silenceMs = SILENCE_MS): Deliverer {
  const { host, port, secure, user, password = '', from } = mail;
  const domain = addressOf(from)!.split('@')[1]!;
  return {
    async send({ to, payload, key }) {
      // Loaded by who sends mail: most starts have none.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        host,
        port,
        secure,
        ...(user !== undefined && { auth: { user, pass: password }, requireTLS: !secure && !LOOPBACK.test(host) }),
        connectionTimeout: silenceMs,
        greetingTimeout: silenceMs,
        socketTimeout: silenceMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const { subject, text, html } = payload as MailPayload;
      try {
        const sent = await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${key}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { state: 'sent', provider: 'smtp', reference: sent.messageId };
      } catch (error) {
        throw failureOf(error);
      } finally {
        transport.close();
      }
    },
  };
}
