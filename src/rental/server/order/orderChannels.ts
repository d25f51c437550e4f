import { codes } from '../../../../resources/codes.ts';
import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';

/** Where orders come from (D-CODE-02); loaded once a session. */
export const orderChannels = defineCommand(calls.orderChannels, {
  run: (_input, { t }) =>
    Promise.resolve(
      codes.orderChannel.map(({ code }) => ({ id: code, name: t(`codes.orderChannel.${code}`), code, status: 1 })),
    ),
});
