import { useTranslate } from 'react-admin';
import { useSessionInfo } from '../admin/index.ts';

/** From this hour on it is afternoon (D-SHELL-04). */
const NOON = 12;

/** Two greetings, by the browser's clock. */
export const greetingKey = (hour: number): string =>
  hour < NOON ? 'shell.greeting.morning' : 'shell.greeting.afternoon';

/** `Good morning, Ann`; empty while nobody is known. */
export function useGreeting(): string {
  const translate = useTranslate();
  const info = useSessionInfo();
  if (!info) return '';
  return translate('shell.greeting.to', {
    greeting: translate(greetingKey(new Date().getHours())),
    name: info.name || info.username,
  });
}
