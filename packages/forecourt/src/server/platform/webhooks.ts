import { randomUUID } from 'node:crypto';
import { defineCall, ID, list, NOTHING, object, STRING } from '../../calls/index.ts';
import type { Resource } from '../../model/index.ts';
import { defineCommand, type Command, type Context, type ResourceHooks, type Row } from '../contract.ts';
import { conflict, Refusal, refuseFields } from '../errors.ts';
import { newSecret, questionOf, SECRET_PURPOSE, TEST_TYPE } from '../webhooks/index.ts';
import type { HeldScope } from './heldScope.ts';
import { requireHeld } from './heldUser.ts';

const HOUR_MS = 3_600_000;

const parts = (text: unknown): readonly string[] =>
  typeof text === 'string' ? text.split(/[\s,;]+/).filter(Boolean) : [];

const listed = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(','));

/** Changes of a resource can be told of where its records have a history of their own. */
const isHeard = ({ name, entity }: Resource): boolean => name === entity.name && !entity.view && !entity.log;

function readAddress(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  if (!address || !isWeb || address.username !== '' || address.password !== '')
    throw refuseFields({ url: 'msg.webhook.notAnAddress' });
  return url;
}

function readStates(resource: Resource, given: unknown, model: Context['model']): string | null {
  const { 'x-states': states } = resource.entity.schema;
  const table = states && resource.entity.byName.get(states.field)?.codes;
  const known = table === undefined ? [] : (model.codes[table] ?? []);
  const wrong = parts(given).find((state) => !known.some(({ code }) => String(code) === state));
  if (wrong !== undefined) throw refuseFields({ states: ['msg.webhook.unknownState', { state: wrong }] });
  return listed(parts(given));
}

/** Steps as the history calls them: those of the resource need not say its name. */
const readSteps = (resource: Resource, given: unknown): string | null =>
  listed(parts(given).map((step) => (step.includes('.') ? step : `${resource.name}.${step}`)));

/** Brings what was entered into its own form, and refuses what could never be told. */
function read(values: Row, before: Row | null, { model }: Context): void {
  const saved = { ...before, ...values };
  const resource = model.resources.get(saved['resource'] as string);
  if (!resource || !isHeard(resource)) throw refuseFields({ resource: 'msg.webhook.notHeard' });
  if ('url' in values) values['url'] = readAddress((values['url'] as string).trim());
  values['states'] = readStates(resource, saved['states'], model);
  values['steps'] = readSteps(resource, saved['steps']);
  values['sentFields'] = listed(parts(saved['sentFields']));
  const kinds = ['onCreated', 'onUpdated', 'onDeleted'].some((name) => saved[name] === true);
  if (!kinds && values['states'] === null && values['steps'] === null)
    throw refuseFields({ onCreated: 'msg.webhook.nothing' });
}

/** Asks the list once, as it will be asked: unknown filters and fields are refused where they were entered. */
async function requireAnswered(values: Row, before: Row | null, context: Context): Promise<void> {
  const saved = { ...before, ...values } as { resource: string; filter: string | null; sentFields: string | null };
  try {
    await context.list(saved.resource, { ...questionOf(saved), pageNo: '1', pageSize: '1' });
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    const { fields: own, ...others } = error.fields;
    throw refuseFields({
      ...(own !== undefined && { sentFields: own }),
      ...(Object.keys(others).length > 0 && {
        filter: ['msg.webhook.filter', { names: Object.keys(others).join(', ') }],
      }),
    });
  }
}

/** Webhooks: never with more rights than whoever makes them, to an address that can be one, of what a list can be asked for. */
export const webhookHooks = (scope: HeldScope): ResourceHooks => ({
  async beforeSave({ values, before }, context) {
    if (before) await requireHeld(before['userId'] as number, scope, context);
    const userId = values['userId'] as number | undefined;
    if (userId !== undefined && userId !== before?.['userId']) await requireHeld(userId, scope, context);
    if (!before?.['secret']) values['secret'] = context.seal(newSecret(), SECRET_PURPOSE);
    if (before && values['status'] === 1 && before['status'] !== 1)
      Object.assign(values, { reason: null, failures: 0, restUntil: null });
    read(values, before, context);
    await requireAnswered(values, before, context);
  },
});

