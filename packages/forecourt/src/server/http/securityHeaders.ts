import type { FastifyInstance } from 'fastify';

/**
 * What every answer tells the browser: no content of its own, no frame around it, nothing guessed, nothing told to others. Pages and files
 * replace the policy by their own. What no page of a back office needs of the browser is switched off.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** Half a year; of this host only, whose neighbours may speak plain HTTP. */
const STRICT_TRANSPORT = `max-age=${180 * 86_400}`;

/** Says so on every answer, whatever becomes of the request. Who came by TLS, as a trusted proxy says (`TRUST_PROXY`), shall come by nothing else. */
export function secureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
    done();
  });
}
