import { defineCall, ID, NOTHING, object } from '../../calls/index.ts';
import { defineCommand } from '../contract.ts';
import { conflict } from '../errors.ts';

const RESEND = defineCall({
  method: 'POST',
  path: '/system/outbox/resend',
  summary: 'Send a message again',
  permission: 'outbox-edit',
  input: object({ id: ID }),
  answer: NOTHING,
  log: { module: 'outbox', action: 'resend', object: 'id' },
  success: 'msg.outbox.queued',
});

/** Puts a message that was given up or kept back into the queue again, with a fresh number of attempts and the same key. */
export const resendMessage = defineCommand(RESEND, {
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
