import type { FastifyInstance } from 'fastify';
import {
  beginFactor,
  checkNewCode,
  confirmFactor,
  factorState,
  forgetDevices,
  lacksFactor,
  removeFactor,
  renewRecoveryCodes,
  uriOf,
  waysOf,
} from '../../auth/index.ts';
import type { DataLayer } from '../../data/index.ts';
import { conflict, notFound, refuseFields } from '../../errors.ts';
import type { SecretBox } from '../../secrets/index.ts';
import { dataAnswer, textAnswer } from '../envelope.ts';
import { readInput } from '../inputs.ts';
import { callerOf } from '../request.ts';
import { addRoute } from '../route.ts';
import { requireCode } from './signInSteps.ts';

interface Parts {
  readonly data: DataLayer;
  readonly secrets: SecretBox;
  readonly title: string;
}

const NOTHING = readInput({ type: 'object', properties: {} });
const ONE_CODE = readInput<{ code: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['code'],
  properties: { code: { type: 'string', maxLength: 40 } },
});
const ONE = readInput<{ id: number }>({
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { type: 'integer', minimum: 1 } },
});

/** The own second factor: made, confirmed, ended, its recovery codes, and the devices that stand in for it. Secrets are answered once, by no key twice. */
export function addOwnFactor(app: FastifyInstance, parts: Parts): void {
  const { data, secrets, title } = parts;
  const own = { permission: 'session', sessionOnly: true } as const;
  const change = { ...own, method: 'POST', proof: true } as const;
  const log = (action: string) => ({ module: 'account', action });
  addRoute(app, {
    ...own,
    method: 'GET',
    path: '/account/secondfactor',
    handle: async (request) => dataAnswer(request, await factorState(data.db, request.actor.id)),
  });
  addRoute(app, {
    ...change,
    path: '/account/secondfactor/begin',
    log: log('beginSecondFactor'),
    async handle(request) {
      NOTHING(request);
      const { id, username } = request.actor;
      const text = await data.change(callerOf(request), async ({ db }) => {
        const secret = await beginFactor(db, secrets, id);
        if (secret === undefined) throw conflict('msg.secondFactor.exists');
        return { secret, uri: uriOf(secret, title, username) };
      });
      return textAnswer(request, text);
    },
  });
  addRoute(app, {
    ...change,
    path: '/account/secondfactor/confirm',
    log: log('confirmSecondFactor'),
    async handle(request) {
      const { code } = ONE_CODE(request);
      request.logged = { object: String(request.actor.id) };
      await requireCode(parts, request, request.actor, () => checkNewCode(data.db, secrets, request.actor.id, code));
      const text = await data.change(callerOf(request), async ({ db }) => {
        const codes = await confirmFactor(db, request.actor.id);
        // Another one was made since the code was looked at.
        if (!codes) throw refuseFields({ code: 'msg.secondFactor.wrong' });
        return { codes };
      });
      return textAnswer(request, text, 'msg.secondFactor.confirmed');
    },
  });
  addRoute(app, {
    ...change,
    path: '/account/secondfactor/codes',
    log: log('renewRecoveryCodes'),
    async handle(request) {
      NOTHING(request);
      const text = await data.change(callerOf(request), async ({ db }) => {
        const { app: hasApp, passkey } = await waysOf(db, request.actor.id);
        if (!hasApp && !passkey) throw notFound();
        return { codes: await renewRecoveryCodes(db, request.actor.id) };
      });
      return textAnswer(request, text);
    },
  });
  addRoute(app, {
    ...change,
    path: '/account/secondfactor/end',
    log: log('endSecondFactor'),
    async handle(request) {
      NOTHING(request);
      const text = await data.change(callerOf(request), async ({ db }) => {
        const removed = await removeFactor(db, request.actor.id);
        if (await lacksFactor(db, request.actor.id)) throw conflict('msg.secondFactor.required');
        if (!removed) throw notFound();
        return null;
      });
      return textAnswer(request, text, 'msg.secondFactor.ended');
    },
  });
  addRoute(app, {
    ...own,
    method: 'POST',
    path: '/account/devices/forget',
    log: log('forgetDevice'),
    async handle(request) {
      const { id } = ONE(request);
      request.logged = { object: String(id) };
      const text = await data.change(callerOf(request), async ({ db }) => {
        if ((await forgetDevices(db, request.actor.id, id)) === 0) throw notFound();
        return null;
      });
      return textAnswer(request, text, 'msg.secondFactor.forgotten');
    },
  });
}
