/** Languages, money and clock of an application, and its texts. */
export * from './src/locale/index.ts';
export * from './src/i18n/index.ts';
