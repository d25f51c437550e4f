import net from 'node:net';

/** One HTTP exchange: how long it took, in milliseconds, and what came back. */
export interface Exchange {
  readonly ms: number;
  readonly status: number;
  readonly body: string;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/**
 * The thinnest HTTP client that still reads whole answers: on two cores the measuring side must not cost more than what it measures.
 * One connection, one request at a time; answers with a content-length or in chunks.
 */
export class Connection {
  readonly #socket: net.Socket;
  readonly #head: string;
  #received = Buffer.alloc(0);
  #waiting: { resolve(exchange: Exchange): void; reject(error: Error): void; since: number } | undefined;

  private constructor(socket: net.Socket, head: string) {
    this.#socket = socket;
    this.#head = head;
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#settle();
    });
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('connection closed')));
  }

  static open(port: number, headers: Readonly<Record<string, string>>): Promise<Connection> {
    const head = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(new Connection(socket, head)));
      socket.setNoDelay(true);
      socket.once('error', reject);
    });
  }

  send({ method, path, body }: Request): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, since: performance.now() };
      const content =
        body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${this.#head}${content}\r\n${body ?? ''}`);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #settle(): void {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0 || !this.#waiting) return;
    const head = this.#received.toString('latin1', 0, end).toLowerCase();
    const length = /content-length: (\d+)/.exec(head)?.[1];
    const start = end + 4;
    let body: string;
    if (length !== undefined) {
      if (this.#received.length < start + Number(length)) return;
      body = this.#received.toString('utf8', start, start + Number(length));
      this.#received = this.#received.subarray(start + Number(length));
    } else {
      if (!this.#received.subarray(-5).equals(Buffer.from('0\r\n\r\n'))) return;
      body = this.#received.toString('utf8', start);
      this.#received = Buffer.alloc(0);
    }
    const { resolve, since } = this.#waiting;
    this.#waiting = undefined;
    resolve({ ms: performance.now() - since, status: Number(head.slice(9, 12)), body });
  }
}

export interface Run {
  readonly requests: number;
  readonly perSecond: number;
  /** Percentiles of the latency, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  /** The first answer that was not accepted. */
  readonly refused?: string;
}

/** Keeps `connections` busy for `seconds` with what `next` says; an answer that `accept` refuses is a failure. */
export async function load(options: {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  next(): Request;
  accept(exchange: Exchange): boolean;
}): Promise<Run> {
  const connections = await Promise.all(
    Array.from({ length: options.connections }, () => Connection.open(options.port, options.headers)),
  );
  const times: number[] = [];
  let failures = 0;
  let refused: string | undefined;
  const started = performance.now();
  const until = started + options.seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < until) {
        const exchange = await connection.send(options.next());
        times.push(exchange.ms);
        if (!options.accept(exchange)) {
          failures++;
          refused ??= `${exchange.status} ${exchange.body.slice(0, 300)}`;
        }
      }
      connection.close();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { requests: times.length, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failures, refused };
}
