import type { FastifyRequest } from 'fastify';
import { DeadlinePassed } from './failures.ts';

/** Below the 6 seconds after which the client gives up (D-API-06). */
export const DEADLINE_MS = 5_200;
/** For uploads, imports and exports. */
export const LONG_DEADLINE_MS = 115_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Milliseconds from its arrival in which a call is answered, where its route says nothing else. */
    deadline: number;
  }
}

const timeLeft = ({ startedAt, routeOptions }: FastifyRequest): number =>
  startedAt + (routeOptions.config.deadline ?? DEADLINE_MS) - performance.now();

/** Whether the request has been answered as too late, or is about to be. */
export const isLate = (request: FastifyRequest): boolean => timeLeft(request) <= 0;

/**
 * What work answers within the time of its request, else DeadlinePassed. Everything that a request waits for waits here: the time counts from
 * its arrival, however many things it waits for. The work itself goes on; nobody hears of it any more.
 */
export async function within<T>(request: FastifyRequest, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlinePassed()), Math.max(0, timeLeft(request)));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
