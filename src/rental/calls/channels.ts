import { defineCall, EMPTY, ID, INTEGER, list, object, STRING } from '../../framework/calls/index.ts';

export const channelCalls = {
  tags: defineCall({
    method: 'GET',
    path: '/basics/tags',
    summary: 'Tags that a channel can show beside a vehicle model',
    permission: 'session',
    input: EMPTY,
    answer: list(object({ id: ID, name: STRING, code: STRING, sort: INTEGER })),
  }),
};
