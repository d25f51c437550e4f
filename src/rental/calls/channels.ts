import { defineCall, EMPTY, ID, INTEGER, list, object, STRING } from 'forecourt/calls';
import { CHANNEL_ANSWER, FLIGGY, ZUZUCHE } from './channelFormats.ts';
import { code } from './parts.ts';

const FROM_CHANNEL = {
  permission: 'signed',
  perMinute: 600,
  answer: CHANNEL_ANSWER,
  log: { module: 'channelMessage', action: 'receive' },
} as const;

export const channelCalls = {
  tags: defineCall({
    method: 'GET',
    path: '/basics/tags',
    summary: 'Tags that a channel can show beside a vehicle model',
    permission: 'session',
    input: EMPTY,
    answer: list(object({ id: ID, name: STRING, code: STRING, sort: INTEGER })),
  }),
  fliggyMessage: defineCall({
    method: 'POST',
    path: '/channels/inbound/fliggy',
    summary: 'A signed message of Fliggy about one of its orders',
    ...FROM_CHANNEL,
    input: FLIGGY,
  }),
  zuzucheMessage: defineCall({
    method: 'POST',
    path: '/channels/inbound/zuzuche',
    summary: 'A signed message of Zuzuche about one of its orders',
    ...FROM_CHANNEL,
    input: ZUZUCHE,
  }),
  reconcileChannel: defineCall({
    method: 'POST',
    path: '/channels/setting/reconcile',
    summary: 'Hold what a channel has of cars and prices against what we have',
    permission: 'channelsetting-edit',
    perMinute: 10,
    input: object({ id: ID }),
    answer: object({ channel: INTEGER, stockDays: INTEGER, differences: INTEGER }),
    log: { module: 'channelSetting', action: 'reconcile', object: 'id' },
  }),
  applyMessage: defineCall({
    method: 'POST',
    path: '/channels/message/apply',
    summary: 'Try again what was refused to a channel, or waits',
    permission: 'channelmessage-edit',
    input: object({ id: ID }),
    answer: object({ state: code('channelMessageState') }),
    log: { module: 'channelMessage', action: 'apply', object: 'id' },
  }),
};
