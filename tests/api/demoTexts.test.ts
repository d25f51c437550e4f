import { afterAll, beforeAll, expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { textsOf } from '../../packages/forecourt/cli/check/labels.ts';
import { application } from '../../src/application.ts';
import frameworkEn from '../../packages/forecourt/src/i18n/en-US.json';
import frameworkTh from '../../packages/forecourt/src/i18n/th-TH.json';
import frameworkZh from '../../packages/forecourt/src/i18n/zh-CN.json';
import { mergeCatalogues, sentenceIn } from 'forecourt/locale';
import type { Database } from 'forecourt/server';
import { TEXTS_APART } from '../../vite.config.ts';
import { type Client, startTestApp, type TestApp } from './app.ts';
import { fillDemo } from './demo.ts';
import { accepted } from './rental.ts';

const NOW = Date.parse('2026-11-20T10:30:00+07:00');
const CATALOGUES = {
  'zh-CN': textsOf(mergeCatalogues(frameworkZh, zh)),
  'en-US': textsOf(mergeCatalogues(frameworkEn, en)),
  'th-TH': textsOf(mergeCatalogues(frameworkTh, th)),
} as const;
type Language = keyof typeof CATALOGUES;

/** Keys begin with a part of the catalogues and go on with words between points. */
const ROOTS = [...new Set([...CATALOGUES['en-US'].keys()].map((key) => key.split('.')[0]!))];
const RAW_KEY = new RegExp(`(?<![\\w./@-])(?:${ROOTS.join('|')})(?:\\.[A-Za-z][\\w-]*){2,}`);

/** Why a browser has no text for a key; none where it has. */
function missing(language: Language, key: string): string | undefined {
  if (!CATALOGUES[language].has(key)) return `no text for ${key}`;
  const apart = TEXTS_APART.find((part) => `${key}.`.startsWith(`${part}.`));
  return apart && `no page loads the text of ${key}`;
}

let sentences = 0;

/** Faults of one value of an answer, with the path to it. Sentences are kept as keys and said by the page. */
function faults(language: Language, value: unknown, path: string): string[] {
  if (typeof value === 'string') {
    const sentence = sentenceIn(value);
    if (sentence) return faults(language, sentence, path);
    return RAW_KEY.test(value) ? [`${path}: ${value}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (!('key' in value) || typeof value.key !== 'string')
    return Object.entries(value).flatMap(([name, each]) => faults(language, each, `${path}.${name}`));
  sentences++;
  const problem = missing(language, value.key);
  return problem ? [`${path}: ${problem}`] : [];
}

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  const fill = { name: 'demo', run: (db: Database): Promise<void> => fillDemo(db, NOW) };
  app = await startTestApp({ fill, withUsers: false, clock: () => NOW });
  admin = await app.as('admin');
}, 120_000);
afterAll(() => app?.close());

interface Page {
  readonly list: readonly Record<string, unknown>[];
  readonly totalPage: number;
}

test.each(Object.keys(CATALOGUES) as Language[])(
  'no list of the demonstration shows the key of a text in %s',
  async (language) => {
    const found: string[] = [];
    let rows = 0;
    for (const { name, api } of application.model.resources.values()) {
      if (!api.list) continue;
      for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
        const asked = { pageNo, pageSize: 200 };
        const { data } = accepted(await admin.get<Page>(api.list, asked, { 'accept-language': language }));
        pages = data.totalPage;
        rows += data.list.length;
        // A row is no sentence, whatever its properties are called.
        for (const row of data.list)
          for (const [property, value] of Object.entries(row))
            found.push(...faults(language, value, `${name} ${String(row['id'])}.${property}`));
      }
    }
    expect(rows).toBeGreaterThan(20_000);
    expect(sentences).toBeGreaterThan(0);
    expect(found).toEqual([]);
  },
  120_000,
);
