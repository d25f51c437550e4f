/** Language and script of a tag, the script found out where it is not said: `zh-TW` is written otherwise than `zh-CN`. */
function written(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}

/**
 * The framework's catalogue for a language of an application: its own, else one of the same tongue and script (`en-GB` reads the English
 * one); undefined where the application has to bring all texts itself.
 */
export const servedBy = (code: string, catalogues: readonly string[]): string | undefined =>
  catalogues.find((one) => one === code) ?? catalogues.find((one) => written(one) === written(code));
