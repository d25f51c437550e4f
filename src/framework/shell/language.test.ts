// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { currentLanguage, LANGUAGE_KEY } from './language.ts';

beforeEach(() => localStorage.clear());

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
  expect(currentLanguage(localStorage, wished)).toBe(language);
});

test('what was chosen counts for more than what the browser wishes for; what is none of the languages counts for nothing', () => {
  localStorage.setItem(LANGUAGE_KEY, 'th-TH');
  expect(currentLanguage(localStorage, ['en-US'])).toBe('th-TH');
  localStorage.setItem(LANGUAGE_KEY, 'xx');
  expect(currentLanguage(localStorage, ['en-US'])).toBe('en-US');
});
