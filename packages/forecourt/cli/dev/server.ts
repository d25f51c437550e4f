import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A server of the application, in a process of its own. */
export interface RunningServer {
  stop(): Promise<void>;
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Lines of the log say what was asked for; everything else is for whoever reads the terminal. */
const isLog = (line: string): boolean => line.startsWith('{') || line.trim() === '';

/** What a server said that is not its log: why it ended. */
const complaint = (said: string): string =>
  said
    .split('\n')
    .filter((line) => !isLog(line))
    .join('\n')
    .trim() || 'the server ended';

/** Waits until a server listens. Throws what it says where it ends before. */
async function listening(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const read = (part: Buffer): void => {
      const text = String(part);
      said += text;
      for (const line of text.split('\n')) if (!isLog(line) && !line.startsWith('Ready:')) console.log(line);
      const password = /sign in as (\w+) with the password (\S+)/.exec(text);
      if (password) console.log(`sign in as ${password[1]} with the password ${password[2]}`);
      if (/listening at http/.test(said)) resolve();
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', () => reject(new Error(complaint(said))));
  });
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * Starts the built servers of a folder, one after the other. The next one has loaded the framework before it is asked for.
 * `framework` and `server` are the files of both.
 */
export function serversOf(framework: string, server: string, folder: string, port: number) {
  const prepare = (): ChildProcess => {
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'spare.mjs'), pathToFileURL(framework).href],
      {
        cwd: folder,
        env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    // One that ends before it is asked says why to who asks it.
    child.on('error', () => undefined);
    return child;
  };
  let spare: ChildProcess | undefined;
  return {
    async start(): Promise<RunningServer> {
      const child = spare && !hasEnded(spare) ? spare : prepare();
      spare = undefined;
      const listens = listening(child);
      child.send({ server: pathToFileURL(server).href });
      try {
        await listens;
      } finally {
        spare = prepare();
      }
      return { stop: () => end(child) };
    },
    /** The one that waits. */
    async stop(): Promise<void> {
      if (spare) await end(spare);
    },
  };
}
