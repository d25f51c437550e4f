/**
 * Why something is refused or deserves a warning. `code` is a message key below `rental` in the catalogues; `params` fill its
 * placeholders and are ready to be shown (money and times already formatted); `field` names the input it belongs to.
 */
export interface Problem {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly field?: string;
}

/** The two halves of a verdict: errors stop, warnings inform. */
export interface Verdict {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function problem(code: string, params: Problem['params'] = {}, field?: string): Problem {
  return field === undefined ? { code, params } : { code, params, field };
}

/** Key of a code in the catalogues, where the texts of `messages.json` stand below `rental`. */
export const messageKey = (code: string): string => `rental.${code}`;
