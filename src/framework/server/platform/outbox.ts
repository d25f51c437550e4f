import { defineCommand } from '../contract.ts';
import { conflict } from '../errors.ts';

/** Puts a message that was given up or kept back into the queue again, with a fresh number of attempts and the same key. */
export const resendMessage = defineCommand<{ readonly id: number }>({
  method: 'POST',
  path: '/system/outbox/resend',
  permission: 'outbox-edit',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 } },
  },
  log: { module: 'outbox', action: 'resend', object: 'id' },
  success: 'msg.outbox.queued',
  async run({ id }, context) {
    const { state } = await context.row('outbox', id, { lock: true });
    if (state !== 'failed' && state !== 'notSent') throw conflict('msg.outbox.notFailed');
    await context.write.update('outbox', id, {
      state: 'queued',
      tries: 0,
      nextTryTime: new Date(context.now),
      error: null,
    });
    return null;
  },
});
