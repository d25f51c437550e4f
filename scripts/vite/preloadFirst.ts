import path from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** What brings, with all that it imports, what a first page needs: the application, what draws it, the signed-in part, and the rows of a list. */
const FIRST = ['src/app.ts', 'shell/draw.tsx', 'shell/SignedInApp.tsx', 'admin/list/ListTable.tsx'];

/** These chunks and those that they import, each once, what is imported first. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  named: readonly Rolldown.OutputChunk[],
): readonly Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Rolldown.OutputChunk>();
  const visited = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || visited.has(chunk)) return;
    visited.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
    found.add(chunk);
  };
  named.forEach(visit);
  return [...found];
}

/** The face that figures and Latin letters of every page are written in: at hand before the first line is laid out, no line is laid out twice. */
const LATIN = /\burl\(([^)]*-latin-wght-normal-[^)]*\.woff2)\)/g;

const lettersOf = (sheet: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): readonly string[] =>
  sheet?.type === 'asset' ? [...sheet.source.toString().matchAll(LATIN)].map(([, href]) => href!) : [];

/** The fonts of the entry come after what stands in the page: nothing that is painted waits for them. */
export function fontsLast(html: string): string {
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  return sheets
    .reduce((page, sheet) => page.replace(sheet, ''), html)
    .replace('</body>', () => `${sheets.join('')}</body>`);
}

/**
 * Names in the page the scripts that its entry is about to ask for. The entry is small and asks at once; still, until it has come and has run nothing
 * else is on its way, and then the signed-in part waits for the libraries once more. `firstPaint.js` asks for them, as soon as they keep nothing from
 * being painted, and for the letters that they write with.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // The server of `npm run dev` has no chunks.
        if (!bundle) return html;
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const first = FIRST.flatMap((ending) =>
          chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.split(path.sep).join('/').endsWith(ending))),
        );
        const entry = chunks.filter(({ isEntry }) => isEntry);
        const named = new Set(withImports(chunks, entry));
        const tags = withImports(chunks, first)
          .filter((chunk) => !named.has(chunk))
          .map(({ fileName }): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { 'data-rel': 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          }));
        const sheets = entry.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const letters = sheets
          .flatMap((name) => lettersOf(bundle[name]))
          .map((href): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { 'data-rel': 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href },
            injectTo: 'head',
          }));
        return { html: fontsLast(html), tags: [...tags, ...letters] };
      },
    },
  };
}
