import { defineModule } from '../database.ts';
import { smsDeliverer } from './deliverer.ts';
import { memberSms, testSms } from './send.ts';
import { saveSmsSettings, smsSettingHooks, smsSettings, supplierHooks } from './settings.ts';

export type { SmsPayload } from './deliverer.ts';

/** SMS of suppliers: their settings, and what is sent by them. */
export const smsServer = defineModule({
  commands: [smsSettings, saveSmsSettings, testSms, memberSms],
  hooks: { smsSetting: smsSettingHooks, supplier: supplierHooks },
  deliverers: { sms: smsDeliverer },
});
