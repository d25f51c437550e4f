import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import { ANONYMOUS } from './request.ts';

/** Users and addresses that are counted at the same time at most; the longest unseen is forgotten. */
const COUNTED = 10_000;

/** Counts calls of the routes that say how many they allow. Each process counts for itself. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    cache: COUNTED,
    timeWindow: '1 minute',
    // After the session is known.
    hook: 'preHandler',
    keyGenerator: (request) => (request.actor === ANONYMOUS ? request.ip : `user ${request.actor.id}`),
    errorResponseBuilder: () => new Refusal('msg.tooManyRequests', { code: 429, http: 429 }),
  });
}

/** The part of a route's configuration that limits it. */
export const rateOf = (perMinute: number | undefined): { rateLimit?: RateLimitOptions } =>
  perMinute === undefined ? {} : { rateLimit: { max: perMinute } };
