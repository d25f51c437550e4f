import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  removeSamples,
  sampleApplication,
  sampleTexts,
  type Files,
} from '../cli/application/testing/sampleApplication.ts';
import { applicationParts } from './applicationParts.ts';

afterAll(removeSamples);

const locale = (...codes: readonly string[]) => ({
  currency: 'EUR',
  zone: 'Europe/Berlin',
  languages: codes.map((code) => ({ code, name: code })),
});

type Hooks = {
  configResolved(config: { readonly root: string }): void;
  buildStart(): Promise<void>;
  load(id: string): Promise<string | null>;
};

/** The build of an application with these files, up to its modules. */
async function begin(changes: Files): Promise<Hooks> {
  const plugin = applicationParts() as unknown as Hooks;
  plugin.configResolved({ root: await sampleApplication(changes) });
  return plugin;
}
const texts = async (changes: Files): Promise<string> =>
  (await (await begin(changes)).load('\0virtual:application/texts'))!;

it('loads the texts of the languages that are declared, and no others', async () => {
  const module = await texts({ 'locale.json': locale('th-TH', 'en-US') });
  expect(module.match(/virtual:application\/texts\/[\w-]+/g)).toEqual([
    'virtual:application/texts/th-TH',
    'virtual:application/texts/en-US',
  ]);
  expect(module).toContain(path.join('shell/catalogues/th-TH.ts'));
  expect(module).not.toContain('zh-CN');
});

it('takes the framework’s English for British English, and nothing of it for German', async () => {
  const files = { 'i18n/en-GB.json': sampleTexts, 'i18n/de-DE.json': sampleTexts };
  const module = await texts({ ...files, 'locale.json': locale('en-GB', 'de-DE') });
  expect(module).toMatch(/"en-GB": \{ framework: \(\) => import\("[^"]*en-US\.ts"\)/);
  expect(module).toContain('"de-DE": { own:');
});

it('is in English where no locale is declared', async () => {
  const module = await texts({ 'locale.json': null });
  expect(module.match(/virtual:application\/texts\/[\w-]+/g)).toEqual(['virtual:application/texts/en-US']);
});

it.each<[string, Files, RegExp]>([
  ['a language without texts', { 'locale.json': locale('en-US', 'de-DE') }, /locale\.json declares de-DE, and there is no i18n\/de-DE\.json/],
  ['a currency that is none', { 'locale.json': { ...locale('en-US'), currency: 'Euro' } }, /locale\.json#\/currency: .*"Euro"/],
])('does not build %s', async (_what, changes, message) => {
  await expect((await begin(changes)).buildStart()).rejects.toThrow(message);
}); // prettier-ignore
