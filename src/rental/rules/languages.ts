/** The languages of the product (`locale.json`), the one that its papers are kept in in front (D-PRINT-04). */
export const LANGUAGES = ['zh-CN', 'en-US', 'th-TH'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of the product that a tag is; English where it is none. */
export const languageOf = (tag: string): Language => LANGUAGES.find((one) => one === tag) ?? 'en-US';
