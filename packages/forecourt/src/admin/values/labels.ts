import { useCallback, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { humanise, humaniseCode } from './format.ts';
import { suspend } from '../runtime/suspend.ts';

export interface Labels {
  /** `resources.<name>.fields.<f>`, else `fields.<f>`, else the humanised name. */
  field(name: string): string;
  /** `resources.<name>.filters.<f>` where a filter is called otherwise than the property of its name, else as that. */
  filter(name: string): string;
  help(name: string): string | undefined;
  group(key: string): string;
  tab(key: string): string;
  action(name: string): string;
  /** What one record is called inside a sentence ("New book"), and what the list is called. */
  one: string;
  many: string;
}

/** `Book` → `book`; abbreviations (`GPS device`) and scripts without capitals stay. */
const withinSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/**
 * The words of a resource, by the key conventions; every one has a readable fallback. Suspends where they are not loaded with a page.
 *
 * @example
 * function Heading() {
 *   const labels = useLabels('book');
 *   return <h2>{labels.many}: {labels.field('title')}</h2>;
 * }
 */
export function useLabels(resource: string): Labels {
  const { labels } = useAdminRuntime();
  if (!labels.here(resource)) suspend(labels.load(resource));
  const translate = useTranslate();
  return useMemo(() => labelsOf(translate, resource), [translate, resource]);
}

/**
 * Texts of a part that is rarely shown (`admin.map`) load with what shows it. Suspends until they are here.
 *
 * @example
 * function Opening() {
 *   useTexts('books.opening');
 *   return null;
 * }
 */
export function useTexts(part: string): void {
  const { labels } = useAdminRuntime();
  if (!labels.here(part)) suspend(labels.load(part));
}

/** The same where resources are known by a list only; their labels must be loaded. */
export function labelsOf(translate: ReturnType<typeof useTranslate>, resource: string): Labels {
  const own = (path: string, fallback: string): string => translate(`resources.${resource}.${path}`, { _: fallback });
  const field = (name: string): string => own(`fields.${name}`, translate(`fields.${name}`, { _: humanise(name) }));
  return {
    field,
    filter: (name) => own(`filters.${name}`, field(name)),
    help: (name) => own(`help.${name}`, '') || undefined,
    group: (key) => own(`groups.${key}`, humanise(key)),
    tab: (key) => own(`tabs.${key}`, humanise(key)),
    action: (name) => own(`actions.${name}`, translate(`actions.${name}`, { _: humanise(name) })),
    one: withinSentence(own('name', humanise(resource))),
    many: own('title', humanise(resource)),
  };
}

/**
 * The word for one value of a code table.
 *
 * @example
 * function Genre({ code }: { code: number }) {
 *   const codeLabel = useCodeLabel();
 *   return <>{codeLabel('genre', code)}</>;
 * }
 */
export function useCodeLabel(): (table: string, code: unknown) => string {
  const translate = useTranslate();
  return useCallback(
    (table, code) => translate(`codes.${table}.${String(code)}`, { _: humaniseCode(code) }),
    [translate],
  );
}
