import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail as a server took it. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines by lower-case name, unfolded. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole of it, quoted-printable and base64 parts decoded. */
  readonly content: string;
}

/** How a server behaves; every step may answer something else than yes, or nothing at all. */
export interface SmtpManners {
  /** Answers to the commands by their first word, and to the end of the data (`.`); `null`: it says nothing. */
  answers: Readonly<Record<string, string | null>>;
}

export interface SmtpServer extends SmtpManners {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  /** Commands as they came, the sign-in decoded. */
  readonly said: readonly string[];
  close(): Promise<void>;
}

const decoded = (text: string): string =>
  text
    .split(/\r\n(?=--)/)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const rest = body.join('\r\n\r\n');
      if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(rest, 'base64').toString('utf8');
      if (!/content-transfer-encoding: quoted-printable/i.test(head)) return part;
      const bytes = rest
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    })
    .join('\n');

/** An encoded word of a header (RFC 2047) as text. */
const word = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_all, kind: string, value: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(value, 'base64').toString('latin1')
        : value
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (_one, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    );

function readMail(data: string, from: string, to: readonly string[]): TakenMail {
  const [head = ''] = data.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  if (headers['subject']) headers['subject'] = Buffer.from(word(headers['subject']), 'latin1').toString('utf8');
  return { from, to, headers, content: decoded(data) };
}

/** As much of SMTP (RFC 5321) as a client needs, on a port of this machine. */
export async function startSmtp(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const taken: TakenMail[] = [];
  const said: string[] = [];
  const manners: SmtpManners = { answers: {} };
  const usual: Readonly<Record<string, string>> = {
    hello: '220 test',
    EHLO: '250-test\r\n250 AUTH PLAIN',
    AUTH: '235 welcome',
    DATA: '354 go on',
    QUIT: '221 bye',
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let [pending, from, data]: [string, string, string | undefined] = ['', '', undefined];
    let to: string[] = [];
    const answer = (step: string): string | null => {
      const given = manners.answers[step];
      const line = given === undefined ? (usual[step] ?? '250 yes') : given;
      if (line !== null) socket.write(`${line}\r\n`);
      return line;
    };
    const command = (line: string): void => {
      const step = line.split(/[ :]/)[0]!.toUpperCase();
      said.push(step === 'AUTH' ? `AUTH ${Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()}` : line);
      if (step === 'MAIL') [from, to] = [/<(.*?)>/.exec(line)?.[1] ?? '', []];
      if (step === 'RCPT') to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      const reply = answer(step);
      if (step === 'DATA' && reply?.startsWith('3')) data = '';
      if (step === 'QUIT') socket.end();
    };
    const take = (line: string): void => {
      if (data === undefined) return command(line);
      if (line !== '.') return void (data += `${line.startsWith('.') ? line.slice(1) : line}\r\n`);
      const mail = readMail(data, from, to);
      data = undefined;
      if (answer('.')?.startsWith('2') ?? true) taken.push(mail);
    };
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      const lines = pending.split('\r\n');
      pending = lines.pop()!;
      lines.forEach(take);
    });
    answer('hello');
  });

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    said,
    get answers() {
      return manners.answers;
    },
    set answers(answers) {
      manners.answers = answers;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