const ISSUE = defineCall({
  method: 'POST',
  path: '/system/webhook/issue',
  summary: 'Make a new secret; it is answered once',
  permission: 'webhook-edit',
  proof: true,
  input: object({ id: ID }, { overlap: { type: 'integer', minimum: 0, maximum: 168 } }),
  answer: object({ secret: STRING }),
  log: { module: 'webhook', action: 'issue', object: 'id' },
  secretAnswer: true,
  success: 'msg.webhook.issued',
});

/** Makes a secret. It is signed with the one before, too, for `overlap` hours (0 to 168, default 0), so that listeners can change over. */
const issueSecret = (scope: HeldScope): Command =>
  defineCommand(ISSUE, {
    async run({ id, overlap = 0 }, context) {
      const record = await context.row('webhook', id, { lock: true });
      await requireHeld(record['userId'] as number, scope, context);
      const secret = newSecret();
      await context.write.update('webhook', id, {
        secret: context.seal(secret, SECRET_PURPOSE),
        oldSecret: overlap > 0 ? record['secret'] : null,
        oldUntil: overlap > 0 ? new Date(context.now + overlap * HOUR_MS) : null,
        overlap,
        issueTime: new Date(context.now),
      });
      return { secret };
    },
  });

const HEARD = defineCall({
  method: 'GET',
  path: '/system/webhook/resources',
  summary: 'Names of the resources whose changes can be told',
  permission: ['webhook-add', 'webhook-edit'],
  input: object({}),
  answer: list(STRING),
});

/** The resources that a webhook can be made for. */
const heardResources = defineCommand(HEARD, {
  run: (_input, { model }) => Promise.resolve([...model.resources.values()].filter(isHeard).map(({ name }) => name)),
});

const TEST = defineCall({
  method: 'POST',
  path: '/system/webhook/test',
  summary: 'Send a message that speaks of no record',
  permission: 'webhook-edit',
  input: object({ id: ID }),
  answer: NOTHING,
  log: { module: 'webhook', action: 'test', object: 'id' },
  success: 'msg.webhook.testQueued',
});

/** Queues a message to try the listener out; the list of deliveries says what becomes of it. */
const testWebhook = defineCommand(TEST, {
  async run({ id }, context) {
    const { status } = await context.row('webhook', id, { lock: true });
    if (status !== 1) throw conflict('msg.webhook.notActive');
    const now = new Date(context.now);
    await context.write.update('webhook', id, { restUntil: null });
    await context.write.insert('webhookDelivery', {
      webhookId: id,
      type: TEST_TYPE,
      changeTime: now,
      state: 'queued',
      tries: 0,
      nextTryTime: now,
      key: `msg_${randomUUID().replaceAll('-', '')}`,
    });
    return null;
  },
});

const REPLAY = defineCall({
  method: 'POST',
  path: '/system/webhookdelivery/replay',
  summary: 'Deliver again, with the same webhook-id',
  permission: 'webhookdelivery-edit',
  input: object({ id: ID }),
  answer: NOTHING,
  log: { module: 'webhookDelivery', action: 'replay', object: 'id' },
  success: 'msg.webhook.replayQueued',
});

/** Puts a delivery that has ended into the queue again, with a fresh number of attempts. */
const replayDelivery = defineCommand(REPLAY, {
  async run({ id }, context) {
    const { state } = await context.row('webhookDelivery', id, { lock: true });
    if (state === 'queued') throw conflict('msg.webhook.isQueued');
    await context.write.update('webhookDelivery', id, {
      state: 'queued',
      tries: 0,
      nextTryTime: new Date(context.now),
      error: null,
    });
    return null;
  },
});

export const webhookCommands = (scope: HeldScope): readonly Command[] => [
  issueSecret(scope),
  heardResources,
  testWebhook,
  replayDelivery,
];
