import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sentencesOfPage, sentencesOfSource, type Sentence } from './sentences.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const pages = git('ls-files', '*.md');
const sources = git('ls-files', '*.ts', '*.tsx').filter((file) => !file.includes('.generated.'));
const ofPages = pages.flatMap((file) => sentencesOfPage(file, read(file)));
const ofSources = sources.flatMap((file) => sentencesOfSource(file, read(file)));

const mean = (sentences: Sentence[]): number => sentences.reduce((sum, { words }) => sum + words, 0) / sentences.length;
const long = (sentences: Sentence[]): string[] =>
  sentences.filter(({ words }) => words > 35).map(({ file, text, words }) => `${file}: ${words} words: ${text}`);

test('no sentence of a page has more than 35 words', () => {
  expect(long(ofPages)).toEqual([]);
});

test('no sentence of a docstring has more than 35 words', () => {
  expect(long(ofSources)).toEqual([]);
});

test.each([
  ['pages', ofPages],
  ['docstrings', ofSources],
] as const)('sentences of %s have 16 words or fewer on average', (_name, sentences) => {
  expect(sentences.length).toBeGreaterThan(2000);
  expect(mean(sentences)).toBeLessThanOrEqual(16);
});
