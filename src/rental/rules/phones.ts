import { phoneForm } from 'forecourt/model';

/** Calling codes of phone numbers that are written without any, as `locale.json` says them. */
export const HOME_CODES = ['66', '86'] as const;

/** Where a message to a phone goes: `+66812345678`. As it was typed where it is no number, so that whoever sends it says so. */
export function smsAddress(phone: string, countryCode = ''): string {
  const form = phoneForm(phone, countryCode, HOME_CODES);
  return form === undefined ? `${phone.startsWith('+') ? '' : countryCode}${phone}` : form.replace(/;.*/, '');
}
