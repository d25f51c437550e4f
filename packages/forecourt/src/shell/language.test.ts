import { expect, test } from 'vitest';
import { memoryStorage } from '../admin/testing/fakeServer.ts';
import { currentLanguage, LANGUAGE_KEY } from './language.ts';

test.each([
  [['th-TH', 'en-US'], 'th-TH'],
  [['fr-FR', 'de', 'en-GB', 'th'], 'en-US'],
  [['zh-TW', 'en-US'], 'zh-CN'],
  [['th'], 'th-TH'],
  [['EN-us'], 'en-US'],
  [['fr-FR', 'ja'], 'zh-CN'],
  [['ens', 'zhx-Hans'], 'zh-CN'],
  [[], 'zh-CN'],
])('a browser that wishes for %j gets %s where nothing was chosen (D-SHELL-06)', (wished, language) => {
  expect(currentLanguage(memoryStorage(), wished)).toBe(language);
});

test('what was chosen counts for more than what the browser wishes for; what is none of the languages counts for nothing', () => {
  const storage = memoryStorage({ [LANGUAGE_KEY]: 'th-TH' });
  expect(currentLanguage(storage, ['en-US'])).toBe('th-TH');
  storage.setItem(LANGUAGE_KEY, 'xx');
  expect(currentLanguage(storage, ['en-US'])).toBe('en-US');
});
