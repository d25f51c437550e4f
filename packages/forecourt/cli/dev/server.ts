import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

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

/** Starts a built server and waits until it listens. Throws what it says where it ends before. */
export async function startServer(file: string, folder: string, port: number): Promise<RunningServer> {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () =>
      reject(
        new Error(
          said
            .split('\n')
            .filter((line) => !isLog(line))
            .join('\n')
            .trim() || 'the server ended',
        ),
      ),
    );
  });
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
