import { AsyncLocalStorage } from 'node:async_hooks';
import type { Rehearsal } from '../data/index.ts';

/** A call of the API that the server makes itself, because an agent asked for it with its key. */
export interface AgentCall {
  /** It is only tried. */
  readonly rehearsal?: Rehearsal;
}

const calls = new AsyncLocalStorage<AgentCall>();

/** Runs what calls the API for an agent. Nobody outside of the process can say of a request that it is one. */
export const asAgent = <T>(call: AgentCall, run: () => Promise<T>): Promise<T> => calls.run(call, run);

/** The agent's call in which a request was made; undefined for requests from outside. */
export const agentCall = (): AgentCall | undefined => calls.getStore();
