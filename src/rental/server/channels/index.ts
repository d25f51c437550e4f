import { defineModule } from '../database.ts';
import { forgetContents } from './forget.ts';
import { applyMessage, fliggyMessage, zuzucheMessage } from './inbound.ts';
import { pushStock } from './pushStock.ts';
import { reconcile, reconcileStock } from './reconcile.ts';
import { channelSettingHooks, OLD_SIGNATURES } from './settings.ts';
import { tags } from './tags.ts';

/** What is sold by others: what they show of us, and the orders that they send. */
export const channelServer = defineModule({
  commands: [tags, fliggyMessage, zuzucheMessage, applyMessage, reconcile],
  migrations: [OLD_SIGNATURES],
  hooks: { channelSetting: channelSettingHooks },
  work: { channelContents: forgetContents, channelStock: pushStock, channelReconcile: reconcileStock },
});
