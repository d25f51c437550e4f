import { Suspense } from 'react';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { failureText, inOneLine, inWords, isTextKey, sentenceIn, type Say } from '../../i18n/index.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { suspend } from '../runtime/suspend.ts';
import { NOTHING } from './display.tsx';
import { isBlank, shortTime } from './format.ts';
import type { DisplayProps } from './kinds.ts';
import { useTexts } from './labels.ts';

/** What must be loaded before the text of a key can be said: the labels of a resource, or a part of the catalogue. */
const partOf = (key: string): string => {
  const [first, second] = key.split('.') as [string, string?];
  return first === 'resources' ? second! : `${first}.${second}`;
};

const wrapped = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

/** Says sentences to the reader; what must be loaded for that is loaded first. */
function useSay(): (read: (say: Say) => string) => string {
  const { labels } = useAdminRuntime();
  const translate = useTranslate();
  return (read) => {
    const missing = new Set<string>();
    const say: Say = (key, params = {}) => {
      if (!labels.here(partOf(key))) missing.add(partOf(key));
      const written = (one: unknown): unknown =>
        isTextKey(one) ? say(one) : typeof one === 'string' ? shortTime(one) : one;
      return translate(key, Object.fromEntries(Object.entries(params).map(([name, one]) => [name, written(one)])));
    };
    const text = read(say);
    if (missing.size > 0) suspend(...[...missing].map((part) => labels.load(part)));
    return text;
  };
}

/** What a text says that was typed or said by the product (`x-widget: words`). Suspends where its words are not loaded. */
export function useWords(): (text: string) => string {
  const say = useSay();
  return (text) => say((each) => inWords(text, each));
}

function Sentences({ value }: Pick<DisplayProps, 'value'>) {
  const text = useSay()((say) => inOneLine(value, say));
  return (
    <Box component="span" sx={wrapped}>
      {text === '' ? NOTHING : text}
    </Box>
  );
}

/** What was said by keys of texts (`x-widget: sentences`), in the language of the reader. */
export function SentencesText({ value }: DisplayProps) {
  return (
    <Suspense fallback={null}>
      <Sentences value={value} />
    </Suspense>
  );
}

function Failure({ code }: { code: string }) {
  useTexts('failures');
  const translate = useTranslate();
  return <>{failureText(code, translate)}</>;
}

/** Why another system was not reached (`x-widget: failure`), in words where it has some. */
export function FailureText({ value }: DisplayProps) {
  if (isBlank(value)) return <>{NOTHING}</>;
  return (
    <Suspense fallback={null}>
      <Failure code={String(value)} />
    </Suspense>
  );
}

function Words({ text }: { text: string }) {
  return <>{useWords()(text)}</>;
}

/** What was typed, or said by the product (`x-widget: words`), in the language of the reader. */
export function WordsText({ value }: Pick<DisplayProps, 'value'>) {
  if (isBlank(value)) return <>{NOTHING}</>;
  const text = String(value);
  if (!sentenceIn(text)) return <>{text}</>;
  return (
    <Suspense fallback={null}>
      <Words text={text} />
    </Suspense>
  );
}
