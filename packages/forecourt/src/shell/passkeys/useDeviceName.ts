import { useTranslate } from 'react-admin';
import { browserName } from './browserName.ts';

/** What a new passkey is called if its owner says nothing else. */
export function useDeviceName(): string {
  const translate = useTranslate();
  const name = browserName(navigator.userAgent);
  return translate(name ? 'shell.secondStep.passkey.device' : 'shell.secondStep.passkey.unknownDevice', name);
}
