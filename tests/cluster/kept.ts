import { type Child, type Command, type Folder, startChild } from './children.ts';

/** A program that is started again when it ends, as systemd does. */
export interface Kept {
  readonly name: string;
  /** kill -9; it comes back by itself. */
  kill(): Promise<void>;
  /** Ends it in order, for good. */
  stop(): Promise<void>;
  /** How often it ended without being told to. */
  fell(): number | Promise<number>;
}

/** As `RestartSec` of deploy/forecourt.service. */
const RESTART_MS = 2_000;

export function keep(folder: Folder, command: Omit<Command, 'onExit'>): Kept {
  let child: Child;
  let told = false;
  let stopped = false;
  let fell = 0;
  function start(): void {
    told = false;
    child = startChild(folder, { ...command, onExit });
  }
  function onExit(): void {
    if (stopped) return;
    if (!told) fell++;
    setTimeout(() => !stopped && start(), RESTART_MS);
  }
  start();
  return {
    name: command.name,
    async kill() {
      told = true;
      await child.end('SIGKILL');
    },
    async stop() {
      stopped = true;
      await child.end('SIGTERM');
    },
    fell: () => fell,
  };
}
