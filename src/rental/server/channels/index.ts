import type { ServerModule } from '../../../framework/server/index.ts';
import { tags } from './tags.ts';

/** What is sold by others: what they show of us. */
export const channelServer: ServerModule = {
  commands: [tags],
};
