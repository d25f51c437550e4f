import path from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { textsOf, type ApplicationPartsApi, type FirstParts } from './applicationParts.ts';

/** What brings, with all that it imports, what a first page needs: the application, what draws it, the signed-in part, and the rows of a list. */
const FIRST = ['src/app', 'shell/draw', 'shell/SignedInApp', 'admin/list/ListTable'];

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

type Chunks = readonly Rolldown.OutputChunk[];

const holding = (chunks: Chunks, ending: string): Chunks =>
  chunks.filter(({ moduleIds }) =>
    moduleIds.some((id) => {
      const file = id.split(path.sep).join('/');
      return file.endsWith(ending) || file.replace(/\.[jt]sx?$/, '').endsWith(`/${ending}`);
    }),
  );

/** Files by what a browser knows before a script has come: `""` for every language or one of them, and in it `""` for every page or the address of a list. */
export type FirstFiles = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The files of what the first page needs beside those that every page does (`known`), which the page names already. */
function firstFiles(chunks: Chunks, known: ReadonlySet<Rolldown.OutputChunk>, first: FirstParts): FirstFiles {
  const filesOf = (endings: readonly string[]): readonly string[] =>
    withImports(
      chunks,
      endings.flatMap((ending) => holding(chunks, ending)),
    )
      .filter((chunk) => !known.has(chunk))
      .map(({ fileName }) => fileName);
  const listed = (parts: (list: FirstParts['lists'][string]) => readonly string[]) =>
    Object.fromEntries(
      Object.entries(first.lists).flatMap(([address, list]) => {
        const files = filesOf(parts(list));
        return files.length > 0 ? [[address, files]] : [];
      }),
    );
  return {
    '': listed(({ parts }) => parts),
    ...Object.fromEntries(
      Object.entries(first.languages).map(([language, parts]) => [
        language,
        { '': filesOf(parts), ...listed(({ named }) => [textsOf(language, named)]) },
      ]),
    ),
  };
}

/** The face that figures and Latin letters of every page are written in: at hand before the first line is laid out, no line is laid out twice. */
const LATIN = /\burl\(([^)]*-latin-wght-normal-[^)]*\.woff2)\)/g;

const lettersOf = (sheet: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): readonly string[] =>
  sheet?.type === 'asset'
    ? [...sheet.source.toString().matchAll(LATIN)].map(
        ([, href]) => `./${path.posix.join(path.dirname(sheet.fileName), href!)}`,
      )
    : [];

/** The fonts of the entry come after what stands in the page: nothing that is painted waits for them. */
export function fontsLast(html: string): string {
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  return sheets
    .reduce((page, sheet) => page.replace(sheet, ''), html)
    .replace('</body>', () => `${sheets.join('')}</body>`);
}

/**
 * Names in the page the scripts that its entry is about to ask for. The entry is small and asks at once; still, until it has come and has run nothing
 * else is on its way, and then the signed-in part waits for the libraries once more. So are the letters that they write with. What only one language
 * or one list needs stands beside them, as data: of it `firstPaint.js` asks for the language of the browser and the list that the address names.
 */
export function preloadFirst(): Plugin {
  let parts: ApplicationPartsApi | undefined;
  return {
    name: 'preload-first',
    configResolved({ plugins }) {
      parts = plugins.find(({ name }) => name === 'application-parts')?.api as ApplicationPartsApi | undefined;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        // The server of `npm run dev` has no chunks.
        if (!bundle) return html;
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const first = withImports(
          chunks,
          FIRST.flatMap((ending) => holding(chunks, ending)),
        );
        const entry = chunks.filter(({ isEntry }) => isEntry);
        const named = new Set(withImports(chunks, entry));
        const tags = first
          .filter((chunk) => !named.has(chunk))
          .map(({ fileName }): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head',
          }));
        const files = parts && firstFiles(chunks, new Set([...named, ...first]), await parts.firstParts());
        if (files)
          tags.push({
            tag: 'script',
            attrs: { type: 'application/json', id: 'first-files' },
            children: JSON.stringify(files),
            injectTo: 'head',
          });
        const sheets = entry.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const letters = sheets
          .flatMap((name) => lettersOf(bundle[name]))
          .map((href): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href },
            injectTo: 'head',
          }));
        return { html: fontsLast(html), tags: [...tags, ...letters] };
      },
    },
  };
}
