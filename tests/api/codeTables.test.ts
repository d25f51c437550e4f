import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './app.ts';
import documented from './documentedCodes.json';
import { accepted, startRentalApp, type RentalApp } from './rental.ts';

type Tables = Record<string, readonly { readonly code: number | string; readonly label: string }[]>;

let app: RentalApp;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  clerk = await app.as('ops');
});
afterAll(() => app?.close());

/** Screens begin a label with a capital letter; a code by itself has no number to put into its words. */
const spelled = (label: string): string => label.toLowerCase().replace(/\s*[（(][^（(]*(?<!%)\{n\}[^)）]*[)）]/, '');

test.each(['zh-CN', 'en-US', 'th-TH'].map((language, at) => [language, at + 1] as const))(
  'every documented code table has its codes and their labels in %s, and no others',
  async (language, at) => {
    const { data } = accepted(await clerk.get<Tables>('/basics/codes', {}, { 'accept-language': language }));
    const said = Object.keys(documented).map((table) => [
      table,
      Object.fromEntries((data[table] ?? []).map(({ code, label }) => [code, spelled(label)])),
    ]);
    const meant = Object.entries(documented).map(([table, values]) => [
      table,
      Object.fromEntries(values.map((value) => [value[0], spelled(String(value[at]))])),
    ]);
    expect(said).toEqual(meant);
  },
);
