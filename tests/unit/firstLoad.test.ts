import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../resources/codes.ts';
import { resources } from '../../resources/index.ts';
import {
  compileModel,
  completeEntry,
  shortEntry,
  type EntitySchema,
  type ResourceDeclaration,
  platformResources,
  schemaName,
  withPlatform,
} from 'forecourt/model';
import { largeSchemas, writeLargeApplication } from '../scale/largeApplication.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What every visitor who is signed in loads, whatever page is opened; each brings what it imports. */
const FIRST = ['src/admin.ts', 'src/app.ts', 'shell/draw.tsx', 'catalogues/en-US.ts', 'application/texts/en-US', 'shell/SignedInApp.tsx']; // prettier-ignore

/** A shorter word may stand anywhere. */
const SHORT = 10;

async function buildPages(folder: string): Promise<{ html: string; chunks: readonly Rolldown.OutputChunk[] }> {
  const built = (await build({
    configFile: path.join(ROOT, 'vite.config.ts'),
    root: folder,
    logLevel: 'error',
    // As it is read, without the packages, of which nothing is asked here: in a fifth of the time.
    build: { write: false, minify: false, rolldownOptions: { external: [/\/node_modules\//] } },
  })) as Rolldown.RolldownOutput;
  const page = built.output.find(({ fileName }) => fileName === 'index.html');
  return {
    html: page?.type === 'asset' ? String(page.source) : '',
    chunks: built.output.filter((one) => one.type === 'chunk'),
  };
}

function firstLoad(chunks: readonly Rolldown.OutputChunk[]): readonly Rolldown.OutputChunk[] {
  const wanted = FIRST.map((id) => chunks.find((one) => one.moduleIds.some((module) => module.endsWith(id))));
  expect(wanted).not.toContain(undefined);
  const seen = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  wanted.forEach(visit);
  return [...seen];
}

/** What the build has read from the folders of the application, as it travels. */
async function partsBytes(chunks: readonly Rolldown.OutputChunk[]): Promise<number> {
  const parts = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { code }]) => (id.includes('virtual:application/') ? [code ?? ''] : [])),
  );
  return (await promisify(brotliCompress)(parts.join('\n'))).length;
}

describe('the first load of the pages', () => {
  const count = 50;
  let folder: string;
  let html: string;
  let all: readonly Rolldown.OutputChunk[];
  let first: readonly Rolldown.OutputChunk[];
  beforeAll(async () => {
    folder = await writeLargeApplication(count);
    ({ html, chunks: all } = await buildPages(folder));
    first = firstLoad(all);
  }, 120_000);

  it('is asked for by the page itself, but for the texts of a language, which only the browser knows', () => {
    const isText = ({ moduleIds }: Rolldown.OutputChunk): boolean =>
      moduleIds.some((id) => /catalogues\/[\w-]+\.ts$|virtual:application\/texts\//.test(id));
    const asked = [...html.matchAll(/<(?:link rel="modulepreload"|script type="module")[^>]*"\.\/([^"]+\.js)"/g)];
    const named = asked.map(([, file]) => file);
    expect(new Set(named).size).toBe(named.length);
    expect(named).toEqual(expect.arrayContaining(first.filter((one) => !isText(one)).map(({ fileName }) => fileName)));
    const rows = all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('admin/list/ListTable.tsx')));
    expect(named).toContain(rows!.fileName);
  });

  it('begins with what the page shows by itself: the script for light or dark, and the mark', () => {
    const [, body] = html.split('<body>') as [string, string];
    expect(body).toMatch(/^\s*<script[^>]*>[^<]*nav_theme[^]*<div id="root"><svg /);
    expect(html.match(/<script(?![^>]* (?:src=|type="application\/json"))/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script(?! type="module")[^>]* src=/);
  });

  it('says what one language or one list needs beside that, for the script that knows which it is', () => {
    const files = JSON.parse(/id="first-files"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as Record<
      string,
      Record<string, string[]>
    >;
    const fileOf = (ending: string): string =>
      all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)))!.fileName;
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['', 'en-US']));
    expect(files['en-US']!['']).toEqual(
      expect.arrayContaining([fileOf('catalogues/en-US.ts'), fileOf('application/texts/en-US')]),
    );
    for (const name of Object.keys(largeSchemas(count))) {
      expect(files['']![`/resources/${name}`]).toContain(fileOf(`application/resource/${name}`));
      expect(files['en-US']![`/resources/${name}`]).toContain(fileOf(`application/texts/en-US/${name}`));
    }
    const named = Object.values(files).flatMap((lists) => Object.values(lists).flat());
    for (const file of named) expect(html).not.toContain(`href="/${file}"`);
  });

  it('grows by the menu entry of a resource and has nothing else of it', async () => {
    // Schema, declaration and labels of one are 1,300.
    const bytes = await partsBytes(first);
    expect(bytes).toBeGreaterThan(count * 10);
    expect(bytes).toBeLessThan(count * 80);

    const textOf = (chunks: readonly Rolldown.OutputChunk[]): string => chunks.map(({ code }) => code).join('\n');
    const text = textOf(first);
    const rest = textOf(all.filter((one) => !first.includes(one)));
    const { resources: labels } = JSON.parse(await readFile(path.join(folder, 'i18n/en-US.json'), 'utf8')) as {
      resources: Record<string, { title: string; fields: Record<string, string> }>;
    };
    const titles = new Set(Object.values(labels).map(({ title }) => title));
    for (const [name, { properties }] of Object.entries(largeSchemas(count))) {
      expect(text).toContain(labels[name]!.title);
      for (const word of [...Object.keys(properties), ...Object.values(labels[name]!.fields)])
        if (word.length > SHORT && !titles.has(word))
          expect([word, text.includes(word), rest.includes(word)]).toEqual([word, false, true]);
    }
  });

  it('knows of every resource what the server knows of it', () => {
    const platform = import.meta.glob<EntitySchema>('../../packages/forecourt/src/platform/schemas/*.json', {
      eager: true,
      import: 'default',
    });
    const own = import.meta.glob<EntitySchema>('../../schemas/**/*.json', { eager: true, import: 'default' });
    const schemas = Object.fromEntries(
      [...Object.entries(platform), ...Object.entries(own)].map(([file, schema]) => [schemaName(file), schema]),
    );
    const model = compileModel({
      schemas,
      resources: withPlatform(platformResources, resources),
      codes,
      scopeEntity: 'store',
    });
    const declarations = new Map(
      (withPlatform(platformResources, resources) as unknown as Declaration[]).map((one) => [one.schema, one]),
    );
    expect(model.resources.size).toBeGreaterThan(20);
    for (const [name, resource] of model.resources) {
      const short = JSON.parse(JSON.stringify(shortEntry(name, declarations.get(name)))) as string;
      const { permission, route, menu, readOnly, components } = completeEntry(short);
      const { base, route: key, words } = resource.permission;
      expect({ permission, route, menu, readOnly, components }).toEqual({
        permission: { base, route: key, ...(words && { words }) },
        route: resource.route,
        menu: resource.menu,
        readOnly: resource.dialect === 'house' && resource.api.save === undefined,
        components: Object.fromEntries(
          (['list', 'form', 'show'] as const).flatMap((part) => {
            const { component } = resource[part];
            return component === undefined ? [] : [[part, component]];
          }),
        ),
      });
    }
  });
});
