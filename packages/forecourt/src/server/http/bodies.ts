import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

/** Deeper documents exist only to exhaust the stack of whoever walks them. */
const MAX_DEPTH = 64;

const malformed = (): Refusal => new Refusal('msg.parameterError', { http: 400 });

/** Deepest nesting of brackets outside strings. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (quoted) {
      if (char === 0x5c) at++;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x5b || char === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x5d || char === 0x7d) depth--;
  }
  return deepest;
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => name.includes('\0') || hasNul(part));
}

/**
 * Reads JSON bodies: empty is no body, whatever is not JSON, too deep, poisons prototypes or holds U+0000 (which PostgreSQL cannot
 * store) answers HTTP 400. Other content types answer 415.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  addJsonType(app, 'application/json');
}

/** One more content type that is read as JSON. */
export function addJsonType(app: FastifyInstance, type: string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, text, done) => {
    if (request.routeOptions.config.permission === 'signed') request.sentBody = text;
    if (text.trim() === '') return done(null, undefined);
    if (depthOf(text) > MAX_DEPTH) return done(malformed());
    void parse(request, text, (error, body) => {
      if (error || (text.includes('\\u0000') && hasNul(body))) done(malformed());
      else done(null, body);
    });
  });
}

/** Addresses with an encoded U+0000. */
export const hasNulInUrl = (url: string): boolean => url.includes('%00');
