import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { resources } from '../../resources/index.ts';
import * as labels from '../../packages/forecourt/cli/check/labels.ts';
import frameworkEn from '../../packages/forecourt/src/i18n/en-US.json';
import frameworkTh from '../../packages/forecourt/src/i18n/th-TH.json';
import frameworkZh from '../../packages/forecourt/src/i18n/zh-CN.json';
import { mergeCatalogues } from 'forecourt/locale';
import documented from './documentedMessages.json';

interface Message {
  readonly where: string;
  /** Keys of the places that say it, when they are others than the documented one. */
  readonly said?: readonly string[];
  readonly 'en-US': string;
  readonly 'zh-CN': string;
  readonly 'th-TH': string;
}

/** The documented messages, written down apart from the catalogues that say them. */
const messages = Object.entries(documented as Readonly<Record<string, Message>>);
const catalogues = [
  ['en-US', labels.textsOf(mergeCatalogues(frameworkEn, en))],
  ['zh-CN', labels.textsOf(mergeCatalogues(frameworkZh, zh))],
  ['th-TH', labels.textsOf(mergeCatalogues(frameworkTh, th))],
] as const;

async function sources(): Promise<string> {
  const root = new URL('../../', import.meta.url);
  const texts: string[] = [];
  for (const folder of ['src/', 'packages/', 'schemas/', 'resources/']) {
    const base = new URL(folder, root);
    const files = await readdir(base, { recursive: true });
    const spoken = files.filter(
      (file) => /\.(tsx?|json)$/.test(file) && !/\.test\.tsx?$|i18n|\.generated\./.test(file),
    );
    texts.push(...(await Promise.all(spoken.map((file) => readFile(new URL(file, base), 'utf8')))));
  }
  return texts.join('\n');
}

/** Whether the code says a text: an action that asks, a message by its key, or a refusal of the rules by its code. */
function isSaid(key: string, code: string): boolean {
  const [, resource, kind, action] = /^resources\.(\w+)\.(confirm|notice)\.(\w+)$/.exec(key) ?? [];
  if (resource) {
    const declared = resources.find(({ schema }) => schema === resource)?.actions?.find(({ name }) => name === action);
    const asks = declared?.confirm === true || declared?.component !== undefined;
    return kind === 'notice' ? declared?.ask !== undefined : asks;
  }
  const steps = key.split('.');
  const from = steps[0] === 'rental' ? steps.map((_, index) => steps.slice(index).join('.')) : [key];
  return from.some((name) => ["'", '"'].some((quote) => code.includes(`${quote}${name}${quote}`)));
}

describe('the documented messages', () => {
  test.each(catalogues)('are said in %s to the letter', (language, texts) => {
    const differing = messages.flatMap(([key, message]) =>
      [key, ...(message.said ?? [])]
        // A place may go on to say what follows from it.
        .filter((one) =>
          one === key ? texts.get(one) !== message[language] : !texts.get(one)?.startsWith(message[language]),
        )
        .map((one) => `${one}: ${texts.get(one)} instead of ${message[language]}`),
    );
    expect(differing).toEqual([]);
  });

  test('are each said by the code, under the documented key or that of its place', async () => {
    const code = await sources();
    const silent = messages.flatMap(([key, { said = [key] }]) => said.filter((one) => !isSaid(one, code)));
    expect(silent).toEqual([]);
  });
});

/** Messages of the template that every application has, and the number in them. No screen of this one invites anybody. */
const TEMPLATE: Readonly<Record<string, RegExp>> = {
  'msg.badEmail': /\p{L}/u,
  'msg.badPhone': /\p{L}/u,
  'msg.badCaptcha': /\p{L}/u,
  'msg.password.tooShort': /8/u,
  'msg.invitees.tooMany': /5/u,
};

test.each(catalogues)(
  'the messages of the template stand in the catalogue, with their numbers: %s',
  (_language, texts) => {
    const wrong = Object.entries(TEMPLATE).filter(([key, number]) => !number.test(texts.get(key) ?? ''));
    expect(wrong.map(([key]) => key)).toEqual([]);
  },
);
