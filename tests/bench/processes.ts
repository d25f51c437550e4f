import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';

const TICKS_PER_SECOND = 100;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** CPU time a process has used so far, user and system, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The same of a process and its children, those that have ended included: PostgreSQL has one a connection. */
export function treeSeconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    let text: string;
    try {
      text = readFileSync(`/proc/${name}/stat`, 'latin1');
    } catch {
      // It has just ended.
      continue;
    }
    const fields = text.split(') ')[1]!.split(' ').map(Number);
    if (Number(name) === pid) ticks += fields[11]! + fields[12]! + fields[13]! + fields[14]!;
    else if (fields[1] === pid) ticks += fields[11]! + fields[12]!;
  }
  return ticks / TICKS_PER_SECOND;
}

/** Resident memory of a process and the most it ever was, in MB. */
export function memory(pid: number): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const megabytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
  return { resident: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

export interface Served {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly port: number;
  /** From spawn to the first 200, in milliseconds. */
  readonly startedIn: number;
  stop(): Promise<void>;
}

/** Starts a server process and waits for the first 200 of its health address. Its output goes to stderr when it dies early. */
export async function serve(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  health: string,
): Promise<Served> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}:\n${output}`);
    const ok = await fetch(`http://127.0.0.1:${port}${health}`)
      .then((answer) => answer.status === 200)
      .catch(() => false);
    if (ok) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    child,
    pid: child.pid!,
    port,
    startedIn: performance.now() - started,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
