/** The frame around the pages: title, layout, language. */
export * from './src/shell/index.ts';
