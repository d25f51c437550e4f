import { codes } from '../../../../resources/codes.ts';
import { defineCommand } from '../../../framework/server/contract.ts';

/** Where orders come from (D-CODE-02); loaded once a session. */
export const orderChannels = defineCommand<Record<string, never>>({
  method: 'GET',
  path: '/basics/orderchannel',
  permission: 'session',
  input: { type: 'object', additionalProperties: false, properties: {} },
  run: (_input, { t }) =>
    Promise.resolve(
      codes.orderChannel.map(({ code }) => ({ id: code, name: t(`codes.orderChannel.${code}`), code, status: 1 })),
    ),
});
