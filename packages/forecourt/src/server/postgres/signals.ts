import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What has to be stopped when a signal ends this process. */
const stops = new Set<() => Promise<void>>();

/** Whether somebody else listens, who shuts down in its own order. */
const othersListen = (signal: NodeJS.Signals, own: NodeJS.SignalsListener): boolean =>
  process.listeners(signal).some((listener) => listener !== own && listener !== endThis);

function onSignal(signal: NodeJS.Signals): void {
  // Whoever else listens calls stop().
  if (othersListen(signal, onSignal)) return;
  void Promise.allSettled([...stops].map((stop) => stop())).then(() => process.kill(process.pid, signal));
}

export function stopOnSignal(stop: () => Promise<void>): void {
  if (stops.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal);
  stops.add(stop);
}

export function forget(stop: () => Promise<void>): void {
  stops.delete(stop);
  if (stops.size === 0) for (const signal of SIGNALS) process.off(signal, onSignal);
}

function endThis(signal: NodeJS.Signals): void {
  if (!othersListen(signal, endThis)) process.exit(128 + constants.signals[signal]);
}

/** The first process of a container is ended by no signal that nobody listens to: while it starts or runs a command it would go on until it is killed. */
export function endAsFirstProcess(): void {
  if (process.pid === 1) for (const signal of SIGNALS) process.on(signal, endThis);
}
