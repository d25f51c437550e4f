export { createMailDeliverer, MAIL_CHANNEL, type MailPayload } from './mailDeliverer.ts';
export { readMailSettings, type MailSettings } from './mailSettings.ts';
