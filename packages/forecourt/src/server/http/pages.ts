import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { MapTiles } from '../settings.ts';

/** What the build writes where the nonce of each answer belongs (`html.cspNonce` of the client build). */
const PLACEHOLDER = '__CSP_NONCE__';

const attribute = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The page itself says where maps get their tiles: it is there before anything is asked. */
const tileMeta = ({ url, credit, creditUrl = '' }: MapTiles): string =>
  Object.entries({ 'map-tiles': url, 'map-credit': credit, 'map-credit-url': creditUrl })
    .map(([name, content]) => `<meta name="${name}" content="${attribute(content)}">`)
    .join('');

/** The page in two halves and a nonce between them. Emotion finds the nonce in the meta element. */
function completePage(html: string, tiles: MapTiles | undefined): (nonce: string) => string {
  const meta = `<meta property="csp-nonce" nonce="${PLACEHOLDER}">`;
  const settings = tiles ? tileMeta(tiles) : '';
  const parts = (/property="?csp-nonce/.test(html) ? html : html.replace(/<head[^>]*>/i, (head) => head + meta))
    .replace(/<head[^>]*>/i, (head) => head + settings)
    .split(PLACEHOLDER);
  return (nonce) => parts.join(nonce);
}

/** Files by language (`""`: any) and address of a list (`""`: any page), as the build has written them into the page (packages/forecourt/vite/preloadFirst.ts). */
type FirstFiles = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const FIRST_FILES = /(<script type="application\/json" id="first-files"[^>]*>)(.*?)(?=<\/script>)/s;

/**
 * Leaves in the page, of the files that it names for every list, those of its own address: a browser need not be sent the names of all others, which are two
 * thirds of it.
 */
function firstFilesAt(html: string): (page: string, pathname: string) => string {
  const all = JSON.parse(FIRST_FILES.exec(html)?.[2] ?? '{}') as FirstFiles;
  const at = (pathname: string): FirstFiles =>
    Object.fromEntries(
      Object.entries(all).map(([language, files]) => [
        language,
        Object.fromEntries(Object.entries(files).filter(([address]) => address === '' || address === pathname)),
      ]),
    );
  return (page, pathname) => page.replace(FIRST_FILES, (_, tag: string) => tag + JSON.stringify(at(pathname)));
}

/** The scripts that the build has written into the page, by what they say: an inline script that says anything else is not run. */
const scriptsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
  );

/** Scripts and styles only from this server, nothing inline but the page's own scripts and styles that carry the nonce of this very answer. */
const policy = (nonce: string, scripts: readonly string[], imageOrigins: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface Pages {
  /** Answers the page, whatever the address. */
  send(reply: FastifyReply): FastifyReply;
}

/** Where the build puts what has a fingerprint in its name. */
const ASSETS = 'assets';
const AS_BUILT = { index: false, preCompressed: true, cacheControl: false, decorateReply: false } as const;
const COMPRESSED = /\.(br|gz)$/;
const COMPRESSED_FILES = '**/*.{br,gz}';

/** One route for all of them: a route each, hundreds, would be an eighth of a start. Names that were not built are not looked for. */
async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(root)) return;
  const names = new Set(readdirSync(root).filter((name) => !COMPRESSED.test(name)));
  await app.register(fastifyStatic, {
    ...AS_BUILT,
    root,
    prefix: `/${ASSETS}/`,
    allowedPath: (pathname) => names.has(pathname.slice(1)),
    setHeaders: (response) => void response.setHeader('cache-control', 'public, max-age=31536000, immutable'),
  });
}

/** The page as it stands at any depth of addresses: the build names files from where the page stands, and the browser part reads the path that all begin with. */
const belowPath = (html: string, basePath: string): string =>
  html
    .replaceAll(/ (href|src)="\.\//g, ` $1="${basePath}/`)
    .replace(/<head[^>]*>/i, (head) =>
      basePath === '' ? head : `${head}<meta name="base-path" content="${basePath}">`,
    );

/** Serves the built client: fingerprinted assets for ever and precompressed, the page afresh each time. */
export async function servePages(
  app: FastifyInstance,
  options: { clientDir: string; imageOrigins: readonly string[]; mapTiles?: MapTiles; basePath?: string },
): Promise<Pages> {
  const { clientDir, mapTiles, basePath = '' } = options;
  const imageOrigins = [...options.imageOrigins, ...(mapTiles ? [mapTiles.origin] : [])];
  const html = belowPath(readFileSync(path.join(clientDir, 'index.html'), 'utf8'), basePath);
  const scripts = scriptsIn(html);
  const render = completePage(html, mapTiles);
  const withFirstFiles = firstFilesAt(html);
  await serveAssets(app, path.join(clientDir, ASSETS));
  await app.register(fastifyStatic, {
    ...AS_BUILT,
    root: clientDir,
    wildcard: false,
    globIgnore: ['**/index.html', COMPRESSED_FILES, `${ASSETS}/**`],
    setHeaders: (response) => void response.setHeader('cache-control', 'no-cache'),
  });
  // A back office is nobody's search result.
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  );
  return {
    send(reply) {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy(nonce, scripts, imageOrigins))
        .send(withFirstFiles(render(nonce), reply.request.url.replace(/[?#].*$/s, '')));
    },
  };
}
