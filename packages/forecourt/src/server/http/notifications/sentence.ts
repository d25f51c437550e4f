import type { Messages } from '../../messages.ts';
import type { Told } from '../../data/index.ts';

/** What a notification says in a language, days and times as its readers write them. */
export function sentence(messages: Messages, language: string, kind: string, params: Told['params']): string {
  const written = Object.entries(params).map(([name, value]) => [name, messages.day(language, value)] as const);
  return messages.t(language)(`notifications.${kind}`, Object.fromEntries(written));
}

/** The filter that a notification opens its list under. */
export const filled = (opens: Readonly<Record<string, string>>, params: Told['params']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(opens).map(([name, value]) => [
      name,
      value.replace(/%\{(\w+)\}/g, (_whole, parameter: string) => params[parameter] ?? ''),
    ]),
  );
