import type { LocaleDeclaration } from './locale.ts';

/** What holds for an application without a `locale.json`. */
export const DEFAULT_LOCALE: LocaleDeclaration = {
  currency: 'USD',
  zone: 'UTC',
  languages: [{ code: 'en-US', name: 'English' }],
};
