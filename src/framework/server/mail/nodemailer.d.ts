/** As much of nodemailer as is used here. */
declare module 'nodemailer' {
  interface TransportOptions {
    readonly host: string;
    readonly port: number;
    readonly secure: boolean;
    readonly auth?: { readonly user: string; readonly pass: string };
    readonly requireTLS?: boolean;
    readonly connectionTimeout: number;
    readonly greetingTimeout: number;
    readonly socketTimeout: number;
    readonly disableFileAccess: boolean;
    readonly disableUrlAccess: boolean;
  }

  interface Mail {
    readonly from: string;
    readonly to: { readonly name: string; readonly address: string };
    readonly subject: string;
    readonly text: string;
    readonly html: string;
    readonly messageId: string;
    readonly headers: Readonly<Record<string, string>>;
  }

  interface Transport {
    sendMail(mail: Mail): Promise<{ readonly messageId: string }>;
    close(): void;
  }

  export function createTransport(options: TransportOptions): Transport;
}
